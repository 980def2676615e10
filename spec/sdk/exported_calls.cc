// Implements what the exported functions have in common.
// Tested by tests/spec/export_backend_test.cc.
#include "spec/sdk/exported_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "spec/sdk/abi_values.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

// Returns the buffer that a result shares with an operand, an out or an earlier
// result, with one more reference. Returns null if it shares none.
AssayBuffer* shared_buffer(SharedTensors shared, const AssayResults& results,
                           const std::shared_ptr<Buffer>& buffer) {
  const auto find =
      [&buffer](std::span<const AssayTensor> tensors) -> AssayBuffer* {
    for (const AssayTensor& tensor : tensors)
      if (buffer_of(tensor.buffer)->is(buffer)) return tensor.buffer;
    return nullptr;
  };
  AssayBuffer* found = nullptr;
  for (const auto tensors : shared)
    if (found == nullptr) found = find(tensors);
  if (found == nullptr) found = find({results.tensors, results.count});
  if (found != nullptr) buffer_of(found)->retain();
  return found;
}

// Returns how many results the host has room for. A host that was built with
// another header has another size of AssayResults.
std::size_t room_of(const AssayResults& results) {
  return (results.struct_size - offsetof(AssayResults, tensors)) /
         sizeof(AssayTensor);
}

}  // namespace

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

int report_answer(AssayStatus* to, const Status& status) {
  if (status.ok()) return ASSAY_OK;
  const bool has_kind =
      kinds_of(status.code).empty() || is_kind_of(status.code, status.kind);
  if (has_kind) return report(to, status.code, status.kind, status.message);
  return report(to, StatusCode::kInternal, "",
                "a status \"" + std::string(name_of(status.code)) +
                    "\" of the backend has the kind \"" + status.kind +
                    "\"; it said: " + status.message);
}

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

Status fill_results(Backend& backend, SharedTensors shared, Tensors tensors,
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
    AssayBuffer* handle = shared_buffer(shared, results, tensor.buffer);
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

void drop(AssayResults& results) noexcept {
  for (std::uint32_t i = 0; i < results.count; ++i) {
    ExportedBuffer* buffer = buffer_of(results.tensors[i].buffer);
    if (buffer->release()) delete buffer;
  }
  results.count = 0;
}

}  // namespace assay
