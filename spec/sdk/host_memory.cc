// Allocates, wraps, reads and copies tensors in host memory for backends on the
// CPU.
// Tested by tests/spec/typed_backend_test.cc.
#include "spec/sdk/host_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>

namespace assay {
namespace {

// Holds the bytes of a tensor, or points to memory of the host.
class MemoryBlock final : public Buffer {
 public:
  MemoryBlock(std::unique_ptr<std::byte[]> owned, std::span<std::byte> bytes)
      : owned_(std::move(owned)), bytes_(bytes) {}
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::unique_ptr<std::byte[]> owned_;  // null if the host owns the memory
  std::span<std::byte> bytes_;
};

const MemoryBlock* block_of(const Tensor& tensor) {
  // Gives the result of dynamic_cast, because the class is final. Each call
  // does this several times, and dynamic_cast makes small calls a quarter
  // slower.
  const Buffer* buffer = tensor.buffer.get();
  const bool is_block =
      buffer != nullptr && typeid(*buffer) == typeid(MemoryBlock);
  return is_block ? static_cast<const MemoryBlock*>(buffer) : nullptr;
}

Status foreign() {
  return Status::invalid("a tensor's buffer is not one of this backend");
}

// Checks that `found` bytes hold `count` elements.
Status check_bytes(DType dtype, std::int64_t count, std::size_t found) {
  if (!checked_element_count({count}))
    return Status::invalid(fmt::format("{} is no number of elements", count));
  const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, count));
  if (found >= bytes) return {};
  return Status::invalid(
      fmt::format("{} bytes of storage where {} are needed", found, bytes));
}

// out[i] = x[i]; both are tensors of a HostMemory.
void copy_elements(const Tensor& out, const Tensor& x) {
  std::byte* to = HostMemory::storage_of(out);
  const std::byte* from = HostMemory::storage_of(x);
  for (const Index& at : indices(x.view.shape()))
    store_element(to, out.dtype, out.view.linear_index(at),
                  load_element(from, x.dtype, x.view.linear_index(at)));
}

}  // namespace

std::byte* HostMemory::storage_of(const Tensor& tensor) {
  const MemoryBlock* block = block_of(tensor);
  return block == nullptr ? nullptr : block->bytes().data();
}

Result<Tensor> HostMemory::buffer(DType dtype, const Shape& shape) {
  const auto count = checked_element_count(shape);
  if (!count) return Status::invalid(shape_text(shape) + " is not a shape");
  const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, *count));
  // Allocate at least one byte, so that no storage is null.
  std::unique_ptr<std::byte[]> owned(
      new (std::nothrow) std::byte[std::max<std::size_t>(bytes, 1)]);
  if (owned == nullptr)
    return Status{StatusCode::kOutOfMemory, "",
                  fmt::format("there is no memory for {} bytes", bytes)};
  const std::span<std::byte> span(owned.get(), bytes);
  return Tensor{dtype, View(shape),
                std::make_shared<MemoryBlock>(std::move(owned), span)};
}

Result<Tensor> HostMemory::from_host(DType dtype, std::int64_t count,
                                     std::span<const std::byte> storage) {
  if (Status s = check_bytes(dtype, count, storage.size()); !s.ok()) return s;
  auto tensor = HostMemory::buffer(dtype, {count});
  if (!tensor) return tensor;
  std::copy_n(storage.begin(), block_of(*tensor)->bytes().size(),
              storage_of(*tensor));
  return tensor;
}

Result<Bytes> HostMemory::to_host(const Tensor& tensor) {
  const MemoryBlock* block = block_of(tensor);
  if (block == nullptr) return foreign();
  return Bytes(block->bytes().begin(), block->bytes().end());
}

Result<Tensor> HostMemory::wrap(DType dtype, std::int64_t count,
                                std::span<std::byte> memory, bool writable) {
  static_cast<void>(writable);  // operands are not written anyway
  if (Status s = check_bytes(dtype, count, memory.size()); !s.ok()) return s;
  if (memory.data() == nullptr) return HostMemory::buffer(dtype, {count});
  return Tensor{dtype, View({count}),
                std::make_shared<MemoryBlock>(nullptr, memory)};
}

Result<Tensor> HostMemory::full(DType dtype, const Shape& shape,
                                ElementBits value) {
  auto made = HostMemory::buffer(dtype, shape);
  if (!made) return made;
  for (std::int64_t i = 0; i < made->view.numel(); ++i)
    store_element(storage_of(*made), dtype, i, value);
  return made;
}

Result<Tensor> HostMemory::copy(const Tensor& x) {
  if (block_of(x) == nullptr) return foreign();
  auto made = HostMemory::buffer(x.dtype, x.view.shape());
  if (made) copy_elements(*made, x);
  return made;
}

Result<Tensor> HostMemory::contiguous(const Tensor& x) {
  return x.view.is_c_contiguous() ? Result<Tensor>(x) : copy(x);
}

Result<Tensor> HostMemory::reshape(const Tensor& x, const Shape& shape) {
  auto view = x.view.reshape(shape);
  if (view) return Tensor{x.dtype, *std::move(view), x.buffer};
  if (view.status().code != StatusCode::kUnsupported) return view.status();
  auto copied = copy(x);  // strides cannot express the shape
  if (copied) copied->view = View(shape);
  return copied;
}

Status HostMemory::assign(const Tensor& out, const Tensor& x) {
  if (block_of(out) == nullptr || block_of(x) == nullptr) return foreign();
  copy_elements(out, x);
  return {};
}

}  // namespace assay
