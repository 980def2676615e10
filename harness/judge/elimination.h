// Eliminates matrices for the judge, with pivots of its own: how elements grow,
// whether a matrix is singular, and whether no step of it rounds.
// Tested by tests/harness/judge/elimination_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/operands/matrix.h"

namespace assay {

enum class Pivoting : std::uint8_t { kPartial, kComplete };

// Holds P·A·Qᵀ = L·U: L is below the diagonal of `packed`, whose own diagonal
// belongs to U. rows[i] is the row of A that became row i, and columns[j] the
// column that became column j.
struct PivotedFactors {
  Matrix packed;
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  Pivoting pivoting = Pivoting::kPartial;
  std::int64_t rank = 0;    // steps that found a pivot
  long double growth = 1;   // ‖|L|·|U|‖ / ‖A‖, at least 1
  long double largest = 0;  // largest element of |L|·|U|
  // The largest share of its pivot that another candidate of a step has, in the
  // sum of the magnitudes of its parts.
  long double contest = 0;

  bool is_singular() const;
};

PivotedFactors eliminate(const Matrix& a, Pivoting pivoting);

// Returns whether every elimination of A must choose the same pivots, and no
// step of it rounds in the dtype, in whatever order the terms are subtracted:
// non-zero pivots are powers of two with one part alone, no other candidate
// exceeds half of its pivot (three quarters under complete pivoting), and the
// terms of each element fit in one significand.
bool is_eliminated_exactly(const PivotedFactors& factors, DType dtype);

// Returns whether a row or a column of A is zero.
bool has_zero_line(const Matrix& a);

// Returns the x with A·x = b. The factors must not be singular.
Matrix solution_by(const PivotedFactors& factors, const Matrix& b);

// Returns a lower bound of the smallest singular value: 1 / ‖A⁻¹‖. The factors
// must not be singular.
long double least_singular_value(const PivotedFactors& factors);

}  // namespace assay
