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

// Rows of a row-major result in which every step-th element is replaced.
struct GappedRows {
  std::int64_t extent;  // of a row
  std::int64_t first, step, count;
};

// Stores the rows of a region with elements of value, and elements of x around
// and between them. Each line of the result is written once.
void store_gapped_rows(std::byte* out, const View& region, const std::byte* x,
                       const View& around, const std::byte* value,
                       const View& from, const GappedRows& rows,
                       std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  const std::int64_t end = rows.first + (rows.count - 1) * rows.step + 1;
  Axes<3> walk;
  for (std::size_t i = 0; i + 1 < region.rank(); ++i)
    if (region.shape()[i] != 1)
      walk.add({region.shape()[i],
                {region.strides()[i], around.strides()[i], from.strides()[i]}});
  const auto copy = [&](std::byte* to, const std::byte* source,
                        std::int64_t count) {
    std::memmove(to, source, static_cast<std::size_t>(count * element));
  };
  out += (region.offset() - rows.first) * element;
  x += (around.offset() - rows.first) * element;
  value += from.offset() * element;
  in_axis_ranges(
      walk, 1, is_worth_threads(2 * region.numel() * rows.step * element),
      [&](const Axes<3>& part, const auto& begin) {
        for_outer(part, part.count(), [&](const auto& offsets) {
          std::byte* to = out + (begin[0] + offsets[0]) * element;
          const std::byte* row = x + (begin[1] + offsets[1]) * element;
          copy(to, row, rows.first);
          spread_between(to + rows.first * element,
                         value + (begin[2] + offsets[2]) * element,
                         row + rows.first * element, rows.step, rows.count,
                         element_bytes);
          copy(to + end * element, row + end * element, rows.extent - end);
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
    const auto around = base.view().slice(ranges, steps);
    if (!around) return around.status();
    store_gapped_rows(to.storage(), *region, base.storage(), *around,
                      from.storage(), from.view(),
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
