// Implements the transformations except reshape, which is in
// breakable_view_reshape.cc.
// Tested by tests/mutants/view_rows_test.cc.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/mutants/breakable_view.h"

namespace assay::mutants {

bool BreakableView::changes_the_first(std::string_view step) const {
  return (step == "permute" && broken("PermuteChangesTheFirst")) ||
         (step == "shrink" && broken("ShrinkChangesTheFirst")) ||
         (step == "pad" && broken("PadChangesTheFirst")) ||
         (step == "flip" && broken("FlipChangesTheFirst")) ||
         (step == "expand" && broken("ExpandChangesTheFirst")) ||
         (step == "reshape" && broken("ReshapeChangesTheFirst"));
}

Status BreakableView::transform(const ViewStep& step) {
  if (step.name == "reshape") return reshape(*current_, step.shape);
  if (step.name == "expand") return expand(*current_, *step.shape.concrete());
  if (step.name == "permute") return permute(*current_, step.axes);
  if (step.name == "shrink") return shrink(*current_, step.pairs);
  if (step.name == "pad") return pad(*current_, step.pairs);
  return flip(*current_, step.flags);
}

Status BreakableView::apply(const ViewStep& step) {
  const auto to = step.shape.concrete();
  const bool is_reshape = step.name == "reshape";
  const bool is_known = step.name != "bind" && step.name != "substitute" &&
                        (is_reshape || step.name != "expand" || to);
  bool infers = false;
  for (const SymbolicExtent& extent : step.shape.extents())
    infers = infers || extent.is_infer();
  if (current_ && is_known && (!is_reshape || to || infers)) {
    const Status status = transform(step);
    if (status.ok() && changes_the_first(step.name)) created_ = current_;
    return status;
  }
  if (current_) {
    auto view =
        SymbolicView::create(current_->shape, {.offset = current_->offset,
                                               .strides = current_->strides,
                                               .mask = current_->mask});
    if (!view) return view.status();
    last_ = *std::move(view);
  }
  Status status = SymbolicViewSubject::apply(step);
  if (!status.ok()) return status;
  const bool is_new = !current_;
  current_.reset();
  if (!last_.shape().is_static()) return status;
  Strided view = strided(last_);
  if (broken("GivenStridesAreIgnored"))
    view.strides = row_major_strides(view.shape);
  view.created_count = element_count(view.shape);
  view.was_contiguous = is_new && is_contiguous(view);
  current_ = std::move(view);
  return status;
}

Status BreakableView::expand(Strided view, const Shape& shape) {
  if (!checked_element_count(shape)) return Status::invalid("a bad shape");
  if (view.rank() == 0) {
    view.shape = shape;
    view.strides = Strides(shape.size(), 0);
    if (broken("ExpandOfAScalarForgetsTheOffset")) view.offset = 0;
    return keep(std::move(view), false);
  }
  if (shape.size() != view.rank()) return Status::invalid("another rank");
  if (view.mask && broken("ExpandRefusesMasks"))
    return Status::unsupported("view", "the view is masked");
  std::vector<std::size_t> repeated;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t extent = view.shape[axis];
    if (extent == shape[axis]) continue;
    const bool is_taken =
        extent == 1 || (broken("ExpandTakesOneForAny") && shape[axis] == 1) ||
        (broken("ExpandTakesZeroForOne") && extent == 0) ||
        (broken("ExpandTakesMultiples") && extent > 0 &&
         shape[axis] % extent == 0);
    if (!is_taken) return Status::invalid("an extent is not 1");
    if (broken("ExpandRefusesNegativeStrides") &&
        *std::min_element(view.strides.begin(), view.strides.end()) < 0)
      return Status::unsupported("view", "a stride is negative");
    repeated.push_back(axis);
  }
  if (repeated.empty()) return keep(std::move(view), false);
  for (std::size_t axis : repeated) {
    if (!view.mask) break;
    auto& range = (*view.mask)[axis];
    const bool is_checked =
        !broken("ExpandChecksTheFirstMask") || axis == repeated.front();
    if (is_checked && range != std::pair<std::int64_t, std::int64_t>{0, 1})
      return Status::unsupported("view", "the element is masked");
    if (!broken("ExpandKeepsTheMaskOfOne")) range = {0, shape[axis]};
  }
  if (view.mask && broken("ExpandDropsOtherMasks")) view.mask.reset();
  if (broken("ExpandLaysOtherAxesOutAgain"))
    view.strides = row_major_strides(view.shape);
  for (std::size_t axis : repeated) {
    if (broken("ExpandKeepsTheStride")) continue;
    if (broken("ExpandZeroesTheFirstStrideAlone") && axis != repeated.front())
      continue;
    if (broken("ExpandZeroesTheLastStrideAlone") && axis != repeated.back())
      continue;
    view.strides[axis] = 0;
  }
  if (broken("ExpandZeroesEveryStride")) view.strides = Strides(view.rank(), 0);
  if (broken("ExpandForgetsTheOffset")) view.offset = 0;
  view.shape = shape;
  return keep(std::move(view), false);
}

Status BreakableView::permute(Strided view, std::vector<std::int64_t> axes) {
  const auto rank = static_cast<std::int64_t>(view.rank());
  if (broken("PermuteCountsFromTheEnd"))
    for (std::int64_t& axis : axes)
      if (axis < 0 && axis >= -rank) axis += rank;
  std::set<std::int64_t> seen(axes.begin(), axes.end());
  for (std::int64_t axis : axes)
    if (axis < 0 || axis >= rank) return Status::invalid("no such axis");
  if (std::ssize(axes) != rank &&
      !(broken("PermuteTakesTooFewAxes") && std::ssize(axes) < rank))
    return Status::invalid("another number of axes");
  if (seen.size() != axes.size() && !broken("PermuteTakesAxesTwice"))
    return Status::invalid("an axis is named twice");
  if (std::ssize(axes) != rank) return keep(std::move(view), false);

  const Strided from = view;
  if (broken("PermuteReversesRankThree") && rank == 3)
    std::swap(axes[0], axes[2]);
  const bool swaps_two = broken("PermuteSwapsTwoAxesAlone") && rank > 2;
  for (std::size_t i = 0; i < from.rank(); ++i) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    const auto moved = swaps_two && i > 1 ? i : axis;
    if (!broken("PermuteMovesTheStridesAlone"))
      view.shape[i] = from.shape[moved];
    if (!broken("PermuteMovesTheShapeAlone"))
      view.strides[i] = from.strides[moved];
    if (!from.mask) continue;
    if (broken("PermuteMovesTheMaskBack"))
      (*view.mask)[axis] = (*from.mask)[i];
    else if (broken("PermuteSwapsTwoMasksAlone") && i > 1)
      (*view.mask)[i] = (*from.mask)[i];
    else if (!broken("PermuteLeavesTheMaskInPlace"))
      (*view.mask)[i] = (*from.mask)[axis];
  }
  if (broken("PermuteLaysOutAgain"))
    for (std::size_t i = 0; i < from.rank(); ++i)
      view.strides[i] =
          row_major_strides(from.shape)[static_cast<std::size_t>(axes[i])];
  if (broken("PermuteForgetsTheOffset")) view.offset = 0;
  return keep(std::move(view), false);
}

Status BreakableView::shrink(Strided view, AxisPairs ranges) {
  if (ranges.size() != view.rank()) return Status::invalid("another rank");
  bool is_whole = true;
  bool has_whole = false;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    auto& [start, stop] = ranges[axis];
    const std::int64_t extent = view.shape[axis];
    if (broken("ShrinkCountsFromTheEnd") && start < 0) start += extent;
    if (broken("ShrinkClampsTheStop")) stop = std::min(stop, extent);
    const bool is_taken =
        start < stop ||
        (broken("ShrinkTakesEmptyRanges") && start == stop && extent > 0) ||
        (broken("ShrinkTakesAllOfNothing") && start == stop && extent == 0);
    const bool is_hidden =
        view.mask && broken("ShrinkStaysWithinTheMask") &&
        (start < (*view.mask)[axis].first || stop > (*view.mask)[axis].second);
    if (start < 0 || stop > extent || !is_taken || is_hidden)
      return Status::invalid("an empty range, or outside of the extent");
    const bool is_axis_whole = start == 0 && stop == extent;
    is_whole = is_whole && is_axis_whole;
    has_whole = has_whole || is_axis_whole;
  }
  if (view.mask && broken("ShrinkRefusesMasks"))
    return Status::unsupported("view", "the view is masked");
  if (is_whole) {
    if (broken("ShrinkOfTheWholeDropsTheMask")) view.mask.reset();
    if (broken("ShrinkOfTheWholeLaysOutAgain"))
      view.strides = row_major_strides(view.shape);
    return keep(std::move(view), false);
  }
  if (has_whole && broken("ShrinkDoesNothingWhereAnAxisIsWhole"))
    return keep(std::move(view), false);

  Shape shape;
  for (const auto& [start, stop] : ranges)
    shape.push_back(broken("ShrinkStopsAtTheExtent") ? stop : stop - start);
  if (broken("ShrinkForgetsTheEarlierOffset")) view.offset = 0;
  const Strides old_rows = row_major_strides(view.shape);
  const Strides new_rows = row_major_strides(shape);
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    if (broken("ShrinkMovesTheFirstAxisAlone") && axis > 0) continue;
    if (broken("ShrinkMovesTheLastAxisAlone") && axis + 1 < view.rank())
      continue;
    std::int64_t stride = view.strides[axis];
    if (broken("ShrinkMovesByElements")) stride = 1;
    if (broken("ShrinkMovesByRowMajorStrides")) stride = old_rows[axis];
    if (broken("ShrinkMovesByTheNewShape")) stride = new_rows[axis];
    if (broken("ShrinkMovesWithoutSigns")) stride = std::abs(stride);
    if (broken("ShrinkMovesAlongRepeats") && stride == 0) stride = 1;
    view.offset += ranges[axis].first * stride;
  }
  if (broken("ShrinkLaysOutAgain")) view.strides = new_rows;
  view.shape = shape;
  if (view.mask) shrink_mask(view, ranges);
  if (view.mask && broken("ShrinkRefusesPaddingAlone"))
    for (const auto& [start, stop] : *view.mask)
      if (start == stop) return Status::invalid("padding alone is left");
  return keep(std::move(view), false);
}

void BreakableView::shrink_mask(Strided& view, const AxisPairs& ranges) const {
  if (broken("ShrinkKeepsTheMaskInPlace")) return;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    auto& [start, stop] = (*view.mask)[axis];
    const auto [first, last] = ranges[axis];
    if (broken("ShrinkCutsTheFirstMaskAlone") && axis > 0) {
      start = 0;
      stop = last - first;
    } else if (broken("ShrinkCutsTheMaskWithoutMovingIt")) {
      start = std::min(start, last - first);
      stop = std::min(stop, last - first);
    } else if (broken("ShrinkMovesTheMaskWithoutCutting")) {
      start -= first;
      stop -= first;
    } else {
      start = std::clamp(start, first, last) - first;
      stop = std::clamp(stop, first, last) - first;
    }
  }
}

Status BreakableView::pad(Strided view, const AxisPairs& padding) {
  if (padding.size() != view.rank()) return Status::invalid("another rank");
  bool is_none = true;
  bool has_none = false;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const auto [before, after] = padding[axis];
    const bool is_negative = before < 0 || after < 0;
    if (is_negative &&
        (!broken("PadTakesNegatives") || view.shape[axis] + before + after < 0))
      return Status::invalid("negative padding");
    const bool has_axis_none = before == 0 && after == 0;
    is_none = is_none && has_axis_none;
    has_none = has_none || has_axis_none;
  }
  if (is_none) {
    if (broken("PadOfNoneDropsTheMask")) view.mask.reset();
    if (broken("PadOfNoneLaysOutAgain"))
      view.strides = row_major_strides(view.shape);
    return keep(std::move(view), false);
  }
  if (has_none && broken("PadDoesNothingWhereAnAxisHasNone"))
    return keep(std::move(view), false);

  Shape shape = view.shape;
  for (std::size_t axis = 0; axis < view.rank(); ++axis)
    shape[axis] += padding[axis].first + padding[axis].second;
  if (broken("PadForgetsTheEarlierOffset")) view.offset = 0;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const auto [before, after] = padding[axis];
    std::int64_t stride = view.strides[axis];
    if (broken("PadMovesByElements")) stride = 1;
    if (broken("PadMovesByRowMajorStrides"))
      stride = row_major_strides(shape)[axis];
    if (broken("PadMovesWithoutSigns")) stride = std::abs(stride);
    if (broken("PadMovesAlongRepeats") && stride == 0) stride = 1;
    if (broken("PadMovesUp")) stride = -stride;
    view.offset -=
        (broken("PadMovesByWhatComesAfter") ? after : before) * stride;
  }
  if (broken("PadStopsAtTheBuffer"))
    view.offset = std::max<std::int64_t>(view.offset, 0);
  view.mask = padded_mask(view, padding);
  view.shape = shape;
  if (broken("PadLaysOutAgain")) view.strides = row_major_strides(shape);
  if (broken("PadWithoutBeforeMasksNothing") &&
      std::all_of(padding.begin(), padding.end(),
                  [](const auto& pair) { return pair.first == 0; }))
    view.mask.reset();
  if (broken("PadOfNothingIsValid") && element_count(current_->shape) == 0)
    view.mask.reset();
  return keep(std::move(view), false);
}

// The valid ranges after padding; `view` still has the shape and mask before.
AxisPairs BreakableView::padded_mask(const Strided& view,
                                     const AxisPairs& padding) const {
  AxisPairs mask;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const auto [before, after] = padding[axis];
    const std::int64_t extent = view.shape[axis];
    const bool is_left_out =
        (broken("PadMasksTheFirstAxisAlone") && axis > 0) ||
        (broken("PadMasksTheLastAxisAlone") && axis + 1 < view.rank());
    std::pair<std::int64_t, std::int64_t> earlier = {0, extent};
    const bool has_none = before == 0 && after == 0;
    if (view.mask && !broken("PadForgetsTheEarlierMask") &&
        !(broken("PadMasksPaddedAxesAlone") && has_none))
      earlier = (*view.mask)[axis];
    if (is_left_out) {
      mask.emplace_back(0, extent + before + after);
    } else if (view.mask && broken("PadLeavesTheEarlierMaskInPlace")) {
      mask.push_back(earlier);
    } else if (view.mask && broken("PadCutsTheEarlierMask")) {
      const std::int64_t start = std::max(earlier.first, before);
      mask.emplace_back(
          start, std::max(start, std::min(earlier.second, before + extent)));
    } else {
      mask.emplace_back(earlier.first + before, earlier.second + before);
    }
  }
  return mask;
}

Status BreakableView::flip(Strided view, std::vector<bool> axes) {
  if (axes.size() != view.rank()) return Status::invalid("another rank");
  if (element_count(view.shape) == 0) {
    if (broken("FlipOfNothingMoves"))
      for (std::size_t axis = 0; axis < axes.size(); ++axis)
        if (axes[axis])
          view.offset += (view.shape[axis] - 1) * view.strides[axis];
    current_ = std::move(view);
    return {};
  }
  if (view.mask && broken("FlipDoesNothingWhereMasked"))
    return keep(std::move(view), false);
  const auto turned = std::find(axes.begin(), axes.end(), true);
  if (turned != axes.end()) {
    const auto first = turned - axes.begin();
    std::size_t last = axes.size() - 1;
    while (!axes[last]) --last;
    if (broken("FlipTurnsTheFirstAxisAlone"))
      std::fill(axes.begin() + first + 1, axes.end(), false);
    if (broken("FlipTurnsTheLastAxisAlone"))
      std::fill(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(last),
                false);
    if (broken("FlipTurnsEveryAxis")) axes.assign(axes.size(), true);
  }
  if (broken("FlipForgetsTheEarlierOffset")) view.offset = 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis]) continue;
    std::int64_t reach = view.shape[axis] - 1;
    if (broken("FlipMovesByTheExtent")) reach = view.shape[axis];
    if (broken("FlipStartsAtTheLastValidElement") && view.mask)
      reach = std::max<std::int64_t>((*view.mask)[axis].second - 1, 0);
    std::int64_t stride = view.strides[axis];
    if (broken("FlipMovesWithoutSigns")) stride = std::abs(stride);
    if (broken("FlipMovesBack")) stride = -stride;
    if (broken("FlipMovesByRowMajorStrides"))
      stride = row_major_strides(view.shape)[axis];
    view.offset += reach * stride;
    if (!broken("FlipKeepsTheStride")) view.strides[axis] = -view.strides[axis];
  }
  if (view.mask) flip_mask(view, axes);
  return keep(std::move(view), false);
}

void BreakableView::flip_mask(Strided& view,
                              const std::vector<bool>& axes) const {
  if (broken("FlipDropsTheMask")) view.mask.reset();
  if (broken("FlipDropsTheMask") || broken("FlipLeavesTheMaskInPlace")) return;
  bool is_first = true;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis] && !broken("FlipMirrorsEveryMask")) continue;
    if (broken("FlipMirrorsTheFirstMaskAlone") && !is_first) continue;
    is_first = false;
    const std::int64_t extent =
        view.shape[axis] - (broken("FlipMirrorsOneOff") ? 1 : 0);
    const auto [start, stop] = (*view.mask)[axis];
    (*view.mask)[axis] = {extent - stop, extent - start};
  }
}

}  // namespace assay::mutants
