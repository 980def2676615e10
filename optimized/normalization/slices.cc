// Implements slices: finds out whether one stride leads from each block to the
// next, and copies the tensor if not.
// Tested by tests/optimized/normalization_test.cc.
#include "optimized/normalization/slices.h"

#include "optimized/layout/axes.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Walks the axes [first, last) of a view.
Axes<1> axes_between(const View& view, std::size_t first, std::size_t last) {
  Axes<1> axes;
  for (std::size_t i = first; i < last; ++i)
    if (view.shape()[i] != 1) axes.add({view.shape()[i], {view.strides()[i]}});
  return axes;
}

std::int64_t count_between(const Shape& shape, std::size_t first,
                           std::size_t last) {
  std::int64_t count = 1;
  for (std::size_t i = first; i < last; ++i) count *= shape[i];
  return count;
}

}  // namespace

bool Slices::finds_strides(const View& view, std::size_t axis,
                           bool joins_rows) {
  const Axes<1> before = axes_between(view, 0, axis);
  const Axes<1> after = axes_between(view, axis + 1, view.rank());
  if (before.count() > 1 || after.count() > 1) return false;
  block_stride_ = before.count() == 0 ? 0 : before[0].strides[0];
  row_stride_ = view.strides()[axis];
  if (after.count() == 0) return extent == 1 || row_stride_ == 1;
  return after[0].strides[0] == 1 &&
         (!joins_rows || extent == 1 || row_stride_ == inner);
}

Slices::Slices(const Tensor& x, std::int64_t axis, bool joins_rows)
    : first_(HostMemory::storage_of(x)), element_(bytes_of(x.dtype)) {
  const Shape& shape = x.view.shape();
  const auto at = static_cast<std::size_t>(axis);
  outer = count_between(shape, 0, at);
  extent = shape[at];
  inner = count_between(shape, at + 1, shape.size());
  if (finds_strides(x.view, at, joins_rows)) {
    first_ += x.view.offset() * element_;
    return;
  }
  ordered_ = Scratch(x.view.numel() * element_);
  strided_copy(ordered_.bytes(), View(shape), first_, x.view,
               static_cast<std::size_t>(element_));
  first_ = ordered_.bytes();
  block_stride_ = extent * inner;
  row_stride_ = inner;
}

}  // namespace assay::optimized
