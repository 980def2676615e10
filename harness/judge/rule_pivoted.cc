// Derives the rules from the judge's own elimination of each matrix.
// Tested by tests/harness/judge/rule_pivoted_test.cc.
#include "harness/judge/rule_pivoted.h"

#include <algorithm>
#include <cmath>

#include "harness/judge/elimination.h"
#include "harness/judge/spectra.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Above this order, a lower bound stands for the smallest singular value.
constexpr std::int64_t kMostExpensive = 32;

// Returns factor·max(d, 4)·u_c + 3√d·u.
long double factor_of(const Bounded& matrix, DType dtype, int factor) {
  return factor * std::max(matrix.d, 4.0L) * matrix.units.u_c +
         3 * std::sqrt(matrix.d) * unit_roundoff(format_of(dtype));
}

// Says whether a matrix must be refused, may be, or must not be.
enum class Regularity { kSingular, kBorderline, kRegular };

Regularity regularity_of(const Bounded& matrix, const PivotedFactors& factors,
                         DType dtype) {
  const std::int64_t n = matrix.a.rows();
  if (n == 0) return Regularity::kRegular;
  const bool is_exact = is_eliminated_exactly(factors, dtype);
  if (has_zero_line(matrix.a) || (is_exact && factors.is_singular()))
    return Regularity::kSingular;
  if (factors.is_singular()) return Regularity::kBorderline;
  const long double near = 30 * static_cast<long double>(n) * matrix.units.u_c *
                           factors.growth * matrix.norm;
  if (least_singular_value(factors) >= near) return Regularity::kRegular;
  return n <= kMostExpensive && singular_values(matrix.a).back() >= near
             ? Regularity::kRegular
             : Regularity::kBorderline;
}

// Permits the error of a matrix that may be singular, if nothing more is
// permitted already.
void permit_singular(ResidualRule& rule) {
  if (rule.kind.empty()) rule.kind = "singular";
}

// Requires the error if some matrix is singular, unless every error is
// permitted.
void conclude(bool is_required, ResidualRule& rule) {
  if (!is_required || rule.kind == kAnyNumericError) return;
  rule.status = StatusCode::kNumeric;
  rule.kind = "singular";
}

// Appends the bound of the product of factors: 0 if no step rounds.
void add_factor_bound(const Bounded& matrix, const PivotedFactors& factors,
                      bool is_open, DType dtype, ResidualRule& rule) {
  const bool open = is_open || factors.largest > half_of_largest(dtype);
  const double bound = is_eliminated_exactly(factors, dtype)
                           ? 0
                           : static_cast<double>(factor_of(matrix, dtype, 4));
  rule.results[0].matrices->residual.push_back(unless(open, bound));
}

// Returns whether x, or ‖A‖·‖x‖, exceeds half of the largest finite value.
bool leaves_range_of(DType dtype, const Bounded& matrix,
                     const PivotedFactors& factors, const Matrix& b) {
  const long double limit = half_of_largest(dtype);
  if (!(factors.largest <= limit)) return true;
  const long double x = solution_by(factors, b).norm();
  return !(x <= limit) || !(matrix.norm * x + b.norm() <= limit);
}

// Returns whether a matrix in doubt could have a solution that exceeds half of
// the largest finite value. If its smallest singular value is a few times what
// rounding changes, that bounds the solution; else a pivot may be as small as
// u_c² of ‖A‖.
bool may_overflow(DType dtype, const Bounded& matrix,
                  const PivotedFactors& factors, const Matrix& b) {
  const long double u = matrix.units.u_c;
  const long double least =
      factors.is_singular() ? 0 : least_singular_value(factors);
  const bool is_known =
      least >= 6 * matrix.d * u * factors.growth * matrix.norm;
  const long double pivot = is_known ? least / 2 : matrix.norm * u * u;
  return !(b.norm() <= half_of_largest(dtype) * pivot);
}

}  // namespace

void rule_lu(const FactoredStep& step, const BoundedBatch& batch,
             ResidualRule& rule) {
  const DType dtype = step.operands[0].type.dtype;
  rule.results.assign(step.results.size(), metadata_alone());
  rule.results[0] = residual_class();
  for (const Bounded& matrix : batch) {
    const bool open = !matrix.a.is_finite();
    add_factor_bound(
        matrix,
        open ? PivotedFactors{} : eliminate(matrix.a, Pivoting::kPartial), open,
        dtype, rule);
  }
}

void rule_full_piv_lu(const FactoredStep& step, const BoundedBatch& batch,
                      ResidualRule& rule) {
  const DType dtype = step.operands[0].type.dtype;
  rule.results.assign(step.results.size(), metadata_alone());
  rule.results[0] = residual_class();
  const bool may_refuse = step.must_refuse_singular || step.may_refuse_singular;
  bool is_required = false;
  for (const Bounded& matrix : batch) {
    const bool open = !matrix.a.is_finite();
    PivotedFactors factors;
    if (!open) factors = eliminate(matrix.a, Pivoting::kComplete);
    add_factor_bound(matrix, factors, open, dtype, rule);
    if (open || !may_refuse) continue;
    const Regularity found = regularity_of(matrix, factors, dtype);
    if (found == Regularity::kSingular && step.must_refuse_singular)
      is_required = true;
    else if (found != Regularity::kRegular)
      permit_singular(rule);
  }
  conclude(is_required, rule);
}

void rule_pivoted_solve(const FactoredStep& step, const BoundedBatch& batch,
                        ResidualRule& rule) {
  const DType dtype = step.operands[0].type.dtype;
  const bool is_complete = step.op == "full_piv_lu_solve"_op;
  rule.results = {residual_class()};
  const std::vector<Matrix> sides = right_sides(step, step.operands[1]);
  bool is_required = false;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Bounded& matrix = batch[i];
    open_if_not_finite(sides[i], rule);
    bool open = !matrix.a.is_finite() || !sides[i].is_finite();
    PivotedFactors factors;
    if (!open) {
      factors = eliminate(
          matrix.a, is_complete ? Pivoting::kComplete : Pivoting::kPartial);
      const Regularity found = regularity_of(matrix, factors, dtype);
      const bool grows =
          !is_complete && factors.growth > 2 * std::max(matrix.d, 1.0L);
      if (found == Regularity::kSingular && !step.may_solve_singular)
        is_required = true;
      else if (found == Regularity::kSingular ||
               (found == Regularity::kBorderline && step.may_solve_singular))
        rule.kind = kAnyNumericError;
      else if (found == Regularity::kBorderline || grows)
        permit_singular(rule);
      const bool is_in_doubt = found == Regularity::kBorderline;
      open =
          found == Regularity::kSingular || factors.is_singular() || grows ||
          (is_in_doubt && (step.may_solve_singular ||
                           may_overflow(dtype, matrix, factors, sides[i]))) ||
          leaves_range_of(dtype, matrix, factors, sides[i]);
    }
    rule.results[0].matrices->residual.push_back(unless(
        open,
        static_cast<double>(factor_of(matrix, dtype, 10) * factors.growth)));
  }
  conclude(is_required, rule);
}

}  // namespace assay
