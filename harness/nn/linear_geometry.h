// Chooses the extents of calls of the linear layer and of its gradients.
// Tested by tests/harness/nn/linear_geometry_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/families/drawn_call.h"

namespace assay {

// Holds the extents of a call of linear, linear_x_backward or
// linear_weight_backward: x is (…, inputs), weight (inputs, outputs) and grad
// (…, outputs).
struct LinearGeometry {
  Shape leading;
  std::int64_t inputs = 1;
  std::int64_t outputs = 1;
  bool is_biased = false;

  Shape rows_of(std::int64_t extent) const;
  std::int64_t row_count() const { return element_count(leading); }
};

// Holds the extents of a call of bias_backward.
struct BiasGeometry {
  Shape shape;
  std::size_t axis = 0;
};

// Return the geometry of a call as the wish wants it.
LinearGeometry linear_geometry(const CallWish& wish);
BiasGeometry bias_geometry(const CallWish& wish);

// Returns the operands of a geometry, without elements.
std::vector<DrawnOperand> linear_operands(Op op,
                                          const LinearGeometry& geometry);

// Returns how many terms each element of the result has, without the bias.
std::int64_t term_count(Op op, const LinearGeometry& geometry);

// Returns whether the terms of a sum are along the last axis of an operand. If
// not, they are along the other axes.
bool has_terms_along_rows(Op op, std::size_t operand);

}  // namespace assay
