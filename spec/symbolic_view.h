// The view module whole: a shape that may be symbolic, strides, an offset and
// a mask of the valid range of each axis, all in elements. Tensors that reach
// a backend carry the concrete, unmasked View of spec/view.h, which does the
// stride arithmetic here too. The clauses are in spec/sets/nx/view.h.
// Tested by tests/spec/symbolic_view_test.cc and
// symbolic_view_property_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spec/result.h"
#include "spec/symbolic_shape.h"
#include "spec/view.h"

namespace assay {

// One pair per axis: [start, stop) ranges, or padding before and after.
using AxisPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// What a view is created with besides its shape.
struct ViewLayout {
  std::int64_t offset = 0;
  std::optional<Strides> strides;  // row-major if left out
  std::optional<AxisPairs> mask;   // every element valid if left out
};

class ViewElements;

class SymbolicView {
 public:
  // A rank-0 view of the first element.
  SymbolicView() = default;

  // Returns a view; `invalid` where the parts do not fit each other, an extent
  // is negative, or positions leave the range that 64 bits address.
  static Result<SymbolicView> create(SymbolicShape shape,
                                     ViewLayout layout = {});
  // Returns the same view, without mask.
  static Result<SymbolicView> from_view(const View& view);

  const SymbolicShape& shape() const { return shape_; }  // view.shape
  // Returns the strides. While an extent is symbolic they are those given at
  // creation, or 1 in place of strides that are not known yet.
  const Strides& strides() const { return strides_; }  // view.strides
  std::int64_t offset() const { return offset_; }      // view.offset
  SymbolicExtent offset_dim() const;
  std::size_t ndim() const { return shape_.rank(); }  // view.ndim
  SymbolicExtent numel() const;
  // Return extent and stride of an axis; `invalid` outside 0 … ndim - 1.
  Result<SymbolicExtent> dim(std::int64_t axis) const;
  Result<std::int64_t> stride(std::int64_t axis) const;
  // Returns the valid range of each axis, or nothing where all are valid.
  const std::optional<AxisPairs>& mask() const { return mask_; }  // view.mask

  // Returns whether elements are valid and lie in row-major order from the
  // start of the buffer, whatever the variables are bound to.
  bool is_c_contiguous() const;
  // Returns the strides, or nothing where there is a mask.
  std::optional<Strides> strides_opt() const;
  bool can_get_strides() const {
    return strides_opt().has_value();  // view.can_get_strides
  }
  // Returns whether the shape is static and there is no mask.
  bool is_materializable() const;

  // Returns offset + Σ index·stride, wherever that is; `unsupported` where a
  // stride depends on an unbound variable.
  Result<std::int64_t> linear_index(const Index& at) const;
  // Returns whether an index has one entry per axis, each within the mask and
  // the extent; an unbound extent bounds nothing.
  bool is_valid(const Index& at) const;

  // Returns the elements in row-major order; `unsupported` where symbolic.
  Result<ViewElements> elements() const;
  // Returns the lowest and highest position of a valid element; {0, -1} where
  // there is none; `unsupported` where symbolic.
  Result<std::pair<std::int64_t, std::int64_t>> bounds() const;

  // Transformations, as in spec/view.h; a new view or the status that says
  // why not: `invalid` where the call is wrong, `unsupported` with kind "view"
  // where strides, the mask or unbound variables stand in the way.
  Result<SymbolicView> reshape(const SymbolicShape& shape) const;
  Result<SymbolicView> expand(const SymbolicShape& shape) const;
  Result<SymbolicView> permute(const std::vector<std::int64_t>& axes) const;
  Result<SymbolicView> shrink(const AxisPairs& ranges) const;
  Result<SymbolicView> pad(const AxisPairs& padding) const;
  Result<SymbolicView> flip(const std::vector<bool>& axes) const;

  // Give variables their values, or put expressions in their place; those that
  // are not named stay.
  Result<SymbolicView> bind(const Bindings& bindings) const;
  Result<SymbolicView> substitute(
      const SymbolicExtent::Replacements& replacements) const;

  // Returns the concrete view; `unsupported` where masked or symbolic.
  Result<View> to_view() const;

  friend bool operator==(const SymbolicView&, const SymbolicView&) = default;

 private:
  static Result<SymbolicView> of(const View& view,
                                 std::optional<AxisPairs> mask);
  Result<SymbolicView> settled() &&;
  Status settle_mask();
  Status check_reach() const;
  Status require_static(std::string_view what) const;
  View unmasked() const;
  Result<SymbolicShape> inferred(const SymbolicShape& shape) const;
  Result<SymbolicView> reshape_symbolic(const SymbolicShape& shape) const;
  Result<SymbolicView> expand_symbolic(const SymbolicShape& shape) const;
  AxisPairs ranges() const;
  // The position of an index of a static view; it stays within 64 bits.
  std::int64_t position(const Index& at) const {
    std::int64_t position = offset_;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      position += at[axis] * strides_[axis];
    return position;
  }
  friend class ViewElements;

  SymbolicShape shape_;
  Strides strides_;
  // The strides that binding will give, in place of placeholders. Empty where
  // the shape is static.
  std::vector<SymbolicExtent> steps_;
  std::int64_t offset_ = 0;
  std::optional<AxisPairs> mask_;
};

// The elements of a static view in row-major order, to be walked by a
// range-for: the position of each in the buffer, or nothing for padding.
class ViewElements {
 public:
  explicit ViewElements(SymbolicView view)
      : view_(std::move(view)), space_(*view_.shape().concrete()) {}

  class Iterator {
   public:
    Iterator(const SymbolicView* view, IndexSpace::Iterator at)
        : view_(view), at_(std::move(at)) {}
    std::optional<std::int64_t> operator*() const {
      if (view_->mask() && !view_->is_valid(*at_)) return std::nullopt;
      return view_->position(*at_);
    }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const SymbolicView* view_;
    IndexSpace::Iterator at_;
  };

  Iterator begin() const { return {&view_, space_.begin()}; }
  Iterator end() const { return {&view_, space_.end()}; }

 private:
  SymbolicView view_;
  IndexSpace space_;
};

}  // namespace assay
