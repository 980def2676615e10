// Implements the functions of the C header with the methods of a C++ Backend.
// Tested by tests/spec/export_backend_test.cc.
#include "spec/sdk/export_backend.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "spec/cells.h"
#include "spec/sdk/abi_values.h"
#include "spec/sdk/exported_memory.h"
#include "spec/status_kinds.h"
#include "spec/version.h"

namespace assay {
namespace {

// An AssayContext points to this struct.
struct ExportedContext {
  std::unique_ptr<Backend> backend;
  std::vector<AssayCell> cells;
  std::vector<AssayClaimLimits> limits;
};

ExportedContext& context_of(AssayContext* context) {
  return *reinterpret_cast<ExportedContext*>(context);
}
ExportedBuffer* buffer_of(AssayBuffer* buffer) {
  return reinterpret_cast<ExportedBuffer*>(buffer);
}
AssayBuffer* handle_of(ExportedBuffer* buffer) {
  return reinterpret_cast<AssayBuffer*>(buffer);
}

// Stores a status for the caller and returns its code.
int report(AssayStatus* to, StatusCode code, std::string_view kind,
           std::string_view message) noexcept {
  const int number = static_cast<int>(code);
  if (to == nullptr) return number;
  to->code = static_cast<std::uint32_t>(number);
  to->kind = abi_kind(code, kind);
  if (to->message != nullptr && to->message_capacity > 0) {
    const std::size_t length =
        std::min(message.size(), to->message_capacity - 1);
    std::memcpy(to->message, message.data(), length);
    to->message[length] = '\0';
  }
  return number;
}

// Runs `f`, which returns a Status, and turns exceptions into a Status.
template <typename F>
int guarded(AssayStatus* to, F f) noexcept {
  try {
    const Status status = f();
    if (status.ok()) return ASSAY_OK;
    const bool has_kind =
        kinds_of(status.code).empty() || is_kind_of(status.code, status.kind);
    if (!has_kind)
      return report(to, StatusCode::kInternal, "",
                    "a status \"" + std::string(name_of(status.code)) +
                        "\" of the backend has the kind \"" + status.kind +
                        "\"; it said: " + status.message);
    return report(to, status.code, status.kind, status.message);
  } catch (const std::bad_alloc&) {
    return report(to, StatusCode::kOutOfMemory, "", "std::bad_alloc");
  } catch (const std::exception& exception) {
    return report(to, StatusCode::kInternal, "", exception.what());
  } catch (...) {
    return report(to, StatusCode::kInternal, "",
                  "an exception that is no std::exception");
  }
}

// Runs `f`, which makes an ExportedBuffer, and passes the buffer to the caller.
template <typename F>
int guarded_buffer(AssayBuffer** buffer, AssayStatus* status, F f) noexcept {
  return guarded(status, [&]() -> Status {
    Result<ExportedBuffer> made = f();
    if (!made) return made.status();
    *buffer = handle_of(new ExportedBuffer(*std::move(made)));
    return {};
  });
}

AssayCell cell_of(const Cell& cell, const Claim& claim) {
  AssayCell made{};
  const OpSpec& spec = spec_of(cell.op);
  made.op = spec.id;
  const auto* variant = variant_named(spec, cell.variant);
  made.variant = static_cast<std::uint16_t>(variant - spec.variants.begin());
  made.max_rank = static_cast<std::uint16_t>(
      std::clamp<std::int64_t>(claim.max_rank, 0, kMaxRank));
  made.dtype = abi_dtype(cell.dtype);
  made.result = abi_dtype(cell.result);
  for (const std::string& name : claim.layouts)
    for (int i = 0; i < kLayoutCount; ++i)
      if (kLayoutNames[i] == name) made.layouts |= std::uint64_t{1} << i;
  return made;
}

int list_claims(AssayContext* context, const AssayCell** cells,
                std::size_t* count, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    ExportedContext& self = context_of(context);
    self.cells.clear();
    for (const auto& [cell, required] : every_cell())
      if (const auto claim = self.backend->claim(cell))
        self.cells.push_back(cell_of(cell, *claim));
    *cells = self.cells.data();
    *count = self.cells.size();
    return {};
  });
}

// Returns those limits of a claim that AssayCell cannot express, or nothing if
// there are none.
std::optional<AssayClaimLimits> limits_of(const Claim& claim) {
  Claim other = claim;
  other.max_rank = Claim().max_rank;
  other.layouts.clear();
  if (other == Claim()) return std::nullopt;
  AssayClaimLimits limits{};
  limits.flags = (claim.composed ? ASSAY_CLAIM_COMPOSED : 0) |
                 (claim.immutable ? ASSAY_CLAIM_IMMUTABLE : 0);
  const auto narrowed = [](std::int64_t value) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value, 0, UINT32_MAX));
  };
  limits.min_axes = narrowed(claim.min_axes);
  limits.max_axes = narrowed(claim.max_axes);
  if (claim.max_operands != Claim().max_operands)
    limits.max_operands = narrowed(claim.max_operands);
  limits.min_extent = claim.min_extent;
  if (claim.max_extent != Claim().max_extent)
    limits.max_extent = claim.max_extent;
  return limits;
}

int list_limits(AssayContext* context, const AssayClaimLimits** limits,
                std::size_t* count, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    ExportedContext& self = context_of(context);
    self.limits.clear();
    std::uint64_t position = 0;
    for (const auto& [cell, required] : every_cell()) {
      const auto claim = self.backend->claim(cell);
      if (!claim) continue;
      if (auto limited = limits_of(*claim)) {
        limited->cell = position;
        self.limits.push_back(*limited);
      }
      ++position;
    }
    *limits = self.limits.data();
    *count = self.limits.size();
    return {};
  });
}

const AssayClaimLimitsV1 kClaimLimits = {
    {sizeof(AssayClaimLimitsV1), ASSAY_CLAIM_LIMITS, nullptr}, list_limits};

Result<Tensors> tensors_of(Backend& backend, const AssayTensor* tensors,
                           std::uint32_t count) {
  Tensors made;
  made.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto dtype = dtype_of_abi(tensors[i].dtype);
    if (!dtype)
      return Status::unsupported(
          "dtype", "there is no dtype " + abi_dtype_text(tensors[i].dtype));
    auto view = view_of_abi(tensors[i]);
    if (!view) return view.status();
    auto buffer = buffer_of(tensors[i].buffer)->buffer_as(backend, *dtype);
    if (!buffer) return buffer.status();
    made.push_back({*dtype, *std::move(view), *std::move(buffer)});
  }
  return made;
}

// Returns the buffer that a result shares with an operand, an out or an earlier
// result, with one more reference. Returns null if it shares none.
AssayBuffer* shared_buffer(const AssayCall& call, const AssayResults& results,
                           const std::shared_ptr<Buffer>& buffer) {
  const auto find = [&buffer](const AssayTensor* tensors,
                              std::uint32_t count) -> AssayBuffer* {
    for (std::uint32_t i = 0; i < count; ++i)
      if (buffer_of(tensors[i].buffer)->is(buffer)) return tensors[i].buffer;
    return nullptr;
  };
  AssayBuffer* found = find(call.operands, call.operand_count);
  if (found == nullptr) found = find(call.outs, call.out_count);
  if (found == nullptr) found = find(results.tensors, results.count);
  if (found != nullptr) buffer_of(found)->retain();
  return found;
}

// Releases the references of the results so far, because the call has failed.
void drop(AssayResults& results) noexcept {
  for (std::uint32_t i = 0; i < results.count; ++i) {
    ExportedBuffer* buffer = buffer_of(results.tensors[i].buffer);
    if (buffer->release()) delete buffer;
  }
  results.count = 0;
}

// Returns how many results the host has room for. A host that was built with
// another header has another size of AssayResults.
std::size_t room_of(const AssayResults& results) {
  return (results.struct_size - offsetof(AssayResults, tensors)) /
         sizeof(AssayTensor);
}

Status fill_results(Backend& backend, const AssayCall& call, Tensors tensors,
                    AssayResults& results) {
  const std::size_t room = room_of(results);
  if (tensors.size() > room)
    return Status::internal(
        "the backend returned " + std::to_string(tensors.size()) +
        " tensors where the host has room for " + std::to_string(room));
  for (Tensor& tensor : tensors) {
    if (tensor.buffer == nullptr || tensor.view.rank() > ASSAY_MAX_RANK)
      return Status::internal(
          "the backend returned a tensor without a buffer, or of a rank above "
          "32");
    AssayTensor& result = results.tensors[results.count];
    AssayBuffer* handle = shared_buffer(call, results, tensor.buffer);
    fill_abi_tensor(result, handle, tensor.dtype, tensor.view);
    if (handle == nullptr) {
      auto made = ExportedBuffer::of_result(backend, std::move(tensor));
      if (!made) return made.status();
      result.buffer = handle_of(new ExportedBuffer(*std::move(made)));
    }
    ++results.count;
  }
  return {};
}

int invoke(AssayContext* context, const AssayCall* call, AssayResults* results,
           AssayStatus* status) noexcept {
  const int code = guarded(status, [&]() -> Status {
    if (call == nullptr || results == nullptr ||
        call->struct_size < sizeof(AssayCall) ||
        results->struct_size < offsetof(AssayResults, tensors))
      return Status::invalid("a call or its results are of an older header");
    results->count = 0;
    const auto op = op_of_id(call->op);
    if (!op)
      return Status::unsupported("op",
                                 "there is no op " + std::to_string(call->op));
    Backend& backend = *context_of(context).backend;
    auto operands = tensors_of(backend, call->operands, call->operand_count);
    if (!operands) return operands.status();
    auto outs = tensors_of(backend, call->outs, call->out_count);
    if (!outs) return outs.status();
    auto attributes = attributes_of_abi(*call);
    if (!attributes) return attributes.status();
    auto returned = backend.execute(
        {*op, *std::move(operands), *std::move(attributes), *std::move(outs)});
    if (!returned) return returned.status();
    return fill_results(backend, *call, *std::move(returned), *results);
  });
  if (code != ASSAY_OK && results != nullptr) drop(*results);
  return code;
}

void destroy(AssayContext* context) noexcept { delete &context_of(context); }

int alloc(AssayContext*, std::size_t bytes, AssayBuffer** buffer,
          AssayStatus* status) noexcept {
  return guarded_buffer(buffer, status, [&]() -> Result<ExportedBuffer> {
    return ExportedBuffer(bytes);
  });
}

void retain(AssayContext*, AssayBuffer* buffer) noexcept {
  buffer_of(buffer)->retain();
}

void release(AssayContext*, AssayBuffer* buffer) noexcept {
  if (buffer_of(buffer)->release()) delete buffer_of(buffer);
}

std::size_t size_of(AssayContext*, AssayBuffer* buffer) noexcept {
  return buffer_of(buffer)->bytes();
}

int write(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
          const void* bytes, std::size_t count, AssayStatus* status) noexcept {
  return guarded(status, [&] {
    return buffer_of(buffer)->write(
        *context_of(context).backend, offset,
        {static_cast<const std::byte*>(bytes), count});
  });
}

int read(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
         void* bytes, std::size_t count, AssayStatus* status) noexcept {
  return guarded(status, [&] {
    return buffer_of(buffer)->read(*context_of(context).backend, offset,
                                   {static_cast<std::byte*>(bytes), count});
  });
}

int wrap(AssayContext* context, void* memory, std::size_t bytes, int writable,
         AssayBuffer** buffer, AssayStatus* status) noexcept {
  return guarded_buffer(buffer, status, [&] {
    return ExportedBuffer::wrap(*context_of(context).backend,
                                {static_cast<std::byte*>(memory), bytes},
                                writable != 0);
  });
}

// Holds a table and the text that it points to.
struct ExportedTable {
  std::string name;
  std::string version;
  AssayBackendV1 table{};
};

}  // namespace

const AssayBackendV1* exported_table(BackendMaker make,
                                     CreateFunction create) noexcept {
  try {
    auto made = std::make_unique<ExportedTable>();
    AssayBackendV1& table = made->table;
    try {
      const auto backend = make();
      made->name = backend->name();
      made->version = backend->version();
      table.flags = backend->keeps_threads() ? ASSAY_KEEPS_THREADS : 0;
    } catch (...) {
      // create() will fail in the same way and can report the reason.
      made->name = "unnamed";
    }
    table.struct_size = sizeof table;
    table.abi_minor = ASSAY_ABI_MINOR;
    table.name = made->name.c_str();
    table.version = made->version.c_str();
    table.spec_version = kSpecVersion.data();
    table.next = &kClaimLimits.extension;
    table.create = create;
    table.destroy = destroy;
    table.claims = list_claims;
    table.alloc = alloc;
    table.retain = retain;
    table.release = release;
    table.size = size_of;
    table.write = write;
    table.read = read;
    table.invoke = invoke;
    table.wrap = wrap;
    return &made.release()->table;  // never freed: the header requires this
  } catch (...) {
    return nullptr;
  }
}

int create_exported(BackendMaker make, const AssayHost* host,
                    AssayContext** context, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    if (host == nullptr || host->abi_major != ASSAY_ABI_MAJOR)
      return Status::invalid("the host is not of ABI version 1");
    auto made = std::make_unique<ExportedContext>();
    made->backend = make();
    *context = reinterpret_cast<AssayContext*>(made.release());
    return {};
  });
}

}  // namespace assay
