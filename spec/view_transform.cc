// Transforms symbolic views. View computes the strides; this file adds masks
// and symbolic extents.
// Tested by tests/spec/symbolic_view_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "spec/checked_int.h"
#include "spec/symbolic_view.h"

namespace assay {
namespace {

Status in_the_way(std::string message) {
  return Status::unsupported("view", std::move(message));
}

// Returns the padded shape, or nothing if an extent overflows 64 bits.
std::optional<Shape> padded_shape(Shape shape, const AxisPairs& padding) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const auto added = checked_sum(padding[axis].first, padding[axis].second);
    const auto extent = added ? checked_sum(shape[axis], *added) : std::nullopt;
    if (!extent) return std::nullopt;
    shape[axis] = *extent;
  }
  return shape;
}

// Returns the offset at which index `before` of every axis has the position
// that index 0 had, or nothing if it overflows 64 bits.
std::optional<std::int64_t> padded_offset(const View& view,
                                          const AxisPairs& padding) {
  std::optional<std::int64_t> offset = view.offset();
  for (std::size_t axis = 0; offset && axis < view.rank(); ++axis) {
    const auto part =
        checked_product(-padding[axis].first, view.strides()[axis]);
    offset = part ? checked_sum(*offset, *part) : std::nullopt;
  }
  return offset;
}

}  // namespace

// Returns the valid range of each axis, which is the mask or else all of the
// axis. The shape must be static.
AxisPairs SymbolicView::ranges() const {
  if (mask_) return *mask_;
  AxisPairs ranges;
  for (const SymbolicExtent& extent : shape_.extents())
    ranges.emplace_back(0, *extent.value());
  return ranges;
}

// Returns the shape with infer() replaced by the extent that makes the element
// counts equal.
Result<SymbolicShape> SymbolicView::inferred(const SymbolicShape& shape) const {
  std::vector<SymbolicExtent> extents = shape.extents();
  std::vector<SymbolicExtent> others;
  SymbolicExtent* missing = nullptr;
  for (SymbolicExtent& extent : extents) {
    if (!extent.is_infer()) {
      others.push_back(extent);
    } else if (missing != nullptr) {
      return Status::invalid("a reshape infers at most one extent");
    } else {
      missing = &extent;
    }
  }
  if (missing == nullptr) return shape;
  const auto known = SymbolicShape(std::move(others)).numel();
  if (!known) return known.status();
  auto extent = numel().divided_by(*known);
  if (!extent)
    return Status::invalid(  // view.infer_indivisible
        fmt::format("reshape of {}: {} elements are no multiple of {}",
                    shape_.text(), numel().text(), known->text()));
  *missing = *std::move(extent);  // view.infer
  return SymbolicShape(std::move(extents));
}

Result<SymbolicView> SymbolicView::reshape(const SymbolicShape& wanted) const {
  const auto shape = inferred(wanted);
  if (!shape) return shape.status();
  if (*shape == shape_) return *this;  // view.reshape_same
  const auto concrete = shape->concrete();
  if (!shape_.is_static() || !concrete) return reshape_symbolic(*shape);
  const View from = unmasked();
  auto result = from.reshape(*concrete);
  if (!result && result.status().code == StatusCode::kInvalid)
    return result.status();  // view.reshape_count
  if (mask_)
    return in_the_way(  // view.reshape_masked
        fmt::format("reshape of a masked view of {}; copy it first",
                    shape_.text()));
  if (!result)  // view.reshape_strides, view.reshape_advice
    return in_the_way(fmt::format(
        "reshape of {} to {} needs strides {}, found {}; call contiguous() "
        "first",
        shape_.text(), shape->text(),
        shape_text(row_major_strides(from.shape())), shape_text(strides_)));
  return of(*result, std::nullopt);
}

Result<SymbolicView> SymbolicView::reshape_symbolic(
    const SymbolicShape& shape) const {
  auto result = create(shape);
  if (!result || shape_.is_zero_size() || shape.is_zero_size()) return result;
  if (result->numel() != numel())  // view.reshape_symbolic_count
    return Status::invalid(fmt::format("reshape of {} to {}: {} is not {}",
                                       shape_.text(), shape.text(),
                                       numel().text(), result->numel().text()));
  if (mask_)
    return in_the_way(
        fmt::format("reshape of a masked view of {}", shape_.text()));
  if (!is_c_contiguous())  // view.reshape_symbolic_strided
    return in_the_way(
        fmt::format("reshape of {} with strides {}: a symbolic view must be "
                    "C-contiguous; call contiguous() first",
                    shape_.text(), shape_text(strides_)));
  return result;  // view.reshape_symbolic
}

Result<SymbolicView> SymbolicView::expand(const SymbolicShape& shape) const {
  if (shape == shape_) return *this;
  const auto concrete = shape.concrete();
  if (!shape_.is_static() || !concrete) return expand_symbolic(shape);
  const auto result = unmasked().expand(*concrete);
  if (!result) return result.status();  // view.expand_invalid
  std::optional<AxisPairs> mask = mask_;
  for (std::size_t axis = 0; mask && axis < ndim(); ++axis) {
    if (shape_[axis] == shape[axis]) continue;
    if ((*mask)[axis] != std::pair<std::int64_t, std::int64_t>{0, 1})
      return in_the_way(fmt::format(  // view.expand_masked
          "expand of {}: the element of axis {} is masked", shape_.text(),
          axis));
    (*mask)[axis] = {0, (*concrete)[axis]};
  }
  return of(*result, std::move(mask));  // view.expand_zero_size
}

// Keeps the strides that strides() reports. The strides that apply once the
// variables are bound are in `steps_`; they are 0 on axes that repeat one
// element.
Result<SymbolicView> SymbolicView::expand_symbolic(
    const SymbolicShape& shape) const {
  auto created = create(shape);
  if (!created) return created.status();
  SymbolicView view = *this;  // view.immutable
  view.shape_ = shape;
  if (ndim() == 0) {
    view.strides_ = Strides(shape.rank(), 0);
    view.steps_ = std::vector<SymbolicExtent>(shape.rank());
    return std::move(view).settled();
  }
  if (shape.rank() != ndim())
    return Status::invalid(fmt::format("expand of {} to {}: the ranks differ",
                                       shape_.text(), shape.text()));
  if (view.steps_.empty()) view.steps_.assign(strides_.begin(), strides_.end());
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    if (shape[axis] == shape_[axis]) continue;
    if (shape_[axis].value() != 1)
      return Status::invalid(
          fmt::format("expand of {} to {}: extent {} of axis {} is not 1",
                      shape_.text(), shape.text(), shape_[axis].text(), axis));
    if (mask_)
      return in_the_way("a mask cannot follow an axis of symbolic extent");
    view.steps_[axis] = 0;
  }
  return std::move(view).settled();  // view.expand_symbolic
}

Result<SymbolicView> SymbolicView::permute(
    const std::vector<std::int64_t>& axes) const {
  const auto checked = View(Shape(ndim(), 1)).permute(axes);
  if (!checked) return checked.status();  // view.permute_invalid
  std::vector<SymbolicExtent> extents;
  SymbolicView view = *this;
  for (std::size_t place = 0; place < axes.size(); ++place) {
    const auto axis = static_cast<std::size_t>(axes[place]);
    extents.push_back(shape_[axis]);
    view.strides_[place] = strides_[axis];  // view.permute
    if (!steps_.empty()) view.steps_[place] = steps_[axis];
    if (mask_) (*view.mask_)[place] = (*mask_)[axis];  // view.permute_mask
  }
  view.shape_ = SymbolicShape(std::move(extents));  // view.permute_symbolic
  // The element count is multiplied in another order here, and an intermediate
  // product may exceed the limits of an expression.
  if (!steps_.empty())
    if (const auto count = view.shape_.numel(); !count) return count.status();
  return std::move(view).settled();
}

Result<SymbolicView> SymbolicView::shrink(const AxisPairs& ranges) const {
  if (Status s = require_static("shrink"); !s.ok())
    return s;  // view.shrink_symbolic
  const auto result = unmasked().shrink(ranges);
  if (!result) return result.status();  // view.shrink_range
  std::optional<AxisPairs> mask = mask_;
  for (std::size_t axis = 0; mask && axis < ndim(); ++axis) {
    const auto [first, last] = ranges[axis];
    auto& [start, stop] = (*mask)[axis];
    start = std::clamp(start, first, last) - first;  // view.shrink_mask
    stop = std::clamp(stop, first, last) - first;
  }
  return of(*result, std::move(mask));  // view.shrink, view.shrink_whole
}

Result<SymbolicView> SymbolicView::pad(const AxisPairs& padding) const {
  if (Status s = require_static("pad"); !s.ok()) return s;  // view.pad_symbolic
  bool is_none = true;
  for (const auto& [before, after] : padding) {
    is_none = is_none && before == 0 && after == 0;
    if (before < 0 || after < 0)
      return Status::invalid(  // view.pad_invalid
          fmt::format("pad: ({}, {}) is negative", before, after));
  }
  if (padding.size() != ndim())
    return Status::invalid(
        fmt::format("pad: {} pairs for rank {}", padding.size(), ndim()));
  if (is_none) return *this;  // view.pad_none
  const View from = unmasked();
  const auto shape = padded_shape(from.shape(), padding);  // view.pad_shape
  const auto offset = padded_offset(from, padding);        // view.pad_offset
  if (!shape || !offset)
    return Status::invalid(
        fmt::format("pad of {}: the result leaves 64 bits", shape_.text()));
  AxisPairs mask = ranges();
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    mask[axis].first += padding[axis].first;  // view.pad_mask, view.pad_masked
    mask[axis].second += padding[axis].first;
  }
  return create(
      *shape,
      {.offset = *offset, .strides = from.strides(), .mask = std::move(mask)});
}

Result<SymbolicView> SymbolicView::flip(const std::vector<bool>& axes) const {
  if (Status s = require_static("flip"); !s.ok())
    return s;  // view.flip_symbolic
  const auto result = unmasked().flip(axes);
  if (!result) return result.status();  // view.flip_invalid
  std::optional<AxisPairs> mask = mask_;
  for (std::size_t axis = 0; mask && axis < ndim(); ++axis) {
    const std::int64_t extent = result->shape()[axis];
    const auto [start, stop] = (*mask)[axis];
    if (axes[axis])
      (*mask)[axis] = {extent - stop, extent - start};  // view.flip_mask
  }
  return of(*result, std::move(mask));  // view.flip
}

}  // namespace assay
