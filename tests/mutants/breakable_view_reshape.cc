// Implements reshape: axes are merged into runs of one stride each, and the
// runs are split. Tested by tests/mutants/view_rows_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tests/mutants/breakable_view.h"

namespace assay::mutants {
namespace {

// Puts the one extent in place that the count decides.
Result<Shape> inferred(const SymbolicShape& wanted, std::int64_t count) {
  Shape shape;
  std::int64_t known = 1;
  std::optional<std::size_t> place;
  for (std::size_t axis = 0; axis < wanted.rank(); ++axis) {
    if (!wanted[axis].is_infer()) {
      shape.push_back(wanted[axis].value().value_or(-1));
      known *= shape.back();
    } else if (place) {
      return Status::invalid("two extents are left open");
    } else {
      place = axis;
      shape.push_back(0);
    }
  }
  if (!place) return shape;
  if (known <= 0 || count % known != 0)
    return Status::invalid("no extent fits");
  shape[*place] = count / known;
  return shape;
}

}  // namespace

bool BreakableView::merges(std::int64_t outer_extent, std::int64_t outer,
                           std::int64_t inner, std::int64_t extent) const {
  const std::int64_t chained = inner * extent;
  if (broken("ReshapeMergesRowsOfASlice") && inner == 1) return true;
  if (broken("ReshapeMergesDescendingStrides") && outer >= chained) return true;
  if (broken("ReshapeMergesEqualStrides") && outer == inner) return true;
  if (broken("ReshapeMergesRepeatedRows") && outer == 0) return true;
  if (broken("ReshapeMergesIntoRepeats") && inner == 0) return true;
  if (broken("ReshapeMergesWithoutSigns") &&
      std::abs(outer) == std::abs(chained))
    return true;
  if (broken("ReshapeMergesByTheOuterExtent"))
    return outer == inner * outer_extent;
  if (broken("ReshapeMergesNoRepeats") && outer == 0 && inner == 0)
    return false;
  if (broken("ReshapeMeasuresRepeats") && inner == 0) return false;
  return outer == chained;
}

Status BreakableView::reshape(Strided view, const SymbolicShape& wanted) {
  const std::int64_t count = element_count(view.shape);
  const auto found = inferred(
      wanted, broken("InferCountsTheFirst") ? view.created_count : count);
  if (!found) return found.status();
  const Shape& shape = *found;
  if (shape == view.shape) {
    if (view.mask && broken("ReshapeRefusesTheSameMaskedShape"))
      return Status::unsupported("view", "the view is masked");
    if (broken("ReshapeToTheSameShapeLaysOutAgain"))
      view.strides = row_major_strides(shape);
    if (broken("ReshapeToTheSameShapeDropsTheMask")) view.mask.reset();
    current_ = std::move(view);
    return {};
  }
  const auto wanted_count = checked_element_count(shape);
  if (!wanted_count) return Status::invalid("a bad shape");
  const bool is_empty = count == 0 || *wanted_count == 0;
  if (!is_empty && *wanted_count != count)
    return Status::invalid("another number of elements");
  if (view.mask && !broken("ReshapeDropsTheMask")) {
    const auto first = view.mask->front();
    const bool is_first_full =
        first.first == 0 && first.second == view.shape[0];
    if (!broken("ReshapeLooksAtTheFirstMask") || !is_first_full)
      return Status::unsupported("view",
                                 "reshape of a masked view; copy it first");
  }
  view.mask.reset();
  if (is_empty) {
    view.shape = shape;
    view.strides = row_major_strides(shape);
    view.offset = 0;
    return keep(std::move(view), false);
  }
  return reshape_runs(std::move(view), shape);
}

Status BreakableView::reshape_runs(Strided view, const Shape& shape) {
  const Status refused = Status::unsupported(
      "view",
      fmt::format("reshape to {} needs strides {}, found {}; call contiguous() "
                  "first",
                  shape_text(shape), shape_text(row_major_strides(view.shape)),
                  shape_text(view.strides)));
  if (broken("ReshapeRefusesOffsets") && view.offset != 0) return refused;
  for (std::int64_t stride : view.strides)
    if (broken("ReshapeRefusesNegativeStrides") && stride < 0) return refused;

  std::vector<std::pair<std::int64_t, std::int64_t>> runs;  // extent, stride
  int merged = 0;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t extent = view.shape[axis];
    const std::int64_t stride = view.strides[axis];
    if (extent == 1 && !broken("ReshapeStopsAtOnes")) continue;
    const bool may_merge = !broken("ReshapeMergesOnePairAlone") || merged == 0;
    if (!runs.empty() && may_merge &&
        merges(runs.back().first, runs.back().second, stride, extent)) {
      runs.back() = {runs.back().first * extent, stride};
      ++merged;
    } else {
      runs.emplace_back(extent, stride);
    }
  }
  if (broken("ReshapeStopsAtOnes"))
    std::erase_if(runs, [](const auto& run) { return run.first == 1; });

  Strides strides(shape.size(), 1);
  std::size_t run = runs.size();
  std::int64_t left = 1;
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 1) continue;
    if (left == 1) {
      if (run == 0) break;
      --run;
      left = runs[run].first;
      step = runs[run].second;
    }
    if (left % shape[axis] != 0 && !broken("ReshapeRoundsSplits"))
      return refused;
    strides[axis] = step;
    if (!broken("ReshapeSplitsWithOneStride")) step *= shape[axis];
    left = std::max<std::int64_t>(left / shape[axis], 1);
  }
  if (broken("ReshapeSplitsOuterFirst") && shape.size() > view.rank() &&
      !view.strides.empty()) {
    // The outer factor gets the small stride, as if columns came first.
    std::reverse(strides.begin(), strides.end());
  }
  if (broken("ReshapeReadsForwards"))
    for (std::int64_t& stride : strides) stride = std::abs(stride);
  if (broken("ReshapeTakesRowMajorForContiguous") && view.offset != 0)
    strides = row_major_strides(shape);
  if (broken("ReshapeTrustsTheFirstLayout") && view.was_contiguous) {
    strides = row_major_strides(shape);
    view.offset = 0;
  }
  if (broken("ReshapeForgetsTheOffset")) view.offset = 0;
  view.shape = shape;
  view.strides = std::move(strides);
  return keep(std::move(view), false);
}

}  // namespace assay::mutants
