// Counts the elements of symbolic shapes, replaces their variables, and derives
// their strides.
// Tested by tests/spec/symbolic_shape_test.cc.
#include "spec/symbolic_shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/checked_int.h"

namespace assay {

std::optional<Shape> SymbolicShape::concrete() const {
  Shape shape;
  for (const SymbolicExtent& extent : extents_) {
    const auto value = extent.value();
    if (!value) return std::nullopt;
    shape.push_back(*value);
  }
  return shape;
}

bool SymbolicShape::is_zero_size() const {
  return std::any_of(
      extents_.begin(), extents_.end(),
      [](const SymbolicExtent& extent) { return extent.value() == 0; });
}

Result<SymbolicExtent> SymbolicShape::numel() const {
  if (is_zero_size()) return SymbolicExtent(0);
  std::int64_t factor = 1;
  Result<SymbolicExtent> count = SymbolicExtent(1);
  for (const SymbolicExtent& extent : extents_) {
    const auto value = extent.value();
    const auto scaled = value ? checked_product(factor, *value) : std::nullopt;
    if (scaled)
      factor = *scaled;
    else
      count = count->times(extent);
    if (!count) return count;
  }
  return count->times(factor);
}

Result<SymbolicShape> SymbolicShape::bind(const Bindings& bindings) const {
  return substitute(constants(bindings));
}

Result<SymbolicShape> SymbolicShape::substitute(
    const SymbolicExtent::Replacements& replacements) const {
  std::vector<SymbolicExtent> extents;
  for (const SymbolicExtent& extent : extents_) {
    auto result = extent.substitute(replacements);
    if (!result) return result.status();
    if (result->value().value_or(0) < 0)
      return Status::invalid(fmt::format("extent {} becomes {}, expected >= 0",
                                         extent.text(), result->text()));
    extents.push_back(*std::move(result));
  }
  return SymbolicShape(std::move(extents));
}

Result<Shape> SymbolicShape::eval(const Bindings& bindings) const {
  const auto bound = bind(bindings);
  if (!bound) return bound.status();
  if (auto shape = bound->concrete()) return *std::move(shape);
  return Status::unsupported(
      "view",
      fmt::format("shape {} is symbolic, expected numbers", bound->text()));
}

std::string SymbolicShape::text() const {
  std::string text;
  for (const SymbolicExtent& extent : extents_)
    text += (text.empty() ? "" : ", ") + extent.text();
  return "[" + text + "]";
}

Result<std::vector<SymbolicExtent>> symbolic_row_major_strides(
    const SymbolicShape& shape) {
  std::vector<SymbolicExtent> strides(shape.rank());
  SymbolicExtent step = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    strides[axis] = step;
    if (axis == 0 || shape[axis].value() == 0) continue;
    auto next = step.times(shape[axis]);
    if (!next) return next.status();
    step = *std::move(next);
  }
  return strides;
}

}  // namespace assay
