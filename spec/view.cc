// Counts elements, finds their positions, and computes the views that movement
// ops return.
// Tested by tests/spec/view_test.cc.
#include "spec/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "spec/checked_int.h"

namespace assay {

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (std::int64_t extent : shape) count *= extent;
  return count;
}

std::optional<std::int64_t> checked_element_count(const Shape& shape) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 40;
  std::int64_t count = 1;
  bool empty = false;
  for (std::int64_t extent : shape) {
    if (extent < 0 || extent > kLimit) return std::nullopt;
    if (extent == 0) {
      empty = true;
    } else {
      // A quotient in place of the product would take longer than all the rest.
      const auto product = checked_product(count, extent);
      if (!product || *product > kLimit) return std::nullopt;
      count = *product;
    }
  }
  return empty ? 0 : count;
}

Strides row_major_strides(const Shape& shape) {
  Strides strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= std::max<std::int64_t>(shape[axis], 1);
  }
  return strides;
}

std::string shape_text(const Shape& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

View::View(Shape shape)
    : shape_(std::move(shape)), strides_(row_major_strides(shape_)) {}

View::View(Shape shape, Strides strides, std::int64_t offset)
    : shape_(std::move(shape)),
      strides_(std::move(strides)),
      offset_(numel() == 0 ? 0 : offset) {}

bool View::is_c_contiguous() const {
  return offset_ == 0 && is_row_major();  // view.c_contiguous
}

bool View::is_row_major() const {
  if (numel() == 0) return true;
  std::int64_t step = 1;
  for (std::size_t axis = rank(); axis-- > 0;) {
    if (shape_[axis] == 1) continue;           // view.c_contiguous_ones
    if (strides_[axis] != step) return false;  // view.expand_contiguous
    step *= shape_[axis];
  }
  return true;
}

std::pair<std::int64_t, std::int64_t> View::bounds() const {
  if (numel() == 0) return {0, -1};
  std::int64_t low = offset_;
  std::int64_t high = offset_;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    const std::int64_t reach = (shape_[axis] - 1) * strides_[axis];
    (reach < 0 ? low : high) += reach;
  }
  return {low, high};
}

Result<View> View::expand(const Shape& shape) const {
  if (!checked_element_count(shape))
    return Status::invalid("expand to " + shape_text(shape) +
                           ": not a valid shape");
  if (rank() == 0)
    return View(shape, Strides(shape.size(), 0),
                offset_);      // view.expand_rank_zero
  if (shape.size() != rank())  // view.expand_rank
    return Status::invalid(fmt::format("expand of {} to {}: the ranks differ",
                                       shape_text(shape_), shape_text(shape)));
  Strides strides = strides_;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    if (shape[axis] == shape_[axis]) continue;
    if (shape_[axis] != 1)  // view.expand_zero_extent
      return Status::invalid(fmt::format(
          "expand of {} to {}: extent {} of axis {} is not 1",
          shape_text(shape_), shape_text(shape), shape_[axis], axis));
    strides[axis] = 0;  // expand.strides, view.expand
  }
  return View(shape, std::move(strides), offset_);
}

Result<View> View::reshape(const Shape& shape) const {
  if (shape == shape_) return *this;
  const auto count = checked_element_count(shape);
  if (!count)
    return Status::invalid("reshape to " + shape_text(shape) +
                           ": not a valid shape");
  if (numel() == 0 || *count == 0)
    return View(shape);   // view.reshape_zero_size
  if (*count != numel())  // view.reshape_count
    return Status::invalid(
        fmt::format("reshape of {} to {}: {} elements are not {}",
                    shape_text(shape_), shape_text(shape), numel(), *count));

  // Lists the axes of this view that matter. Neighbouring axes are merged if
  // the outer stride is the inner stride times the inner extent.
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;  // extent, stride
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    const std::int64_t extent = shape_[axis];
    const std::int64_t stride = strides_[axis];
    if (extent == 1) continue;  // view.reshape_ones
    if (!runs.empty() && runs.back().second == stride * extent)
      runs.back() = {runs.back().first * extent,
                     stride};  // view.reshape_merge, view.reshape_zero_strides
    else
      runs.emplace_back(extent, stride);
  }
  // The new axes, starting with the innermost, must divide the runs exactly.
  Strides strides(shape.size(), 0);
  std::size_t run = runs.size();
  std::int64_t left = 1;  // extent of the current run not yet used
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 1) {
      strides[axis] = step;
      continue;
    }
    if (left == 1) {  // view.reshape_regroup
      --run;
      left = runs[run].first;
      step = runs[run].second;
    }
    if (left % shape[axis] != 0)
      return Status::unsupported(
          "view", fmt::format("reshape of {} with strides {} to {} cannot be "
                              "expressed by strides",
                              shape_text(shape_), shape_text(strides_),
                              shape_text(shape)));
    strides[axis] = step;
    step *= shape[axis];
    left /= shape[axis];  // view.reshape_split
  }
  return View(shape, std::move(strides),
              offset_);  // view.reshape_order, view.reshape_contiguous
}

Result<View> View::permute(const std::vector<std::int64_t>& axes) const {
  std::vector<bool> seen(rank(), false);
  bool valid = axes.size() == rank();
  for (std::int64_t axis : axes) {
    const auto place = static_cast<std::size_t>(axis);
    valid = valid && axis >= 0 && place < rank() && !seen[place];
    if (!valid) break;
    seen[place] = true;
  }
  if (!valid)
    return Status::invalid(
        fmt::format("permute: {} is not a permutation of {} "
                    "axes",
                    shape_text(axes), rank()));
  Shape shape;
  Strides strides;
  for (std::int64_t axis : axes) {
    shape.push_back(shape_[static_cast<std::size_t>(axis)]);
    strides.push_back(strides_[static_cast<std::size_t>(axis)]);
  }
  return View(std::move(shape), std::move(strides), offset_);
}

Result<View> View::shrink(
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) const {
  if (ranges.size() != rank())
    return Status::invalid(
        fmt::format("shrink: {} ranges for rank {}", ranges.size(), rank()));
  Shape shape;
  std::int64_t offset = offset_;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    const auto [start, stop] = ranges[axis];
    if (start < 0 || start >= stop || stop > shape_[axis])
      return Status::invalid(  // view.shrink_zero_extent
          fmt::format("shrink: range [{}, {}) of axis {} is empty or outside "
                      "extent {}",
                      start, stop, axis, shape_[axis]));
    shape.push_back(stop - start);
    offset += start * strides_[axis];
  }
  return View(std::move(shape), strides_, offset);
}

Result<View> View::flip(const std::vector<bool>& axes) const {
  if (axes.size() != rank())
    return Status::invalid(
        fmt::format("flip: {} flags for rank {}", axes.size(), rank()));
  if (numel() == 0) return *this;
  Strides strides = strides_;
  std::int64_t offset = offset_;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    if (!axes[axis]) continue;
    offset += (shape_[axis] - 1) * strides[axis];
    strides[axis] = -strides[axis];
  }
  return View(shape_, std::move(strides), offset);
}

Result<View> View::slice(
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
    const std::vector<std::int64_t>& steps) const {
  const auto kept = shrink(ranges);
  if (!kept) return kept.status();
  if (steps.size() != rank())
    return Status::invalid(
        fmt::format("slice: {} steps for rank {}", steps.size(), rank()));
  Shape shape = kept->shape_;
  Strides strides = strides_;
  std::int64_t offset = kept->offset_;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    const std::int64_t step = steps[axis];
    const std::int64_t last = shape[axis] - 1;
    if (step == 0)
      return Status::invalid(fmt::format("slice: step 0 of axis {}", axis));
    if (step < 0) offset += last * strides[axis];
    // A step beyond the range leaves one element, whose stride does not matter.
    const std::int64_t reach = std::clamp(step, -last - 1, last + 1);
    shape[axis] = last / std::abs(reach) + 1;
    strides[axis] *= reach;
  }
  return View(std::move(shape), std::move(strides), offset);
}

Result<View> View::windows(std::int64_t axis, std::int64_t size,
                           std::int64_t step) const {
  if (axis < 0 || axis >= static_cast<std::int64_t>(rank()))
    return Status::invalid(
        fmt::format("windows: axis {} of rank {}", axis, rank()));
  const auto along = static_cast<std::size_t>(axis);
  const std::int64_t extent = shape_[along];
  if (size < 1 || size > extent || step < 1)
    return Status::invalid(
        fmt::format("windows of {} elements in steps of {} along extent {}",
                    size, step, extent));
  Shape shape = shape_;
  Strides strides = strides_;
  shape[along] = (extent - size) / step + 1;
  strides[along] *= std::min(step, extent);  // more leaves one window
  shape.push_back(size);
  strides.push_back(strides_[along]);
  return View(std::move(shape), std::move(strides), offset_);
}

}  // namespace assay
