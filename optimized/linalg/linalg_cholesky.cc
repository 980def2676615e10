// Computes the Cholesky factor of real matrices. Row i of U, with A = UᵀU, is
// what remains of row i of A after the rows above are eliminated, divided by
// the square root of its pivot; L is Uᵀ (Golub and Van Loan, "Matrix
// Computations", 4.2). Four rows are done at a time, so that those above are
// read a quarter as often.
// Tested by the linalg family of the suite.
#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/substitution.h"

namespace assay::optimized {

bool factor_cholesky(const double* a, std::int64_t n, double* l) {
  constexpr std::int64_t kRows = 4;
  std::vector<double> upper(a, a + n * n);
  std::vector<double> columns(static_cast<std::size_t>(kRows * n));
  double* u = upper.data();
  double* factors = columns.data();
  // Subtracts the products of the rows [from, first) from some rows.
  const auto subtract = [&](std::int64_t first, std::int64_t rows,
                            std::int64_t from) {
    for (std::int64_t k = from; k < first; ++k)
      for (std::int64_t r = 0; r < rows; ++r)
        factors[r * n + k - from] = u[k * n + first + r];
    subtract_products({.rows = u + first * n + first,
                       .row_stride = n,
                       .factors = factors,
                       .factor_stride = n,
                       .x = u + from * n + first,
                       .x_stride = n,
                       .row_count = rows,
                       .terms = first - from,
                       .columns = n - first});
  };
  for (std::int64_t first = 0; first < n; first += kRows) {
    const std::int64_t rows = std::min(kRows, n - first);
    subtract(first, rows, 0);
    for (std::int64_t i = first; i < first + rows; ++i) {
      subtract(i, 1, first);
      double* row = u + i * n;
      const double pivot = std::sqrt(row[i]);
      if (!(pivot > 0)) return false;
      row[i] = pivot;
      for (std::int64_t j = i + 1; j < n; ++j) row[j] /= pivot;
    }
  }
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      l[i * n + j] = j <= i ? u[j * n + i] : 0;
  return true;
}

}  // namespace assay::optimized
