// What is permitted of factorizations and solves: section 9 of the contract,
// row "residual". The judge asks no oracle: bounds, S, w and the status follow
// from the operands. Tested by tests/harness/judge/tolerance_residual_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/judge/factorization.h"

namespace assay {

// What a step must answer. With status `ok` and a kind, it may also answer
// that numeric error; with kind "any", any numeric error.
struct ResidualRule {
  StatusCode status = StatusCode::kOk;
  std::string kind;
  std::vector<Permitted> results;  // one per result, where the status is ok
};
inline constexpr std::string_view kAnyNumericError = "any";

// Returns the rule of a step; its results have types and no elements.
ResidualRule residual_rule(const FactoredStep& step);

// The factors of the bounds: c·‖A‖ for spectra, f·‖A‖ for factors that are
// rounded to the operand's dtype. d is the larger extent of the matrix.
struct ResidualUnits {
  long double c = 0;
  long double f = 0;
  long double u_c = 0;  // unit roundoff of the computation
  long double eta = 0;  // smallest subnormal of the operand's dtype
};
ResidualUnits residual_units(DType dtype, std::int64_t d);

// Returns whether A is normal by its very entries: diagonal, Hermitian,
// skew-Hermitian or circulant.
bool is_exactly_normal(const Matrix& a);

}  // namespace assay
