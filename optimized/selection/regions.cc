// Implements these ops as copies between views of the same shape.
// Tested by the selection family of the suite.
#include "optimized/selection/regions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/layout/axes.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/spread_run.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/selection/steps.h"

namespace assay::optimized {

namespace {

// Where a row of the result has elements of value.
struct GappedRow {
  std::int64_t extent;  // of the whole row
  std::int64_t first, step, count;
};

// Copies whole rows of x, and stores elements of value in each row while it is
// in L1. The walk leads over the rows, with the strides of out, x and value.
void store_gapped_rows(std::byte* out, const std::byte* x,
                       const std::byte* value, const Axes<3>& walk,
                       const GappedRow& row, std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  std::int64_t bytes = row.extent * element;
  for (std::size_t i = 0; i < walk.count(); ++i) bytes *= walk[i].extent;
  in_axis_ranges(walk, 1, is_worth_threads(2 * bytes),
                 [&](const Axes<3>& part, const auto& begin) {
                   for_outer(part, part.count(), [&](const auto& offsets) {
                     std::byte* to = out + (begin[0] + offsets[0]) * element;
                     std::memmove(
                         to, x + (begin[1] + offsets[1]) * element,
                         static_cast<std::size_t>(row.extent * element));
                     spread_elements(to + row.first * element,
                                     value + (begin[2] + offsets[2]) * element,
                                     row.step, row.count, element_bytes, true);
                   });
                 });
}

}  // namespace

Status slice_assign(
    const Tensor& out, const Tensor& x, const Tensor& value,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
    const std::vector<std::int64_t>& steps) {
  const View whole(out.view.shape());
  const auto region = whole.slice(ranges, steps);
  if (!region) return region.status();
  if (out.view.numel() == 0) return {};
  ElementsOut to(out);
  const ElementsIn base(x), from(value);
  const auto element = static_cast<std::int64_t>(to.bytes());
  const bool has_gapped_rows = steps.size() > 1 && steps.back() > 1 &&
                               base.view().strides().back() == 1 &&
                               from.view().strides().back() == 1;
  // A region with gaps is no box, but its rows with all of their gaps are.
  auto boxed = ranges;
  if (has_gapped_rows) boxed.back() = {0, whole.shape().back()};
  Box box;
  if (std::all_of(steps.begin(), steps.end() - (has_gapped_rows ? 1 : 0),
                  [](std::int64_t step) { return step == 1 || step == -1; }))
    for (std::size_t i = 0; i < boxed.size(); ++i) {
      box.first[i] = boxed[i].first;
      box.extents[i] = boxed[i].second - boxed[i].first;
    }
  copy_around(box, whole.shape(), to.storage(), whole.strides(),
              base.storage() + base.view().offset() * element,
              base.view().strides(), to.bytes());
  if (has_gapped_rows) {
    boxed.back() = {0, 1};  // the first element of each row
    const auto rows = whole.slice(boxed, steps);
    const auto rows_of_x = base.view().slice(boxed, steps);
    const View& values = from.view();
    store_gapped_rows(to.storage() + rows->offset() * element,
                      base.storage() + rows_of_x->offset() * element,
                      from.storage() + values.offset() * element,
                      Axes<3>({&*rows, &*rows_of_x, &values}),
                      {whole.shape().back(), ranges.back().first,
                       region->strides().back(), region->shape().back()},
                      to.bytes());
  } else {
    strided_copy(to.storage(), *region, from.storage(), from.view(),
                 to.bytes());
  }
  to.store();
  return {};
}

void repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
            std::int64_t times) {
  if (out.view.numel() == 0) return;
  const ElementsIn from(x);
  ElementsOut to(out);
  const auto along = static_cast<std::size_t>(axis);
  const auto at = static_cast<std::ptrdiff_t>(axis);
  Shape shape = x.view.shape();
  Strides target = row_major_strides(out.view.shape());
  if (shape.size() == kMaxRank) {  // no room for one more axis
    const std::int64_t copy = shape[along] * target[along];
    for (std::int64_t i = 0; i < times; ++i)
      strided_copy(to.storage(), View(shape, target, i * copy), from.storage(),
                   from.view(), to.bytes());
    return to.store();
  }
  Strides source = from.view().strides();
  target.insert(target.begin() + at, shape[along] * target[along]);
  source.insert(source.begin() + at, 0);
  shape.insert(shape.begin() + at, times);
  strided_copy(to.storage(), View(shape, target, 0), from.storage(),
               View(shape, source, from.view().offset()), to.bytes());
  to.store();
}

void arange(const Tensor& out, std::int64_t step, std::int64_t start) {
  ElementsOut to(out);
  const std::int64_t count = out.view.numel();
  const auto element = static_cast<std::int64_t>(to.bytes());
  in_ranges(count, 64, is_worth_threads(count * element),
            [&](std::int64_t first, std::int64_t last) {
              const PartOfResult part(count * element);
              store_steps(to.storage() + first * element,
                          static_cast<std::uint64_t>(start) +
                              static_cast<std::uint64_t>(step) *
                                  static_cast<std::uint64_t>(first),
                          static_cast<std::uint64_t>(step), last - first,
                          to.bytes());
            });
  to.store();
}

}  // namespace assay::optimized
