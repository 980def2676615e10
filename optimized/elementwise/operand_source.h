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
#include "optimized/resources/settings.h"
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

// The panels in which a transposed operand is brought into row-major order.
struct OperandPanels {
  std::size_t axis = 0;  // along which a panel has some of the elements
  std::int64_t row = 0;  // elements for each of them, or 0 without panels
};

// Returns the panels of an operand whose axes are transposed, or none if a
// panel of whole cache lines would not stay in L2.
inline OperandPanels operand_panels(const Axes<1>& axes) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < axes.count(); ++i) {
    const std::int64_t stride = std::abs(axes[i].strides[0]);
    const std::int64_t least = std::abs(axes[axis].strides[0]);
    if (stride != 0 && (least == 0 || stride < least)) axis = i;
  }
  std::int64_t row = 1;
  for (std::size_t i = axis + 1; i < axes.count(); ++i) row *= axes[i].extent;
  // A panel has a cache line for each element of a row: 512 KiB at most.
  constexpr std::int64_t kLongest = 4;  // blocks
  return row <= kLongest * settings().block ? OperandPanels{axis, row}
                                            : OperandPanels{};
}

// A transposed operand is read in panels if the caller can, and otherwise
// copied into row-major order first.
struct OperandSource {
  OperandSource(const Tensor& x, bool as_is, bool in_panels = false)
      : storage(HostMemory::storage_of(x)),
        dtype(x.dtype),
        element(bytes_of(x.dtype)),
        offset(x.view.offset()),
        axes({&x.view}),
        is_packed(kPacked.contains(x.dtype)),
        is_direct(x.view.is_row_major()),
        widens(is_narrow_real(x.dtype) && !as_is) {
    if (is_direct || is_packed || !is_transposed(axes)) return;
    if (in_panels) panels = operand_panels(axes);
    if (panels.row != 0) return;
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
  OperandPanels panels;
  Scratch ordered;
};

}  // namespace assay::optimized
