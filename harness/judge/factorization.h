// Describes a factorization or solve in the form that the judge needs: the part
// of its operand that the op reads, and its results as batches of matrices.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"
#include "harness/operands/matrix.h"
#include "spec/infer.h"

namespace assay {

// Hold the operands and results of one step, as elements in row-major order.
struct FactoredTensor {
  TensorType type;
  std::vector<ElementBits> elements;
};
struct FactoredStep {
  Op op{};
  Attributes attributes;
  std::vector<FactoredTensor> operands;
  std::vector<FactoredTensor> results;
  bool plain_transpose = false;       // triangular_solve.transpose is plain
  bool may_solve_singular = false;    // solve.singular is any
  bool may_factor_any = false;        // cholesky.failure is any
  bool is_triangle_open = false;      // of cholesky, by cholesky.triangle
  bool is_diagonal_assumed = false;   // triangular_solve.unit_diag is assumed
  bool is_length_open = false;        // eig.norm is any
  bool must_refuse_singular = false;  // full_piv_lu.singular is error
  bool may_refuse_singular = false;   // full_piv_lu.singular is any
};

// Returns a step without operands and results, with the profile's policies.
FactoredStep factored_by(Op op, const Attributes& attributes,
                         const Profile& profile);

// Returns the part of the first operand that the op reads, one matrix per batch
// entry. For eigh that is the Hermitian matrix of its lower triangle. For
// triangular_solve it is op(A), with zeros and ones in the places that are not
// read. For the other solves it is op(A) too, and where x stands on the left of
// op(A), its transpose.
std::vector<Matrix> matrices_read(const FactoredStep& step);

// Returns the right-hand sides, or the solutions, of a solve: one matrix of
// columns for each matrix of the batch. If x stands on the left of op(A), the
// columns are rows of the tensor.
std::vector<Matrix> right_sides(const FactoredStep& step,
                                const FactoredTensor& b);

// Returns a result as one matrix for each matrix of the batch. The result's
// last two axes are a matrix; if `vectors`, its last axis is a vector, which
// becomes a matrix with one column.
std::vector<Matrix> matrices_in(const FactoredStep& step,
                                const FactoredTensor& result, bool vectors);

// Returns a place in a matrix of a result that is judged: the given one, or its
// mirror image if it is in a triangle that the profile leaves open.
std::size_t judged_place(const FactoredStep& step, const FactoredTensor& result,
                         std::size_t place);

// Returns every result of a step as one matrix for each matrix of the batch.
// Vectors, scalars and integers are matrices with one column.
std::vector<std::vector<Matrix>> batches_of(const FactoredStep& step);

// Returns the extents of the batch axes of a step.
Shape batch_of(const FactoredStep& step);

// Returns whether each of `ops`, which are all rows of the op table, has one
// row in the table `rows` if it is judged by residuals, and none if not. These
// rows have a member `op`.
template <typename Rows>
constexpr bool has_every_factorization(const Rows& rows,
                                       std::span<const OpSpec* const> ops) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    int found = 0;
    for (const auto& row : rows) found += row.op == static_cast<Op>(i) ? 1 : 0;
    if (found != (is_judged_by_residual(*ops[i]) ? 1 : 0)) return false;
  }
  return true;
}

}  // namespace assay
