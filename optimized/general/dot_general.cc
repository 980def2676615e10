// Implements contractions of two tensors. Each operand is shown as a batch of
// matrices by permuting and merging its axes. Where no strides can express
// that, the operand is copied once. The rest is matmul, products in lanes, or a
// product of elements if no axis is contracted. Tested by
// tests/optimized/general_contraction_test.cc and the contraction family of
// lax.
#include "optimized/general/dot_general.h"

#include <algorithm>
#include <utility>

#include "optimized/elementwise/elementwise.h"
#include "optimized/general/viewed.h"
#include "optimized/layout/element_bits.h"
#include "optimized/product/contraction.h"
#include "optimized/product/lane_products.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

using AxisRow = std::vector<std::int64_t>;

Shape extents_of(const Tensor& x, const AxisRow& axes) {
  Shape shape;
  for (const std::int64_t axis : axes)
    shape.push_back(x.view.shape()[static_cast<std::size_t>(axis)]);
  return shape;
}

std::int64_t count_of(const Tensor& x, const AxisRow& axes) {
  return element_count(extents_of(x, axes));
}

// Returns the operand as matrices of rows by columns, each of which is made of
// several axes: a view of it, or of a copy. Lanes, if there are any, become one
// more axis.
Result<Tensor> as_matrices(Backend& memory, const Tensor& x,
                           const AxisRow& batch, const AxisRow& rows,
                           const AxisRow& columns, const AxisRow& lanes) {
  AxisRow order = batch;
  for (const AxisRow* axes : {&rows, &columns, &lanes})
    order.insert(order.end(), axes->begin(), axes->end());
  const Tensor ordered = viewed(x, *x.view.permute(order));
  Shape shape = extents_of(x, batch);
  shape.push_back(count_of(x, rows));
  shape.push_back(count_of(x, columns));
  if (!lanes.empty()) shape.push_back(count_of(x, lanes));
  if (auto view = ordered.view.reshape(shape))
    return viewed(x, *std::move(view));
  auto copied = memory.buffer(x.dtype, ordered.view.shape());
  if (!copied) return copied;
  copy_elements(*copied, ordered);
  copied->view = View(std::move(shape));
  return copied;
}

// Returns the view of an operand that repeats it along the free axes of the
// other one, which the result has before or after its own.
View repeated_along(const Tensor& x, const ContractionAxes& axes,
                    const Shape& others, bool others_first) {
  Shape shape = extents_of(x, axes.batch);
  Strides strides;
  const auto append_own = [&](const AxisRow& own) {
    for (const std::int64_t axis : own)
      strides.push_back(x.view.strides()[static_cast<std::size_t>(axis)]);
  };
  append_own(axes.batch);
  const auto append_others = [&] {
    shape.insert(shape.end(), others.begin(), others.end());
    strides.insert(strides.end(), others.size(), 0);
  };
  if (others_first) append_others();
  const Shape free = extents_of(x, axes.free);
  shape.insert(shape.end(), free.begin(), free.end());
  append_own(axes.free);
  if (!others_first) append_others();
  return View(std::move(shape), std::move(strides), x.view.offset());
}

}  // namespace

ContractionAxes contraction_axes(const AxisRow& contracting,
                                 const AxisRow& batch, std::size_t rank) {
  ContractionAxes axes{contracting, batch, {}, {}};
  const auto lists = [](const AxisRow& list, std::int64_t axis) {
    return std::find(list.begin(), list.end(), axis) != list.end();
  };
  for (std::int64_t axis = 0; axis < static_cast<std::int64_t>(rank); ++axis)
    if (!lists(contracting, axis) && !lists(batch, axis))
      axes.free.push_back(axis);
  return axes;
}

bool suits_lanes(const Tensor& lhs, const ContractionAxes& lhs_axes,
                 const Tensor& rhs, const ContractionAxes& rhs_axes) {
  return !lhs_axes.contracting.empty() && !lhs_axes.lanes.empty() &&
         suits_lanes(lhs.dtype, count_of(lhs, lhs_axes.free),
                     count_of(rhs, rhs_axes.free),
                     count_of(lhs, lhs_axes.contracting),
                     count_of(lhs, lhs_axes.lanes));
}

Status contract(Backend& memory, const Tensor& out, const Tensor& lhs,
                const ContractionAxes& lhs_axes, const Tensor& rhs,
                const ContractionAxes& rhs_axes) {
  if (out.view.numel() == 0) return {};
  const Shape lhs_free = extents_of(lhs, lhs_axes.free);
  const Shape rhs_free = extents_of(rhs, rhs_axes.free);
  if (lhs_axes.contracting.empty()) {
    const Tensor a =
        viewed(lhs, repeated_along(lhs, lhs_axes, rhs_free, false));
    const Tensor b = viewed(rhs, repeated_along(rhs, rhs_axes, lhs_free, true));
    return elementwise("mul"_op, out, {&a, &b});
  }
  const auto a = as_matrices(memory, lhs, lhs_axes.batch, lhs_axes.free,
                             lhs_axes.contracting, lhs_axes.lanes);
  if (!a) return a.status();
  const auto b = as_matrices(memory, rhs, rhs_axes.batch, rhs_axes.contracting,
                             rhs_axes.free, rhs_axes.lanes);
  if (!b) return b.status();
  Shape shape = extents_of(lhs, lhs_axes.batch);
  shape.push_back(element_count(lhs_free));
  shape.push_back(element_count(rhs_free));
  if (!lhs_axes.lanes.empty()) shape.push_back(count_of(lhs, lhs_axes.lanes));
  Strides strides = row_major_strides(shape);
  const Tensor to = viewed(
      out, View(std::move(shape), std::move(strides), out.view.offset()));
  if (lhs_axes.lanes.empty())
    matmul(to, *a, *b);
  else
    multiply_lanes(to, *a, *b);
  return {};
}

}  // namespace assay::optimized
