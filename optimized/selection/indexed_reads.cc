// Implements reads by index as copies of rows of bytes. Slices that are not
// adjacent in memory are copied with their strides, one index at a time.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/selection/indexed_reads.h"

#include <algorithm>
#include <vector>

#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/reduction/reduction_axes.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/selection/indexed_rows.h"
#include "optimized/selection/places.h"

namespace assay::optimized {
namespace {

// A slice with fewer elements is not worth a strided copy of its own.
constexpr std::int64_t kFewElements = 64;

std::vector<Run> runs_of(const View& axes) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < axes.rank(); ++i)
    runs.push_back({axes.shape()[i], axes.strides()[i]});
  return runs;
}

// Copies slices whose elements are adjacent. The slices of the result follow
// each other, those of all places for each index before the indexed axes.
void copy_adjacent(std::byte* to, const std::byte* from,
                   const IndexedAxes& axes, std::vector<std::int64_t> places,
                   std::int64_t element) {
  for (std::int64_t& place : places) place *= element;
  const auto count = static_cast<std::int64_t>(places.size());
  const std::int64_t bytes = axes.after.numel() * element;
  const std::vector<Run> outer = runs_of(axes.before);
  const std::int64_t parts = index_count(outer);
  const std::int64_t all = parts * count * bytes;
  const bool past = goes_past_caches(all);
  const bool is_worth = is_worth_threads(2 * all);
  const bool splits_places = parts < count;
  const auto copy_range = [&](std::int64_t first_part, std::int64_t last_part,
                              std::int64_t first, std::int64_t last) {
    for_offsets(outer, first_part, last_part,
                [&](std::int64_t part, std::int64_t offset) {
                  copy_rows_from_places(to + (part * count + first) * bytes,
                                        from + offset * element,
                                        places.data() + first, last - first,
                                        bytes, past);
                });
  };
  in_ranges(splits_places ? count : parts, 1, is_worth,
            [&](std::int64_t first, std::int64_t last) {
              if (splits_places)
                copy_range(0, parts, first, last);
              else
                copy_range(first, last, 0, count);
            });
}

// Joins the axes before and after the indexed ones.
View joined(const View& before, const View& after, std::int64_t offset) {
  Shape shape = before.shape();
  Strides strides = before.strides();
  shape.insert(shape.end(), after.shape().begin(), after.shape().end());
  strides.insert(strides.end(), after.strides().begin(), after.strides().end());
  return View(std::move(shape), std::move(strides), offset);
}

// Copies slices of any strides.
void copy_strided(std::byte* to, const std::byte* from, const IndexedAxes& axes,
                  const std::vector<std::int64_t>& places,
                  std::int64_t element) {
  const auto count = static_cast<std::int64_t>(places.size());
  const std::int64_t size = axes.after.numel();
  Strides outer = row_major_strides(axes.before.shape());
  for (std::int64_t& stride : outer) stride *= count * size;
  const View before(axes.before.shape(), outer, 0);
  const View after(axes.after.shape());
  const std::byte* first = from;
  for (std::int64_t i = 0; i < count; ++i)
    strided_copy(to, joined(before, after, i * size),
                 first + places[static_cast<std::size_t>(i)] * element,
                 joined(axes.before, axes.after, 0),
                 static_cast<std::size_t>(element));
}

// Copies slices of one element.
void copy_points(std::byte* to, const std::byte* from,
                 const IndexGroups& groups, std::int64_t element) {
  in_ranges(groups.count(), 64, is_worth_threads(2 * groups.count() * element),
            [&](std::int64_t first, std::int64_t last) {
              gather_placed(to + first * element, from,
                            static_cast<std::size_t>(element),
                            groups.vectors(first), 0, 0, last - first);
            });
}

// Reads the slices of x whose indices count along `count` axes from `axis` on.
Status read_slices(const Tensor& out, const Tensor& x, const Tensor& indices,
                   std::size_t axis, std::size_t count) {
  const IndexedAxes axes = indexed_axes(x.view, axis, count);
  const IndexGroups groups(indices, axes.indexed);
  if (Status s = groups.check(); !s.ok()) return s;
  if (out.view.numel() == 0) return {};
  const bool is_adjacent = axes.after.is_row_major();
  const std::int64_t slice = axes.before.numel() * axes.after.numel();
  const ElementsIn from(x, !is_adjacent && slice < kFewElements);
  ElementsOut to(out);
  const auto element = static_cast<std::int64_t>(from.bytes());
  const std::byte* first = from.storage() + from.view().offset() * element;
  if (slice == 1) {
    copy_points(to.storage(), first, groups, element);
  } else if (is_adjacent) {
    copy_adjacent(to.storage(), first, axes, groups.places(), element);
  } else if (slice < kFewElements) {  // in row-major order by now
    const IndexedAxes ordered = indexed_axes(from.view(), axis, count);
    copy_adjacent(to.storage(), first, ordered,
                  IndexGroups(indices, ordered.indexed).places(), element);
  } else {
    copy_strided(to.storage(), first, axes, groups.places(), element);
  }
  to.store();
  return {};
}

}  // namespace

Status select(const Tensor& out, const Tensor& x, const Tensor& indices,
              std::int64_t axis) {
  return read_slices(out, x, indices, static_cast<std::size_t>(axis), 1);
}

Status gather_nd(const Tensor& out, const Tensor& x, const Tensor& indices) {
  return read_slices(out, x, indices, 0,
                     static_cast<std::size_t>(indices.view.shape().back()));
}

Status embedding(const Tensor& out, const Tensor& weights,
                 const Tensor& indices) {
  return read_slices(out, weights, indices, 0, 1);
}

}  // namespace assay::optimized
