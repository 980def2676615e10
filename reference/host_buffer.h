// Defines the reference's buffers, which own their bytes or wrap memory of the
// caller. Nothing outside this folder depends on their content.
// Tested by tests/reference/reference_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "spec/element.h"
#include "spec/tensor.h"

namespace assay {

class HostBuffer : public Buffer {
 public:
  // Makes a buffer that owns these bytes.
  explicit HostBuffer(Bytes bytes) : own_(std::move(bytes)), bytes_(own_) {}
  // Makes a buffer that owns a copy of these bytes.
  explicit HostBuffer(std::span<const std::byte> bytes)
      : HostBuffer(Bytes(bytes.begin(), bytes.end())) {}
  // Wraps the caller's memory, which must outlive the buffer.
  HostBuffer(std::span<std::byte> memory, bool writable)
      : bytes_(memory), writable_(writable) {}
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }
  std::byte* storage() { return bytes_.data(); }
  // Returns whether an out of a call may use this buffer.
  bool writable() const { return writable_; }

 private:
  Bytes own_;  // empty if memory is wrapped
  std::span<std::byte> bytes_;
  bool writable_ = true;
};

// Returns the tensor's buffer, or null if another backend made it.
inline HostBuffer* host_buffer_of(const Tensor& tensor) {
  return dynamic_cast<HostBuffer*>(tensor.buffer.get());
}

// Returns whether every element that the view shows is within a buffer of
// `capacity` elements. The view must have a valid shape and one stride per
// axis. Its strides and offset may have any value, because no step here
// overflows.
inline bool lies_within(const View& view, std::int64_t capacity) {
  if (view.numel() == 0) return true;
  if (view.offset() < 0 || view.offset() >= capacity) return false;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t steps = view.shape()[axis] - 1;
    const std::int64_t stride = view.strides()[axis];
    // Each axis alone must stay within the buffer, so bounds() cannot overflow.
    if (steps == 0) continue;
    if (stride > capacity / steps || stride < -(capacity / steps)) return false;
  }
  const auto [low, high] = view.bounds();
  return low >= 0 && high < capacity;
}

// A request for more bytes of storage than this is refused as out of memory.
inline constexpr std::int64_t kMaxStorageBytes = std::int64_t{1} << 32;

// Returns a C-contiguous tensor of zeros, or `out_of_memory`.
inline Result<Tensor> make_tensor(DType dtype, const Shape& shape) {
  const auto count = checked_element_count(shape);
  if (!count) return Status::invalid(shape_text(shape) + " is not a shape");
  const std::int64_t bytes = storage_bytes(dtype, *count);
  if (bytes > kMaxStorageBytes)
    return Status{StatusCode::kOutOfMemory, "",
                  "a tensor of shape " + shape_text(shape) + " is too large"};
  return Tensor{
      dtype, View(shape),
      std::make_shared<HostBuffer>(Bytes(static_cast<std::size_t>(bytes)))};
}

}  // namespace assay
