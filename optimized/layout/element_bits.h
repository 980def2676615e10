// Gives ops that only move elements their bits, as elements of 1, 2, 4, 8 or 16
// bytes, so that one kernel per size serves every dtype. 4-bit integers are
// unpacked to one per byte.
// Tested by the movement and indexing families of the suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "optimized/layout/dense.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The 16 bytes of a complex128.
struct Bits128 {
  std::uint64_t low, high;
};

class ElementsIn {
 public:
  // Reads `x` in place, whatever its layout, or in row-major order if `dense`.
  // The tensor stays where it is while its elements are read.
  explicit ElementsIn(const Tensor& x, bool dense = false);
  ElementsIn(const ElementsIn&) = delete;
  ElementsIn& operator=(const ElementsIn&) = delete;

  const std::byte* storage() const { return storage_; }
  const View& view() const { return *view_; }
  std::size_t bytes() const { return bytes_; }  // of an element
  // Returns the storage from the offset of the view on.
  template <typename T>
  const T* first() const {
    return reinterpret_cast<const T*>(storage_) + view_->offset();
  }

 private:
  void show(View view) {
    own_view_ = std::move(view);
    view_ = &own_view_;
  }

  Scratch scratch_;
  const std::byte* storage_;
  const View* view_;  // that of the tensor, which takes no memory, or own_view_
  View own_view_;
  std::size_t bytes_;
};

class ElementsOut {
 public:
  // Makes room for the elements of `out`, which is C-contiguous. The caller
  // writes all of them before store().
  explicit ElementsOut(const Tensor& out);

  std::byte* storage() const { return storage_; }
  std::size_t bytes() const { return bytes_; }  // of an element
  // Packs 4-bit integers; does nothing for other dtypes.
  void store();

 private:
  const Tensor& out_;
  Scratch scratch_;
  std::byte* storage_;
  std::size_t bytes_;
};

// Stores the elements of `x` in `out`, which is C-contiguous and has the dtype
// and the shape of `x`.
void copy_elements(const Tensor& out, const Tensor& x);

// Calls f(T()) with the type of `bytes` bytes.
template <typename F>
decltype(auto) with_bits_of(std::size_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(std::uint8_t());
    case 2:
      return f(std::uint16_t());
    case 4:
      return f(std::uint32_t());
    case 8:
      return f(std::uint64_t());
    default:
      return f(Bits128());
  }
}

}  // namespace assay::optimized
