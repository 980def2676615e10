// The adversary as a plugin: it forwards every call to another plugin, which
// ASSAY_ADVERSARY_TARGET names (otherwise the optimized one beside it, or the
// reference for the ops of set nn and where there is no optimized one), and
// puts the bug that ASSAY_ADVERSARY_BUG names into each context that is made
// while the variable has that value. Tested by tests/adversary/witness_test.cc.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "spec/op_lookup.h"
#include "spec/sdk/abi_values.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/call_site.h"

namespace assay::adversary {
namespace {

// An AssayContext of the adversary points to this struct.
struct Forwarder {
  const AssayBackendV1* target = nullptr;
  AssayContext* context = nullptr;  // of the target
  std::optional<BugRow> bug;
  CallHistory history;
  std::mutex mutex;
};

// Returns the path of a library beside this one.
std::string library_beside_this(const char* name) {
  Dl_info place;
  static const char here = 0;
  if (dladdr(&here, &place) == 0) return name;
  std::string path = place.dli_fname;
  path.erase(path.find_last_of('/') + 1);
  return path + name;
}

const AssayBackendV1* loaded(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry =
      library != nullptr ? dlsym(library, "assay_backend_v1") : nullptr;
  if (entry == nullptr) {
    const char* reason = dlerror();
    std::fprintf(stderr,
                 "assay_adversary: the target %s cannot be loaded: %s\n",
                 path.c_str(), reason != nullptr ? reason : "no reason");
    return nullptr;
  }
  return reinterpret_cast<const AssayBackendV1* (*)()>(entry)();
}

// Returns the target that is named, or else the optimized backend, or the
// reference where there is none.
const AssayBackendV1* first_target() {
  static const AssayBackendV1* const table = [] {
    const char* named = std::getenv("ASSAY_ADVERSARY_TARGET");
    if (named != nullptr && *named != '\0') return loaded(named);
    const std::string optimized = library_beside_this("libassay_optimized.so");
    return loaded(access(optimized.c_str(), R_OK) == 0
                      ? optimized
                      : library_beside_this("libassay_reference.so"));
  }();
  return table;
}

// Returns the target of a bug. The bugs of set nn were written for the
// reference, and have it unless a target is named.
const AssayBackendV1* target_of(const BugRow& bug) {
  const char* named = std::getenv("ASSAY_ADVERSARY_TARGET");
  if (!is_about_networks(bug) || (named != nullptr && *named != '\0'))
    return first_target();
  static const AssayBackendV1* const table =
      loaded(library_beside_this("libassay_reference.so"));
  return table;
}

Forwarder& forwarder_of(AssayContext* context) {
  return *reinterpret_cast<Forwarder*>(context);
}
const AssayBackendV1* target(AssayContext* context) {
  return forwarder_of(context).target;
}
AssayContext* inner(AssayContext* context) {
  return forwarder_of(context).context;
}

int refuse(AssayStatus* status, const std::string& message) {
  status->code = ASSAY_INTERNAL;
  status->kind = ASSAY_KIND_NONE;
  if (status->message != nullptr && status->message_capacity > 0)
    std::snprintf(status->message, status->message_capacity, "%s",
                  message.c_str());
  return ASSAY_INTERNAL;
}

int create(const AssayHost* host, AssayContext** context,
           AssayStatus* status) try {
  const char* named = std::getenv("ASSAY_ADVERSARY_BUG");
  const std::string name = named != nullptr ? named : "control";
  auto made = std::make_unique<Forwarder>();
  made->bug = bug_named(name);
  if (!made->bug)
    return refuse(status, "there is no bug \"" + name +
                              "\"; `assay adversary --list` shows them all");
  made->target = target_of(*made->bug);
  if (made->target == nullptr)
    return refuse(status, "the target of the bug cannot be loaded");
  const int code = made->target->create(host, &made->context, status);
  if (code == ASSAY_OK)
    *context = reinterpret_cast<AssayContext*>(made.release());
  return code;
} catch (const std::exception& error) {
  return refuse(status, error.what());
}

void destroy(AssayContext* context) {
  const std::unique_ptr<Forwarder> made(&forwarder_of(context));
  for (const AssayTensor& tensor : made->history.kept)
    made->target->release(made->context, tensor.buffer);
  made->target->destroy(made->context);
}

int claims(AssayContext* context, const AssayCell** cells, std::size_t* count,
           AssayStatus* status) {
  return target(context)->claims(inner(context), cells, count, status);
}
int alloc(AssayContext* context, std::size_t bytes, AssayBuffer** buffer,
          AssayStatus* status) {
  return target(context)->alloc(inner(context), bytes, buffer, status);
}
void retain(AssayContext* context, AssayBuffer* buffer) {
  target(context)->retain(inner(context), buffer);
}
void release(AssayContext* context, AssayBuffer* buffer) {
  target(context)->release(inner(context), buffer);
}
std::size_t size(AssayContext* context, AssayBuffer* buffer) {
  return target(context)->size(inner(context), buffer);
}
int write(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
          const void* bytes, std::size_t count, AssayStatus* status) {
  const auto& change = forwarder_of(context).bug->on_write;
  std::vector<std::byte> changed;
  if (change && count > 0) {
    const auto* begin = static_cast<const std::byte*>(bytes);
    changed.assign(begin, begin + count);
    change(changed.data(), count);
    bytes = changed.data();
  }
  return target(context)->write(inner(context), buffer, offset, bytes, count,
                                status);
}
int read(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
         void* bytes, std::size_t count, AssayStatus* status) {
  const int code = target(context)->read(inner(context), buffer, offset, bytes,
                                         count, status);
  const auto& change = forwarder_of(context).bug->on_read;
  if (change && code == ASSAY_OK && count > 0)
    change(static_cast<std::byte*>(bytes), count);
  return code;
}
void* map(AssayContext* context, AssayBuffer* buffer) {
  if (target(context)->map == nullptr) return nullptr;
  return target(context)->map(inner(context), buffer);
}
int wrap(AssayContext* context, void* memory, std::size_t bytes, int writable,
         AssayBuffer** buffer, AssayStatus* status) {
  return target(context)->wrap(inner(context), memory, bytes, writable, buffer,
                               status);
}

int session_begin(AssayContext* context, AssayStatus* status) {
  return target(context)->session_begin(inner(context), status);
}
int session_end(AssayContext* context, AssayStatus* status) {
  return target(context)->session_end(inner(context), status);
}
int reclaim(AssayContext* context, AssayBuffer* buffer, AssayStatus* status) {
  return target(context)->reclaim(inner(context), buffer, status);
}
int execute_plan(AssayContext* context, const AssayPlan* plan,
                 AssayResults* results, AssayStatus* status) {
  return target(context)->execute_plan(inner(context), plan, results, status);
}
int places(AssayContext* context, const char* const** names, std::size_t* count,
           std::uint32_t* home, AssayStatus* status) {
  return target(context)->places(inner(context), names, count, home, status);
}
int place_of(AssayContext* context, AssayBuffer* buffer, std::uint32_t* place,
             AssayStatus* status) {
  return target(context)->place_of(inner(context), buffer, place, status);
}
int alloc_in(AssayContext* context, std::uint32_t place, std::size_t bytes,
             AssayBuffer** buffer, AssayStatus* status) {
  return target(context)->alloc_in(inner(context), place, bytes, buffer,
                                   status);
}
int transfer(AssayContext* context, AssayBuffer* buffer, std::uint32_t place,
             AssayBuffer** made, AssayStatus* status) {
  return target(context)->transfer(inner(context), buffer, place, made, status);
}

int invoke(AssayContext* context, const AssayCall* call, AssayResults* results,
           AssayStatus* status) try {
  Forwarder& forwarder = forwarder_of(context);
  const BugRow& bug = *forwarder.bug;
  if (!bug.fault || !op_of_id(call->op))
    return forwarder.target->invoke(forwarder.context, call, results, status);
  std::unique_lock lock(forwarder.mutex, std::defer_lock);
  if (!bug.concurrent) lock.lock();
  CallSite site(*forwarder.target, forwarder.context, *call, results, status,
                forwarder.history);
  if (!concerns(bug, site.op(), name_of(site.dtype()),
                name_of(site.result_dtype())))
    return site.forward();
  ++forwarder.history.calls;
  return bug.fault(site);
} catch (const std::exception& error) {
  return refuse(status, error.what());
}

}  // namespace
}  // namespace assay::adversary

extern "C" ASSAY_EXPORT const AssayBackendV1* assay_backend_v1(void) {
  using namespace assay::adversary;
  if (first_target() == nullptr) return nullptr;
  static const AssayBackendV1 table = [] {
    AssayBackendV1 made{};
    std::memcpy(&made, first_target(),
                std::min(sizeof made, first_target()->struct_size));
    made.struct_size = sizeof made;
    made.abi_minor = ASSAY_ABI_MINOR;
    // The target's extensions take its own contexts. A target whose claims have
    // limits therefore fails, and is not trusted.
    made.next = nullptr;
    made.create = create;
    made.destroy = destroy;
    made.claims = claims;
    made.alloc = alloc;
    made.retain = retain;
    made.release = release;
    made.size = size;
    made.write = write;
    made.read = read;
    made.invoke = invoke;
    if (made.map != nullptr) made.map = map;
    if (made.wrap != nullptr) made.wrap = wrap;
    if (made.session_begin != nullptr) made.session_begin = session_begin;
    if (made.session_end != nullptr) made.session_end = session_end;
    if (made.reclaim != nullptr) made.reclaim = reclaim;
    if (made.execute_plan != nullptr) made.execute_plan = execute_plan;
    if (made.places != nullptr) made.places = places;
    if (made.place_of != nullptr) made.place_of = place_of;
    if (made.alloc_in != nullptr) made.alloc_in = alloc_in;
    if (made.transfer != nullptr) made.transfer = transfer;
    return made;
  }();
  return &table;
}
