// Implements the check of indices and the sums of their strides.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

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

IndexGroups::IndexGroups(const Tensor& indices, const View& indexed)
    : list_(indices),
      indexed_(indexed),
      count_(list_.size() / static_cast<std::int64_t>(indexed.rank())) {
  constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < indexed.rank(); ++i)
    components_.push_back(
        {std::min(indexed.shape()[i] - 1, kHighest), indexed.strides()[i]});
}

Status IndexGroups::check() const {
  if (count_ == 0) return {};
  if (indexed_.numel() != 0 && are_in_range(vectors(), count_)) return {};
  Status status = Status::invalid(fmt::format(
      "an index is outside the indexed axes, whose extents are [{}]",
      fmt::join(indexed_.shape(), ", ")));
  status.kind = "selection.range"_clause;
  return status;
}

IndexVectors IndexGroups::vectors(std::int64_t first) const {
  const auto axes = static_cast<std::int64_t>(components_.size());
  return {.first = list_.data() + first * axes,
          .step = axes,
          .component_step = 1,
          .components = components_.data(),
          .component_count = axes};
}

std::vector<std::int64_t> IndexGroups::places() const {
  std::vector<std::int64_t> places(static_cast<std::size_t>(count_));
  place_windows(vectors(), 0, 0, count_, true, places.data());
  return places;
}

Result<std::vector<std::int64_t>> places_of(const Tensor& indices,
                                            const View& indexed) {
  const IndexGroups groups(indices, indexed);
  if (Status s = groups.check(); !s.ok()) return s;
  return groups.places();
}

}  // namespace assay::optimized
