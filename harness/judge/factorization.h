// A factorization or solve as it is judged: which part of its operand an op
// reads, and how its results are batches of matrices.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"
#include "harness/operands/matrix.h"
#include "spec/infer.h"

namespace assay {

// Operands and results of one step, as elements in row-major order.
struct FactoredTensor {
  TensorType type;
  std::vector<ElementBits> elements;
};
struct FactoredStep {
  Op op{};
  Attributes attributes;
  std::vector<FactoredTensor> operands;
  std::vector<FactoredTensor> results;
  bool plain_transpose = false;     // axis triangular_solve.transpose
  bool may_solve_singular = false;  // axis solve.singular is any
  bool may_factor_any = false;      // axis cholesky.failure is any
};

// Returns a step without operands and results, to be judged by the profile.
FactoredStep factored_by(Op op, const Attributes& attributes,
                         const Profile& profile);

// Returns the first operand as the op reads it, per matrix of the batch: the
// whole matrix; for eigh, the Hermitian matrix of its lower triangle; for
// triangular_solve op(A), with zeros and ones where it is not read.
std::vector<Matrix> matrices_read(const FactoredStep& step);

// Returns the right-hand sides (or the solutions) of triangular_solve, one
// matrix of columns per matrix of the batch.
std::vector<Matrix> right_sides(const FactoredStep& step,
                                const FactoredTensor& b);

// Returns a result whose last two axes are matrices, or whose last axis is a
// vector, as one matrix (with one column, for vectors) per matrix of the batch.
std::vector<Matrix> matrices_in(const FactoredStep& step,
                                const FactoredTensor& result, bool vectors);

// Returns the batch extents of a step.
Shape batch_of(const FactoredStep& step);

}  // namespace assay
