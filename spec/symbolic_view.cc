// Creates symbolic views and computes their properties. Their transformations
// are in spec/view_transform.cc.
// Tested by tests/spec/symbolic_view_test.cc.
#include "spec/symbolic_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/checked_int.h"

namespace assay {
namespace {

// Limits every position, and stride · extent of each axis. With 32 axes the sum
// then fits 64 bits, and so does every product that View computes.
constexpr std::int64_t kMaxReach = std::int64_t{1} << 56;

Status check_shape(const SymbolicShape& shape) {
  if (shape.rank() > static_cast<std::size_t>(kMaxRank))
    return Status::invalid(
        fmt::format("rank {} is larger than {}", shape.rank(), kMaxRank));
  for (const SymbolicExtent& extent : shape.extents()) {
    if (extent.is_infer())
      return Status::invalid("an inferred extent stands outside of a reshape");
    if (extent.value().value_or(0) < 0)  // view.negative_extent
      return Status::invalid(
          fmt::format("shape {} has a negative extent", shape.text()));
  }
  const auto concrete = shape.concrete();
  if (!concrete) return shape.numel().status();
  if (checked_element_count(*concrete)) return {};
  return Status::invalid(
      fmt::format("shape {} has too many elements", shape.text()));
}

bool within(std::int64_t value, std::int64_t limit) {
  return value >= -limit && value <= limit;
}

Status out_of_range(std::int64_t axis, std::size_t rank) {
  return Status::invalid(
      fmt::format("axis {} is out of range for rank {}", axis, rank));
}

bool is_axis(std::int64_t axis, std::size_t rank) {
  return axis >= 0 && static_cast<std::size_t>(axis) < rank;
}

}  // namespace

Result<SymbolicView> SymbolicView::create(SymbolicShape shape,
                                          ViewLayout layout) {
  if (Status s = check_shape(shape); !s.ok()) return s;
  if (layout.strides && layout.strides->size() != shape.rank())
    return Status::invalid(fmt::format("{} strides for rank {}",  // view.layout
                                       layout.strides->size(), shape.rank()));
  SymbolicView view;
  view.offset_ = layout.offset;  // view.default_offset
  view.mask_ = std::move(layout.mask);
  if (const auto concrete = shape.concrete()) {
    view.strides_ = layout.strides
                        ? *std::move(layout.strides)
                        : row_major_strides(*concrete);  // view.default_strides
  } else if (layout.strides) {
    view.steps_.assign(layout.strides->begin(), layout.strides->end());
    view.strides_ = *std::move(layout.strides);
  } else {
    auto steps = symbolic_row_major_strides(shape);
    if (!steps) return steps.status();
    view.steps_ = *std::move(steps);
    view.strides_ = Strides(shape.rank(), 1);  // view.placeholder_strides
  }
  view.shape_ = std::move(shape);
  return std::move(view).settled();
}

Result<SymbolicView> SymbolicView::from_view(const View& view) {
  return of(view, std::nullopt);  // view.from_concrete
}

Result<SymbolicView> SymbolicView::of(const View& view,
                                      std::optional<AxisPairs> mask) {
  return create(view.shape(), {.offset = view.offset(),
                               .strides = view.strides(),
                               .mask = std::move(mask)});
}

// Normalizes the mask and the offset, so that equal views have equal members,
// and checks the reach.
Result<SymbolicView> SymbolicView::settled() && {
  if (Status s = settle_mask(); !s.ok()) return s;
  if (shape_.is_zero_size()) {
    offset_ = 0;    // view.zero_size_offset
    mask_.reset();  // view.zero_size_mask
  }
  if (Status s = check_reach(); !s.ok()) return s;
  return std::move(*this);
}

Status SymbolicView::settle_mask() {
  if (!mask_) return {};
  if (mask_->size() != ndim())
    return Status::invalid(
        fmt::format("{} ranges of a mask for rank {}", mask_->size(), ndim()));
  bool is_full = true;
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    auto& [start, stop] = (*mask_)[axis];
    const auto extent = shape_[axis].value();
    if (start < 0 || start > stop || stop > extent.value_or(stop))
      return Status::invalid(  // view.mask_range
          fmt::format("mask [{}, {}) of axis {} is outside extent {}", start,
                      stop, axis, shape_[axis].text()));
    if (start == stop) start = stop = 0;  // view.empty_mask
    is_full = is_full && start == 0 && stop == extent;
  }
  if (is_full) mask_.reset();  // view.full_mask
  return {};
}

Status SymbolicView::check_reach() const {
  // The lowest and the highest position. A flip changes neither.
  std::int64_t low = offset_, high = offset_;
  bool is_near = within(offset_, kMaxReach);
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    const auto extent =
        std::max<std::int64_t>(shape_[axis].value().value_or(1), 1);
    const auto reach = checked_product(strides_[axis], extent);
    is_near = is_near && reach && within(*reach, kMaxReach);
    if (!is_near) break;
    const std::int64_t last = *reach - strides_[axis];
    low += std::min<std::int64_t>(last, 0);
    high += std::max<std::int64_t>(last, 0);
  }
  is_near = is_near && within(low, kMaxReach) && within(high, kMaxReach);
  if (is_near) return {};
  return Status::invalid(  // view.reach
      fmt::format("a view of {} with strides {} at offset {} reaches beyond "
                  "2^56 elements",
                  shape_.text(), shape_text(strides_), offset_));
}

SymbolicExtent SymbolicView::offset_dim() const {
  return offset_;  // view.offset_dim
}

// value() cannot fail here, because creation has already computed the count.
SymbolicExtent SymbolicView::numel() const {
  return shape_.numel().value();  // view.numel, view.numel_symbolic
}

Result<SymbolicExtent> SymbolicView::dim(std::int64_t axis) const {
  if (!is_axis(axis, ndim()))
    return out_of_range(axis, ndim());            // view.axis_range
  return shape_[static_cast<std::size_t>(axis)];  // view.dim
}

Result<std::int64_t> SymbolicView::stride(std::int64_t axis) const {
  if (!is_axis(axis, ndim())) return out_of_range(axis, ndim());
  return strides_[static_cast<std::size_t>(axis)];  // view.stride
}

bool SymbolicView::is_c_contiguous() const {
  if (shape_.is_zero_size()) return true;  // view.zero_size_contiguous
  if (mask_) return false;                 // view.c_contiguous
  if (shape_.is_static()) return unmasked().is_c_contiguous();
  const auto expected = symbolic_row_major_strides(shape_);
  if (offset_ != 0 || !expected) return false;
  for (std::size_t axis = 0; axis < ndim(); ++axis)
    if (shape_[axis].value() != 1 && steps_[axis] != (*expected)[axis])
      return false;
  return true;  // view.symbolic_contiguous
}

std::optional<Strides> SymbolicView::strides_opt() const {
  if (mask_) return std::nullopt;  // view.strides_opt
  return strides_;
}

bool SymbolicView::is_materializable() const {
  return shape_.is_static() && can_get_strides();  // view.is_materializable
}

Result<std::int64_t> SymbolicView::linear_index(const Index& at) const {
  if (at.size() != ndim())  // view.linear_index_rank
    return Status::invalid(
        fmt::format("an index of {} entries for rank {}", at.size(), ndim()));
  std::optional<std::int64_t> position = offset_;
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    const auto step = steps_.empty() ? strides_[axis] : steps_[axis].value();
    if (!step)
      return Status::unsupported(  // view.linear_index_symbolic
          "view", fmt::format("the stride {} of axis {} is symbolic",
                              steps_[axis].text(), axis));
    const auto part = checked_product(at[axis], *step);
    position = part ? checked_sum(*position, *part) : std::nullopt;
    if (!position)
      return Status::invalid(
          fmt::format("the position of {} leaves 64 bits", shape_text(at)));
  }
  return *position;  // view.linear_index
}

bool SymbolicView::is_valid(const Index& at) const {
  if (at.size() != ndim()) return false;  // view.is_valid_rank
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    const std::int64_t index = at[axis];
    if (index < 0) return false;
    if (const auto extent = shape_[axis].value())  // view.is_valid_symbolic
      if (index >= *extent) return false;          // view.is_valid_shape
    if (!mask_) continue;
    const auto [start, stop] = (*mask_)[axis];
    if (index < start || index >= stop) return false;  // view.is_valid
  }
  return true;
}

Result<ViewElements> SymbolicView::elements() const {
  if (Status s = require_static("the elements"); !s.ok()) return s;
  return ViewElements(*this);  // view.elements
}

Result<std::pair<std::int64_t, std::int64_t>> SymbolicView::bounds() const {
  if (Status s = require_static("the bounds"); !s.ok()) return s;
  if (!mask_) return unmasked().bounds();
  const auto part = unmasked().shrink(*mask_);
  // shrink() only fails if some axis has no valid index.
  return part.ok() ? part->bounds()
                   : std::pair<std::int64_t, std::int64_t>{0, -1};
}

Result<SymbolicView> SymbolicView::bind(const Bindings& bindings) const {
  return substitute(constants(bindings));  // view.bind
}

Result<SymbolicView> SymbolicView::substitute(
    const SymbolicExtent::Replacements& replacements) const {
  auto shape = shape_.substitute(replacements);
  if (!shape) return shape.status();  // view.bind_range
  if (Status s = check_shape(*shape); !s.ok()) return s;
  SymbolicView view = *this;
  view.shape_ = *std::move(shape);
  for (SymbolicExtent& step : view.steps_) {
    auto replaced = step.substitute(replacements);
    if (!replaced) return replaced.status();
    step = *std::move(replaced);
  }
  if (view.shape_.is_static()) {
    for (std::size_t axis = 0; axis < view.steps_.size(); ++axis)
      view.strides_[axis] = view.steps_[axis].value().value_or(0);
    view.steps_.clear();  // view.bind_strides
  }
  return std::move(view).settled();
}

Result<View> SymbolicView::to_view() const {
  if (Status s = require_static("a concrete view"); !s.ok()) return s;
  if (mask_)
    return Status::unsupported(  // view.to_concrete
        "view", "a masked view has no strided equal; copy it first");
  return unmasked();
}

Status SymbolicView::require_static(std::string_view what) const {
  if (shape_.is_static()) return {};
  return Status::unsupported(
      "view", fmt::format("{} of shape {}: bind its variables first", what,
                          shape_.text()));
}

View SymbolicView::unmasked() const {
  return View(*shape_.concrete(), strides_, offset_);
}

}  // namespace assay
