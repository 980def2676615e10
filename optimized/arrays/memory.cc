// Implements the arena's buffers, and the moving ops on strided_copy(). The ops
// have the same rules as those of HostMemory, which copies element by element.
// Tested by tests/optimized/memory_test.cc.
#include "optimized/arrays/memory.h"

#include <algorithm>
#include <memory>

#include "optimized/layout/strided_copy.h"
#include "optimized/resources/arena.h"

namespace assay::optimized {
namespace {

bool is_ours(const Tensor& x) { return HostMemory::storage_of(x) != nullptr; }

Status foreign() {
  return Status::invalid("a tensor's buffer is not one of this backend");
}

// Returns the buffer with a deleter that gives its memory back to the arena.
std::shared_ptr<Buffer> returning(std::shared_ptr<Buffer> wrapped,
                                  std::byte* memory, std::size_t bytes) {
  Buffer* shown = wrapped.get();
  return {shown, [wrapped = std::move(wrapped), memory, bytes](Buffer*) {
            Arena::process().give_back(memory, bytes);
          }};
}

}  // namespace

Result<Tensor> Memory::buffer(DType dtype, const Shape& shape) {
  const auto count = checked_element_count(shape);
  if (!count) return Status::invalid(shape_text(shape) + " is not a shape");
  const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, *count));
  std::byte* memory = Arena::process().take(bytes);
  if (memory == nullptr)
    return Status{StatusCode::kOutOfMemory, "",
                  "there is no memory for " + std::to_string(bytes) + " bytes"};
  auto made = HostMemory::wrap(dtype, *count, {memory, bytes}, true);
  if (!made) {
    Arena::process().give_back(memory, bytes);
    return made;
  }
  return Tensor{dtype, View(shape),
                returning(std::move(made->buffer), memory, bytes)};
}

Result<Tensor> Memory::from_host(DType dtype, std::int64_t count,
                                 std::span<const std::byte> storage) {
  if (!checked_element_count({count}) ||
      static_cast<std::int64_t>(storage.size()) < storage_bytes(dtype, count))
    return HostMemory::from_host(dtype, count, storage);  // which says why not
  auto made = buffer(dtype, {count});
  if (made)
    std::copy_n(storage.begin(), storage_bytes(dtype, count),
                storage_of(*made));
  return made;
}

Result<Tensor> Memory::full(DType dtype, const Shape& shape,
                            ElementBits value) {
  auto made = buffer(dtype, shape);
  if (!made) return made;
  std::byte element[16] = {};
  store_element(element, dtype, 0, value);
  std::int64_t bytes = spec_of(dtype).bits / 8;
  std::int64_t count = made->view.numel();
  if (kPacked.contains(dtype)) {  // two to a byte
    store_element(element, dtype, 1, value);
    count = storage_bytes(dtype, count);
    bytes = 1;
  }
  strided_copy(storage_of(*made), View({count}), element, View({count}, {0}, 0),
               static_cast<std::size_t>(bytes));
  return made;
}

Result<Tensor> Memory::copy(const Tensor& x) {
  if (!is_ours(x)) return foreign();
  auto made = buffer(x.dtype, x.view.shape());
  if (made)
    if (Status s = assign(*made, x); !s.ok()) return s;
  return made;
}

Result<Tensor> Memory::contiguous(const Tensor& x) {
  return x.view.is_c_contiguous() ? Result<Tensor>(x) : copy(x);
}

Result<Tensor> Memory::reshape(const Tensor& x, const Shape& shape) {
  auto view = x.view.reshape(shape);
  if (view) return Tensor{x.dtype, *std::move(view), x.buffer};
  if (view.status().code != StatusCode::kUnsupported) return view.status();
  auto copied = copy(x);  // strides cannot express the shape
  if (copied) copied->view = View(shape);
  return copied;
}

Status Memory::assign(const Tensor& out, const Tensor& x) {
  if (!is_ours(out) || !is_ours(x)) return foreign();
  if (kPacked.contains(out.dtype)) return HostMemory::assign(out, x);
  strided_copy(storage_of(out), out.view, storage_of(x), x.view,
               static_cast<std::size_t>(spec_of(out.dtype).bits) / 8);
  return {};
}

}  // namespace assay::optimized
