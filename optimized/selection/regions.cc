// Implements these ops as copies between views of the same shape.
// Tested by the selection family of the suite.
#include "optimized/selection/regions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/selection/steps.h"

namespace assay::optimized {

Status slice_assign(
    const Tensor& out, const Tensor& x, const Tensor& value,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
    const std::vector<std::int64_t>& steps) {
  const View whole(out.view.shape());
  const auto region = whole.slice(ranges, steps);
  if (!region) return region.status();
  if (out.view.numel() == 0) return {};
  ElementsOut to(out);
  // A region with gaps is no box.
  Box box;
  if (std::all_of(steps.begin(), steps.end(),
                  [](std::int64_t step) { return step == 1 || step == -1; }))
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      box.first[i] = ranges[i].first;
      box.extents[i] = ranges[i].second - ranges[i].first;
    }
  const ElementsIn base(x);
  const auto element = static_cast<std::int64_t>(to.bytes());
  copy_around(box, whole.shape(), to.storage(), whole.strides(),
              base.storage() + base.view().offset() * element,
              base.view().strides(), to.bytes());
  const ElementsIn from(value);
  strided_copy(to.storage(), *region, from.storage(), from.view(), to.bytes());
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
