// Solves triangular systems by substitution in complex long double.
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include "reference/wide_matrix.h"

namespace assay {

// Holds a triangular system op(A). Only one triangle of op(A) is read.
struct TriangularSystem {
  WideMatrix a;
  bool upper;      // of op(A)
  bool unit_diag;  // the diagonal is not read

  // Returns which unknown is solved for in this step.
  std::int64_t unknown(std::int64_t step) const {
    return upper ? a.rows() - 1 - step : step;  // triangular_solve.upper
  }
};

inline bool has_zero_pivot(const TriangularSystem& system) {
  if (system.unit_diag) return false;
  for (std::int64_t i = 0; i < system.a.rows(); ++i)
    if (system.a(i, i) == WideComplex(0)) return true;
  return false;
}

// x_i = (b_i - Σ_j a_ij·x_j) / a_ii over the unknowns j that were found before
// i.
inline WideVector solved(const TriangularSystem& system, const WideVector& b) {
  WideVector x = b;
  for (std::int64_t step = 0; step < system.a.rows(); ++step) {
    const std::int64_t i = system.unknown(step);
    WideComplex& at_i = x[static_cast<std::size_t>(i)];
    for (std::int64_t before = 0; before < step; ++before) {
      const std::int64_t j =
          system.unknown(before);  // triangular_solve.other_triangle
      at_i -=                      // triangular_solve_general.other_triangle
          system.a(i, j) * x[static_cast<std::size_t>(j)];
    }
    const bool is_divided =
        !system.unit_diag;  // triangular_solve_general.unit_diag
    if (is_divided)         // triangular_solve.unit_diag
      at_i /=               // triangular_solve_general.diagonal_unread
          system.a(i, i);   // triangular_solve.diagonal_unread
  }
  return x;  // triangular_solve.value
}

}  // namespace assay
