// Implements the check of indices and the sums of their strides.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/places.h"

#include <fmt/format.h>

#include "optimized/arrays/index_limit.h"
#include "optimized/layout/dense.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

View part_of(const View& x, std::size_t first, std::size_t last) {
  const auto begin = static_cast<std::ptrdiff_t>(first);
  const auto end = static_cast<std::ptrdiff_t>(last);
  return View(Shape(x.shape().begin() + begin, x.shape().begin() + end),
              Strides(x.strides().begin() + begin, x.strides().begin() + end),
              0);
}

}  // namespace

IndexedAxes indexed_axes(const View& x, std::size_t first, std::size_t count) {
  return {part_of(x, 0, first), part_of(x, first, first + count),
          part_of(x, first + count, x.rank())};
}

Result<std::vector<std::int64_t>> places_of(const Tensor& indices,
                                            const View& indexed) {
  const Dense<std::int32_t> list(indices);
  const auto axes = static_cast<std::int64_t>(indexed.rank());
  const std::int64_t count = list.size() / axes;
  std::vector<std::int64_t> places(static_cast<std::size_t>(count));
  for (std::int64_t axis = 0; axis < axes; ++axis) {
    const auto along = static_cast<std::size_t>(axis);
    const std::int64_t extent = indexed.shape()[along];
    const std::int64_t stride = indexed.strides()[along];
    if (!are_below(list.data() + axis, axes, count, extent)) {
      Status status = Status::invalid(fmt::format(
          "an index is outside [0, {}) along an indexed axis", extent));
      status.kind = "selection.range"_clause;
      return status;
    }
    for (std::int64_t i = 0; i < count; ++i)
      places[static_cast<std::size_t>(i)] += list[i * axes + axis] * stride;
  }
  return places;
}

}  // namespace assay::optimized
