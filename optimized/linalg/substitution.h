// Subtracts products of rows from rows, in vectors. This is the inner loop of
// substitutions and of the Cholesky factorization.
// Tested by the linalg family of the suite, on every target.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Row-major arrays. Strides are the elements from one row to the next.
struct Elimination {
  double* rows = nullptr;
  std::int64_t row_stride = 0;
  const double* factors = nullptr;
  std::int64_t factor_stride = 0;
  const double* x = nullptr;
  std::int64_t x_stride = 0;
  std::int64_t row_count = 1;
  std::int64_t terms = 0;
  std::int64_t columns = 0;
};

// Computes rows[r][k] -= Σ_j factors[r][j] · x[j][k], in the order of j.
void subtract_products(const Elimination& elimination);

}  // namespace assay::optimized
