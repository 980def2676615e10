// Computes eigenvalues and singular values in long double with a library, so
// that the judge does not depend on the oracle's algorithms.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <vector>

#include "harness/operands/matrix.h"

namespace assay {

// Returns the singular values, descending. The matrix must be finite.
std::vector<long double> singular_values(const Matrix& a);

// Returns the eigenvalues of a Hermitian matrix, ascending.
std::vector<long double> hermitian_eigenvalues(const Matrix& a);

// Returns the eigenvalues of a square matrix, in any order.
std::vector<Entry> eigenvalues(const Matrix& a);

}  // namespace assay
