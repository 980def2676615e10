// Wraps each function of the C table. A plugin may answer anything, so nothing
// that it returns is used before it is checked.
// Tested by tests/harness/subject/plugin_backend_test.cc.
#include "harness/subject/plugin_context.h"

#include <fmt/format.h>

#include <cstring>

#include "harness/subject/wire.h"
#include "spec/sdk/abi_values.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

// Returns the kind with this number, "" for ASSAY_KIND_NONE, or nothing if no
// kind has the number.
std::optional<std::string_view> kind_of(std::uint32_t number) {
  if (number == ASSAY_KIND_NONE) return "";
  for (const auto code : {StatusCode::kUnsupported, StatusCode::kNumeric})
    for (const std::string_view kind : kinds_of(code))
      if (abi_kind(code, kind) == number) return kind;
  return std::nullopt;
}

// Returns where the plugin writes its message. Each thread has its own place.
constexpr std::size_t kMessageBytes = 512;
char* message_place() {
  static thread_local char place[kMessageBytes];
  return place;
}

// Returns the extension that lists the limits of claims, or null. Stops after
// kLongestChain entries, so that a circular chain cannot hang the harness.
const AssayClaimLimitsV1* limits_of(const AssayBackendV1& table) {
  constexpr int kLongestChain = 64;
  const AssayExtension* entry = table.next;
  for (int i = 0; entry != nullptr && i < kLongestChain;
       ++i, entry = entry->next) {
    if (entry->name == nullptr ||
        std::strcmp(entry->name, ASSAY_CLAIM_LIMITS) != 0 ||
        entry->struct_size < sizeof(AssayClaimLimitsV1))
      continue;
    const auto* found = reinterpret_cast<const AssayClaimLimitsV1*>(entry);
    return found->limits == nullptr ? nullptr : found;
  }
  return nullptr;
}

}  // namespace

PluginBuffer::~PluginBuffer() { context_->forget(*this); }

Result<std::shared_ptr<PluginContext>> PluginContext::create(
    std::shared_ptr<const PluginLibrary> library) {
  std::shared_ptr<PluginContext> made(new PluginContext(std::move(library)));
  AssayHost host{};
  host.struct_size = sizeof host;
  host.abi_major = ASSAY_ABI_MAJOR;
  host.abi_minor = ASSAY_ABI_MINOR;
  AssayStatus status = made->fresh_status();
  AssayContext* context = nullptr;
  const int code = made->table().create(&host, &context, &status);
  Status created = made->answered("create", code, status);
  if (created.ok() && context == nullptr)
    created = made->violate("create", "it made a null context");
  if (!created.ok())
    return Status::internal(fmt::format(
        "{} cannot be started: {}", made->library_->path(), created.message));
  made->context_ = context;
  return made;
}

PluginContext::~PluginContext() {
  if (context_ != nullptr) table().destroy(context_);
}

AssayStatus PluginContext::fresh_status() {
  char* const message = message_place();
  message[0] = '\0';
  message[kMessageBytes - 1] = '\0';
  return {sizeof(AssayStatus), ASSAY_OK, ASSAY_KIND_NONE, message,
          kMessageBytes};
}

Status PluginContext::violate(std::string_view function,
                              std::string_view what) {
  const std::lock_guard lock(mutex_);
  if (!is_violated_) {
    violation_ = fmt::format(
        "the answer of {} breaks the rules of the C "
        "header: {}",
        function, what);
    is_violated_ = true;
  }
  return Status::internal(*violation_);
}

// Turns the answer of a function into a status, or into a violation.
Status PluginContext::answered(std::string_view function, int code,
                               const AssayStatus& status) {
  if (code == ASSAY_OK && status.code == ASSAY_OK) return {};
  if (code < 0 || static_cast<std::uint32_t>(code) != status.code)
    return violate(function, fmt::format("it returned {} and left {} in the "
                                         "status, where both are the same",
                                         code, status.code));
  if (code > ASSAY_INTERNAL)
    return violate(
        function, fmt::format("it returned {} where {} to {} is expected", code,
                              ASSAY_OK, ASSAY_INTERNAL));
  const auto status_code = static_cast<StatusCode>(code);
  const auto kind = kind_of(status.kind);
  const bool matches =
      kind && (kinds_of(status_code).empty() ? kind->empty()
                                             : is_kind_of(status_code, *kind));
  if (!matches)
    return violate(
        function,
        fmt::format("the kind of {} is {}{} where {} is expected",
                    name_of(status_code), status.kind,
                    kind && !kind->empty() ? fmt::format(" ({})", *kind) : "",
                    kinds_text(status_code)));
  const char* const message = message_place();
  if (message[kMessageBytes - 1] != '\0')
    return violate(function, "its message does not end within the buffer");
  return {status_code, std::string(*kind), one_line(message, 500)};
}

bool PluginContext::is_in_use(AssayBuffer* handle) {
  const std::lock_guard lock(mutex_);
  const auto known = live_.find(handle);
  return known != live_.end() && !known->second.expired();
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::take_new(
    const char* function, AssayBuffer* handle, std::size_t bytes) {
  if (handle == nullptr) return violate(function, "it made a null buffer");
  if (is_in_use(handle))
    return violate(function,
                   "it made a buffer at the address of one that is in use");
  if (const std::size_t size = table().size(context_, handle); size != bytes) {
    table().release(context_, handle);
    return violate("size", fmt::format("it is {} for a buffer that {} made of "
                                       "{} bytes",
                                       size, function, bytes));
  }
  auto buffer =
      std::make_shared<PluginBuffer>(shared_from_this(), handle, bytes);
  const std::lock_guard lock(mutex_);
  live_[handle] = buffer;
  return buffer;
}

void PluginContext::forget(const PluginBuffer& buffer) {
  if (buffer.is_disowned_) return;
  {
    const std::lock_guard lock(mutex_);
    live_.erase(buffer.handle());
  }
  table().release(context_, buffer.handle());
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::alloc(std::size_t bytes) {
  AssayStatus status = fresh_status();
  AssayBuffer* handle = nullptr;
  const int code = table().alloc(context_, bytes, &handle, &status);
  if (Status made = answered("alloc", code, status); !made.ok()) return made;
  return take_new("alloc", handle, bytes);
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::wrap(
    std::span<std::byte> memory, bool writable) {
  if (table().wrap == nullptr)
    return Status::unsupported("op", "the plugin wraps no memory");
  AssayStatus status = fresh_status();
  AssayBuffer* handle = nullptr;
  const int code = table().wrap(context_, memory.data(), memory.size(),
                                writable ? 1 : 0, &handle, &status);
  if (Status made = answered("wrap", code, status); !made.ok()) return made;
  return take_new("wrap", handle, memory.size());
}

Status PluginContext::write(const PluginBuffer& buffer,
                            std::span<const std::byte> bytes) {
  AssayStatus status = fresh_status();
  const int code = table().write(context_, buffer.handle(), 0, bytes.data(),
                                 bytes.size(), &status);
  return answered("write", code, status);
}

Result<Bytes> PluginContext::read(const PluginBuffer& buffer) {
  const std::size_t size = table().size(context_, buffer.handle());
  if (size != buffer.bytes())
    return violate("size", fmt::format("it is {} for a buffer that had {} "
                                       "bytes and was not released",
                                       size, buffer.bytes()));
  Bytes bytes(size);
  AssayStatus status = fresh_status();
  const int code = table().read(context_, buffer.handle(), 0, bytes.data(),
                                bytes.size(), &status);
  if (Status done = answered("read", code, status); !done.ok()) return done;
  return bytes;
}

Status PluginContext::invoke(std::string_view op, const AssayCall& call,
                             AssayResults& results) {
  std::memset(&results, 0, sizeof results);
  results.struct_size = sizeof results;
  for (AssayTensor& tensor : results.tensors)
    tensor.struct_size = sizeof tensor;
  AssayStatus status = fresh_status();
  const int code = table().invoke(context_, &call, &results, &status);
  if (code == ASSAY_OK && status.code == ASSAY_OK) return {};
  return answered(fmt::format("invoke of {}", op), code, status);
}

Status PluginContext::claims(std::span<const AssayCell>& cells) {
  AssayStatus status = fresh_status();
  const AssayCell* first = nullptr;
  std::size_t count = 0;
  const int code = table().claims(context_, &first, &count, &status);
  if (Status listed = answered("claims", code, status); !listed.ok())
    return listed;
  if (first == nullptr && count > 0)
    return violate("claims",
                   fmt::format("it lists {} cells at a null pointer", count));
  cells = {first, count};
  return {};
}

Status PluginContext::limits(std::span<const AssayClaimLimits>& limits) {
  const AssayClaimLimitsV1* extension = limits_of(table());
  if (extension == nullptr) return {};
  AssayStatus status = fresh_status();
  const AssayClaimLimits* first = nullptr;
  std::size_t count = 0;
  const int code = extension->limits(context_, &first, &count, &status);
  if (Status listed = answered("limits", code, status); !listed.ok())
    return listed;
  if (first == nullptr && count > 0)
    return violate("limits",
                   fmt::format("it lists {} limits at a null pointer", count));
  limits = {first, count};
  return {};
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::adopt(
    std::string_view function, AssayBuffer* handle) {
  std::shared_ptr<PluginBuffer> known;
  {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(handle);
    if (found != live_.end()) known = found->second.lock();
  }
  if (known != nullptr && !known->is_disowned_) {
    // The known buffer already holds a reference.
    table().release(context_, handle);
    return known;
  }
  if (handle == nullptr) return violate(function, "a result has a null buffer");
  const std::size_t size = table().size(context_, handle);
  if (size > kMaxPayloadBytes) {
    table().release(context_, handle);
    return violate(function,
                   fmt::format("the buffer of a result has {} bytes where at "
                               "most {} are expected",
                               size, kMaxPayloadBytes));
  }
  auto buffer =
      std::make_shared<PluginBuffer>(shared_from_this(), handle, size);
  const std::lock_guard lock(mutex_);
  live_[handle] = buffer;
  return buffer;
}

}  // namespace assay
