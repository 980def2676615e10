// Sorts the axes of the operands of dot_general by their role.
// Tested by tests/spec/infer_lax_contraction_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "spec/attributes.h"
#include "spec/profile.h"
#include "spec/shape.h"
#include "spec/subscripts.h"

namespace assay {

using Axes = std::vector<std::int64_t>;

// Holds the axes of one operand: those that its lists name, and the free ones
// in ascending order.
struct DotAxes {
  Axes contracting;
  Axes batch;
  Axes free;
};

// Returns the axes of an operand of this rank. Axes in the lists are distinct
// and in range.
inline DotAxes dot_axes(const Attributes& attributes, bool is_lhs,
                        std::size_t rank) {
  DotAxes axes{attributes.integers(is_lhs ? AttributeKey::kLhsContracting
                                          : AttributeKey::kRhsContracting),
               attributes.integers(is_lhs ? AttributeKey::kLhsBatch
                                          : AttributeKey::kRhsBatch),
               {}};
  const auto lists = [](const Axes& list, std::int64_t axis) {
    return std::find(list.begin(), list.end(), axis) != list.end();
  };
  for (std::int64_t axis = 0; axis < static_cast<std::int64_t>(rank); ++axis)
    if (!lists(axes.contracting, axis) && !lists(axes.batch, axis))
      axes.free.push_back(axis);
  return axes;
}

// Returns the extents of these axes of a shape.
inline Shape extents_at(const Shape& shape, const Axes& axes) {
  Shape extents;
  for (const std::int64_t axis : axes)
    extents.push_back(shape[static_cast<std::size_t>(axis)]);
  return extents;
}

// Returns whether the batch axes are the last ones of the result.
constexpr bool has_batch_last(const Profile& profile) {
  return profile.is("dot_general.order=batch_last"_policy);
}

// Returns labels that say the same: batch axes from 0 on, then contracting
// axes, and the free axes of lhs and of rhs. The axes of the result are the
// batch, the free axes of lhs and those of rhs, or these and the batch.
inline Subscripts dot_subscripts(const Attributes& attributes,
                                 std::size_t lhs_rank, std::size_t rhs_rank,
                                 bool batch_last) {
  const DotAxes axes[] = {dot_axes(attributes, true, lhs_rank),
                          dot_axes(attributes, false, rhs_rank)};
  const auto batches = static_cast<std::int64_t>(axes[0].batch.size());
  const auto contracted = static_cast<std::int64_t>(axes[0].contracting.size());
  Subscripts subscripts{{Labels(lhs_rank), Labels(rhs_rank)}, {}};
  std::int64_t next_free = batches + contracted;
  Labels batch;
  for (std::int64_t label = 0; label < batches; ++label) batch.push_back(label);
  Labels free;
  for (std::size_t side : {0u, 1u}) {
    const auto mark = [&](std::int64_t axis, std::int64_t label) {
      subscripts.inputs[side][static_cast<std::size_t>(axis)] = label;
    };
    std::int64_t label = 0;
    for (const std::int64_t axis : axes[side].batch) mark(axis, label++);
    for (const std::int64_t axis : axes[side].contracting) mark(axis, label++);
    for (const std::int64_t axis : axes[side].free) {
      mark(axis, next_free);
      free.push_back(next_free++);
    }
  }
  Labels& output = subscripts.output;
  output = batch_last ? free : batch;
  const Labels& last = batch_last ? batch : free;
  output.insert(output.end(), last.begin(), last.end());
  return subscripts;
}

// Returns the shape of the result of dot_general.
inline Shape dot_shape(const Attributes& attributes, const Shape& lhs,
                       const Shape& rhs, bool batch_last) {
  const DotAxes left = dot_axes(attributes, true, lhs.size());
  const DotAxes right = dot_axes(attributes, false, rhs.size());
  const Shape batch = extents_at(lhs, left.batch);
  Shape shape = batch_last ? Shape{} : batch;
  const auto append = [&shape](const Shape& extents) {
    shape.insert(shape.end(), extents.begin(), extents.end());
  };
  append(extents_at(lhs, left.free));
  append(extents_at(rhs, right.free));
  if (batch_last) append(batch);
  return shape;
}

}  // namespace assay
