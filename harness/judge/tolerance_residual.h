// Says what is permitted of factorizations and solves (section 9 of the
// contract, row "residual"). No oracle is asked: the bounds, S, w and the
// status follow from the operands.
// Tested by tests/harness/judge/tolerance_residual_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/judge/factorization.h"

namespace assay {

// Says what a step must answer. If the status is `ok` and there is a kind, the
// step may also answer that numeric error; the kind "any" permits every numeric
// error.
struct ResidualRule {
  StatusCode status = StatusCode::kOk;
  std::string kind;
  std::vector<Permitted> results;  // one per result, if the status is ok
};
inline constexpr std::string_view kAnyNumericError = "any";

// Returns the rule of a step. The step's results need types but no elements.
ResidualRule residual_rule(const FactoredStep& step);

// Holds the factors of the bounds: c·‖A‖ for spectra, and f·‖A‖ for factors
// that are rounded to the operand's dtype. residual_units() takes as d the
// larger extent of the matrix.
struct ResidualUnits {
  long double c = 0;
  long double f = 0;
  long double u_c = 0;  // unit roundoff of the computation
  long double eta = 0;  // smallest subnormal of the operand's dtype
};
ResidualUnits residual_units(DType dtype, std::int64_t d);

// Returns whether the entries show that A is normal: it is diagonal, Hermitian,
// skew-Hermitian or circulant.
bool is_exactly_normal(const Matrix& a);

}  // namespace assay
