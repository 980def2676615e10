// Implements the whole view module: a view with a shape that may be symbolic,
// strides, an offset, and a mask that says which range of each axis is valid.
// All are in elements. Tensors of a backend have a View (spec/view.h), which is
// concrete and has no mask; it also does the stride arithmetic for this class.
// The clauses are in spec/sets/nx/view.h.
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

// Holds one pair per axis: a range [start, stop), or the padding before and
// after.
using AxisPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Holds the properties of a new view other than its shape.
struct ViewLayout {
  std::int64_t offset = 0;
  std::optional<Strides> strides;  // row-major if left out
  std::optional<AxisPairs> mask;   // every element is valid if left out
};

class ViewElements;

class SymbolicView {
 public:
  // Makes a rank-0 view of the first element.
  SymbolicView() = default;

  // Returns a view. Returns `invalid` if the parts do not fit each other, an
  // extent is negative, or a position is more than 2^56 elements from the
  // start.
  static Result<SymbolicView> create(SymbolicShape shape,
                                     ViewLayout layout = {});
  // Returns the same view, without mask.
  static Result<SymbolicView> from_view(const View& view);

  const SymbolicShape& shape() const { return shape_; }  // view.shape
  // Returns the strides. If an extent is symbolic these are the strides given
  // at creation, with 1 for a stride that is not known yet.
  const Strides& strides() const { return strides_; }  // view.strides
  std::int64_t offset() const { return offset_; }      // view.offset
  SymbolicExtent offset_dim() const;
  std::size_t ndim() const { return shape_.rank(); }  // view.ndim
  SymbolicExtent numel() const;
  // Return extent and stride of an axis, or `invalid` if the axis is not in
  // 0 … ndim - 1.
  Result<SymbolicExtent> dim(std::int64_t axis) const;
  Result<std::int64_t> stride(std::int64_t axis) const;
  // Returns the valid range of each axis, or nothing if all elements are valid.
  const std::optional<AxisPairs>& mask() const { return mask_; }  // view.mask

  // Returns whether all elements are valid and stored in row-major order from
  // the start of the buffer, whatever values the variables have.
  bool is_c_contiguous() const;
  // Returns the strides, or nothing if there is a mask.
  std::optional<Strides> strides_opt() const;
  bool can_get_strides() const {
    return strides_opt().has_value();  // view.can_get_strides
  }
  // Returns whether the shape is static and there is no mask.
  bool is_materializable() const;

  // Returns offset + Σ index·stride, also for an index that is not valid.
  // Returns `unsupported` if a stride depends on an unbound variable.
  Result<std::int64_t> linear_index(const Index& at) const;
  // Returns whether an index has one entry per axis, and each entry is within
  // the mask and the extent. A symbolic extent does not limit its axis.
  bool is_valid(const Index& at) const;

  // Returns the elements in row-major order, or `unsupported` if an extent is
  // symbolic.
  Result<ViewElements> elements() const;
  // Returns the lowest and highest position of a valid element, or {0, -1} if
  // there is none. Returns `unsupported` if an extent is symbolic.
  Result<std::pair<std::int64_t, std::int64_t>> bounds() const;

  // The transformations of spec/view.h. Each returns a new view. It returns
  // `invalid` if the call is wrong, and `unsupported` with kind "view" if
  // strides, the mask or unbound variables make the result impossible.
  Result<SymbolicView> reshape(const SymbolicShape& shape) const;
  Result<SymbolicView> expand(const SymbolicShape& shape) const;
  Result<SymbolicView> permute(const std::vector<std::int64_t>& axes) const;
  Result<SymbolicView> shrink(const AxisPairs& ranges) const;
  Result<SymbolicView> pad(const AxisPairs& padding) const;
  Result<SymbolicView> flip(const std::vector<bool>& axes) const;

  // Replace variables by values or by expressions. Variables that are not named
  // stay.
  Result<SymbolicView> bind(const Bindings& bindings) const;
  Result<SymbolicView> substitute(
      const SymbolicExtent::Replacements& replacements) const;

  // Returns the concrete view, or `unsupported` if this view has a mask or a
  // symbolic extent.
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
  // Returns the position of an index of a static view. It fits 64 bits, because
  // check_reach() limits the strides, the extents and the offset.
  std::int64_t position(const Index& at) const {
    std::int64_t position = offset_;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      position += at[axis] * strides_[axis];
    return position;
  }
  friend class ViewElements;

  SymbolicShape shape_;
  Strides strides_;
  // The strides as expressions; binding the variables gives the real strides.
  // Empty if the shape is static.
  std::vector<SymbolicExtent> steps_;
  std::int64_t offset_ = 0;
  std::optional<AxisPairs> mask_;
};

// Lists the elements of a static view in row-major order for a range-for. Each
// entry is the element's position in the buffer, or nothing for padding.
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
