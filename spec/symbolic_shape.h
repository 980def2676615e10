// Defines shapes whose extents may be symbolic. A Shape converts to a
// SymbolicShape.
// Tested by tests/spec/symbolic_shape_test.cc.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "spec/shape.h"
#include "spec/symbolic_extent.h"

namespace assay {

class SymbolicShape {
 public:
  SymbolicShape() = default;
  SymbolicShape(const Shape& shape)  // NOLINT: a shape is a symbolic shape
      : extents_(shape.begin(), shape.end()) {}
  SymbolicShape(std::initializer_list<SymbolicExtent> extents)
      : extents_(extents) {}
  explicit SymbolicShape(std::vector<SymbolicExtent> extents)
      : extents_(std::move(extents)) {}

  std::size_t rank() const { return extents_.size(); }
  const SymbolicExtent& operator[](std::size_t axis) const {
    return extents_[axis];
  }
  const std::vector<SymbolicExtent>& extents() const { return extents_; }

  // Returns whether every extent is a number.
  bool is_static() const { return concrete().has_value(); }
  // Returns the extents as numbers, or nothing if one is symbolic.
  std::optional<Shape> concrete() const;
  // Returns whether an extent is the number 0.
  bool is_zero_size() const;

  // Returns the product of the extents, which is 1 for rank 0. Returns
  // `invalid` if it exceeds the limits of SymbolicExtent.
  Result<SymbolicExtent> numel() const;

  // Return the shape with variables replaced by values or by expressions. They
  // return `invalid` if a value is outside its variable's range or an extent
  // becomes negative.
  Result<SymbolicShape> bind(const Bindings& bindings) const;
  Result<SymbolicShape> substitute(
      const SymbolicExtent::Replacements& replacements) const;

  // Returns the shape as numbers. Fails as bind() does, and with `unsupported`
  // and kind "view" if a variable is not bound.
  Result<Shape> eval(const Bindings& bindings) const;

  // Returns "[2, n + 1]".
  std::string text() const;

  friend bool operator==(const SymbolicShape&, const SymbolicShape&) = default;

 private:
  std::vector<SymbolicExtent> extents_;
};

// Returns the strides of a row-major layout, in elements. An extent of 0 counts
// as 1, as in row_major_strides().
Result<std::vector<SymbolicExtent>> symbolic_row_major_strides(
    const SymbolicShape& shape);

}  // namespace assay
