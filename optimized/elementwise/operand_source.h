// Describes where the elements of an operand of an elementwise call are, and
// whether a kernel can read them there.
// Tested by tests/optimized/blocks_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "optimized/layout/axes.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Returns whether elements that are neighbours in memory are far apart in
// row-major order. Cache lines would then be read once per element.
inline bool is_transposed(const Axes<1>& axes) {
  if (axes.count() < 2) return false;
  const std::int64_t inner = std::abs(axes[axes.count() - 1].strides[0]);
  for (std::size_t i = 0; i + 1 < axes.count(); ++i) {
    const std::int64_t stride = std::abs(axes[i].strides[0]);
    if (stride != 0 && stride < inner) return true;
  }
  return false;
}

// A transposed operand is copied into row-major order first.
struct OperandSource {
  OperandSource(const Tensor& x, bool as_is)
      : storage(HostMemory::storage_of(x)),
        dtype(x.dtype),
        element(bytes_of(x.dtype)),
        offset(x.view.offset()),
        axes({&x.view}),
        is_packed(kPacked.contains(x.dtype)),
        is_direct(x.view.is_row_major()),
        widens(is_narrow_real(x.dtype) && !as_is) {
    if (is_direct || is_packed || !is_transposed(axes)) return;
    ordered = Scratch(x.view.numel() * element);
    strided_copy(ordered.bytes(), View(x.view.shape()), storage, x.view,
                 static_cast<std::size_t>(element));
    storage = ordered.bytes();
    offset = 0;
    is_direct = true;
  }

  // Returns whether a kernel can read the elements where they are.
  bool is_plain() const { return !widens && !is_packed; }
  // Returns whether all elements form one range that a kernel can read.
  bool is_whole() const { return is_direct && is_plain(); }
  // Returns the strides in which to walk the elements from `offset` on.
  View walk(const Tensor& x) const {
    return ordered.bytes() == nullptr ? x.view : View(x.view.shape());
  }

  const std::byte* storage;
  DType dtype;
  std::int64_t element;  // bytes
  std::int64_t offset;   // elements
  Axes<1> axes;
  bool is_packed;
  bool is_direct;
  bool widens;
  Scratch ordered;
};

}  // namespace assay::optimized
