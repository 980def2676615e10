// Declares sums of products over any axes of two tensors.
// Tested by tests/optimized/general_contraction_test.cc and the contraction
// family of lax.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/backend.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The axes of one operand by their role. Contracting axes, batch axes and lanes
// pair with those of the other operand by position; free axes are all the
// others, in the order in which the result has them. Lanes are batch axes that
// the result has last.
struct ContractionAxes {
  std::vector<std::int64_t> contracting;
  std::vector<std::int64_t> batch;
  std::vector<std::int64_t> free;
  std::vector<std::int64_t> lanes;
};

// Returns the axes of an operand whose free axes ascend.
ContractionAxes contraction_axes(const std::vector<std::int64_t>& contracting,
                                 const std::vector<std::int64_t>& batch,
                                 std::size_t rank);

// Stores the sums of products in `out`, which is C-contiguous and has the batch
// axes, then the free axes of lhs, then those of rhs, then the lanes. Operands
// that no strides can show as matrices are copied to `memory`. There may be
// lanes only if suits_lanes() is true.
Status contract(Backend& memory, const Tensor& out, const Tensor& lhs,
                const ContractionAxes& lhs_axes, const Tensor& rhs,
                const ContractionAxes& rhs_axes);

// Returns whether contract() takes a contraction with these lanes.
bool suits_lanes(const Tensor& lhs, const ContractionAxes& lhs_axes,
                 const Tensor& rhs, const ContractionAxes& rhs_axes);

// The factors of dot_general_update.
struct UpdateFactors {
  bool lhs_conj = false, rhs_conj = false;
  ElementBits alpha, beta;
};

// Stores alpha · (the sums of products) + beta · out in `out`, which may have
// any strides.
Status contract_onto(Backend& memory, const Tensor& out, const Tensor& lhs,
                     const ContractionAxes& lhs_axes, const Tensor& rhs,
                     const ContractionAxes& rhs_axes,
                     const UpdateFactors& factors);

}  // namespace assay::optimized
