// Derives each op's status and bounds from singular values and eigenvalues in
// long double.
// Tested by tests/harness/judge/tolerance_residual_test.cc.
#include "harness/judge/tolerance_residual.h"

#include <algorithm>
#include <cmath>

#include "harness/judge/bounded.h"
#include "harness/judge/rule_pivoted.h"
#include "harness/judge/spectra.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Appends the expected values, or NaN for values that are left open.
template <typename T>
void add_values(DType dtype, bool open, std::int64_t count,
                const std::vector<T>& values, Permitted& permitted) {
  const std::uint64_t nan = quiet_nan_bits(format_of(dtype));
  for (std::int64_t i = 0; i < count; ++i)
    permitted.values.push_back(
        open ? ElementBits{nan, is_complex(dtype) ? nan : 0}
             : element_near(dtype, values[static_cast<std::size_t>(i)]));
}

// Says whether the error is required, forbidden or, within rounding of a
// singular matrix, permitted.
enum class Definiteness { kPositive, kBorderline, kNotPositive };
Definiteness definiteness_of(const Bounded& matrix) {
  if (matrix.a.rows() == 0) return Definiteness::kPositive;
  const long double smallest = hermitian_eigenvalues(matrix.a).front();
  const long double near = 30 * static_cast<long double>(matrix.a.rows()) *
                           matrix.units.u_c * matrix.norm;
  if (smallest <= -near && near > 0) return Definiteness::kNotPositive;
  return smallest >= near && near > 0 ? Definiteness::kPositive
                                      : Definiteness::kBorderline;
}

void rule_cholesky(const std::vector<Bounded>& batch, bool may_factor_any,
                   ResidualRule& rule) {
  rule.results = {residual_class()};
  bool required = false;
  for (const Bounded& matrix : batch) {  // cholesky.not_positive_definite
    const Definiteness found = matrix.a.is_finite() ? definiteness_of(matrix)
                                                    : Definiteness::kBorderline;
    const bool is_answered_by_any =
        may_factor_any && found != Definiteness::kPositive;
    const bool open = !matrix.a.is_finite() || is_answered_by_any;
    if (is_answered_by_any) rule.kind = kAnyNumericError;
    rule.results[0].matrices->residual.push_back(
        unless(open, matrix.residual()));
    if (open) continue;
    if (found == Definiteness::kNotPositive) required = true;
    if (found == Definiteness::kBorderline && rule.kind.empty())
      rule.kind = "not_positive_definite";
  }
  if (!required || rule.kind == kAnyNumericError) return;
  rule.status = StatusCode::kNumeric;
  rule.kind = "not_positive_definite";
}

// Returns the largest 2-norm of a column. No entry of R exceeds the norm of its
// column of A.
long double longest_column(const Matrix& a) {
  long double longest = 0;
  for (std::int64_t j = 0; j < a.columns(); ++j) {
    Matrix column(a.rows(), 1);
    for (std::int64_t i = 0; i < a.rows(); ++i) column(i, 0) = a(i, j);
    longest = std::max(longest, column.norm());
  }
  return longest;
}

void rule_qr(DType dtype, const std::vector<Bounded>& batch,
             ResidualRule& rule) {
  rule.results = {residual_class(), metadata_alone()};
  for (const Bounded& matrix : batch) {
    const bool open = !matrix.a.is_finite() ||
                      longest_column(matrix.a) > half_of_largest(dtype);
    rule.results[0].matrices->residual.push_back(
        unless(open, matrix.residual()));
    rule.results[0].matrices->orthogonality.push_back(
        unless(open, matrix.orthogonality()));
  }
}

void rule_svd(DType real, const std::vector<Bounded>& batch,
              ResidualRule& rule) {
  rule.results = {residual_class(), residual_class(), metadata_alone()};
  for (const Bounded& matrix : batch) {
    const std::int64_t count = std::min(matrix.a.rows(), matrix.a.columns());
    std::vector<long double> values;
    if (matrix.a.is_finite()) values = singular_values(matrix.a);
    const bool open = !matrix.a.is_finite() ||
                      (count > 0 && values.front() > half_of_largest(real));
    rule.results[0].matrices->residual.push_back(
        unless(open, matrix.residual()));
    rule.results[0].matrices->orthogonality.push_back(
        unless(open, matrix.orthogonality()));
    rule.results[1].matrices->spectrum.push_back(
        unless(open, matrix.spectrum(real)));
    add_values(real, open, count, values, rule.results[1]);
  }
}

void rule_eigh(DType real, const std::vector<Bounded>& batch, bool has_vectors,
               ResidualRule& rule) {
  rule.results = {residual_class()};
  if (has_vectors) rule.results.push_back(metadata_alone());
  MatrixBounds& bounds = *rule.results[0].matrices;
  for (const Bounded& matrix : batch) {
    std::vector<long double> values;
    if (matrix.a.is_finite()) values = hermitian_eigenvalues(matrix.a);
    const bool open =
        !matrix.a.is_finite() || matrix.norm > half_of_largest(real);
    if (has_vectors) {
      bounds.residual.push_back(unless(open, matrix.residual()));
      bounds.orthogonality.push_back(unless(open, matrix.orthogonality()));
    }
    bounds.spectrum.push_back(unless(open, matrix.spectrum(real)));
    add_values(real, open, matrix.a.rows(), values, rule.results[0]);
  }
}

// Sets the rule for eig. The eigenvalues of a matrix that is not normal may be
// far from the exact ones of A, but are near those of a matrix near A. Results
// narrower than complex128 are rounded like other factors.
void rule_eig(DType result, const std::vector<Bounded>& batch, bool has_vectors,
              ResidualRule& rule) {
  rule.results = {residual_class()};
  if (has_vectors) rule.results.push_back(metadata_alone());
  MatrixBounds& bounds = *rule.results[0].matrices;
  for (const Bounded& matrix : batch) {
    const bool open =
        !matrix.a.is_finite() || matrix.norm > half_of_largest(result);
    const ResidualUnits units =
        residual_units(result, static_cast<std::int64_t>(matrix.d));
    const bool is_narrow = result != DType::kComplex128;
    const long double residual =
        is_narrow ? units.f * matrix.norm + matrix.d * matrix.d * units.eta
                  : matrix.units.c * matrix.norm;
    const bool paired = !open && is_exactly_normal(matrix.a);
    std::vector<Entry> values;
    if (paired) values = eigenvalues(matrix.a);
    bounds.residual.push_back(unless(open, static_cast<double>(residual)));
    if (has_vectors)
      bounds.orthogonality.push_back(unless(
          open, static_cast<double>(is_narrow ? units.f : matrix.units.c)));
    bounds.spectrum.push_back(unless(!paired, matrix.spectrum(result)));
    add_values(result, !paired, matrix.a.rows(), values, rule.results[0]);
  }
}

// Returns op(A)⁻¹·b by substitution, in the order that the triangle requires.
Matrix solution_of(const Matrix& a, const Matrix& b) {
  bool lower = true;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = i + 1; j < a.rows(); ++j)
      lower = lower && a(i, j) == Entry(0);
  Matrix x = b;
  for (std::int64_t k = 0; k < b.columns(); ++k)
    for (std::int64_t step = 0; step < a.rows(); ++step) {
      const std::int64_t i = lower ? step : a.rows() - 1 - step;
      for (std::int64_t j = lower ? 0 : i + 1; j < (lower ? i : a.rows()); ++j)
        x(i, k) -= times(a(i, j), x(j, k));
      x(i, k) /= a(i, i);
    }
  return x;
}

// Returns whether an element of x, or of |op(A)|·|x|, exceeds half of the
// largest finite value.
bool leaves_range(DType dtype, const Matrix& a, const Matrix& b) {
  const Matrix x = solution_of(a, b);
  const long double limit = half_of_largest(dtype);
  for (std::int64_t k = 0; k < b.columns(); ++k)
    for (std::int64_t i = 0; i < a.rows(); ++i) {
      long double scale = 0;
      for (std::int64_t j = 0; j < a.rows(); ++j)
        scale += std::abs(a(i, j)) * std::abs(x(j, k));
      if (!(scale <= limit) || !(std::abs(x(i, k)) <= limit)) return true;
    }
  return false;
}

// Returns whether the profile assumes ones on a diagonal that holds something
// else.
bool breaks_assumption(const FactoredStep& step, const Matrix& stored) {
  if (!step.is_diagonal_assumed ||
      !step.attributes.flag(AttributeKey::kUnitDiag))
    return false;
  for (std::int64_t i = 0; i < stored.rows(); ++i)
    if (stored(i, i) != Entry(1)) return true;
  return false;
}

bool has_zero_pivot(const Matrix& a) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    if (a(i, i) == Entry(0)) return true;
  return false;
}

void rule_solve(const FactoredStep& step, const std::vector<Bounded>& batch,
                ResidualRule& rule) {
  rule.results = {residual_class()};
  const std::vector<Matrix> sides = right_sides(step, step.operands[1]);
  const std::vector<Matrix> stored = matrices_in(step, step.operands[0], false);
  bool singular = false;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Matrix& a = batch[i].a;
    open_if_not_finite(sides[i], rule);
    const bool finite = a.is_finite() && sides[i].is_finite();
    const bool is_undefined = breaks_assumption(step, stored[i]);
    const bool has_no_solution = a.is_finite() && has_zero_pivot(a);
    if (is_undefined || (has_no_solution && step.may_solve_singular))
      rule.kind = kAnyNumericError;
    else if (has_no_solution)
      singular = true;  // triangular_solve.singular
    const bool open = !finite || singular || has_no_solution || is_undefined ||
                      leaves_range(step.operands[0].type.dtype, a, sides[i]);
    rule.results[0].matrices->residual.push_back(
        unless(open, batch[i].orthogonality()));
  }
  if (!singular || rule.kind == kAnyNumericError) return;
  rule.status = StatusCode::kNumeric;
  rule.kind = "singular";
}

bool is_circulant(const Matrix& a) {
  for (std::int64_t i = 1; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.rows(); ++j)
      if (a(i, j) != a(i - 1, (j + a.rows() - 1) % a.rows())) return false;
  return true;
}

template <typename Holds>
bool all_pairs(const Matrix& a, Holds holds) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j <= i; ++j)
      if (!holds(a(i, j), a(j, i), i == j)) return false;
  return true;
}

bool has_vectors(const FactoredStep& step) { return step.results.size() == 2; }
DType dtype_of_result(const FactoredStep& step, std::size_t result) {
  return step.results[result].type.dtype;
}

// Sets the rule that a correct result of the op must satisfy.
struct RuleRow {
  Op op;
  void (*set_rule)(const FactoredStep& step, const BoundedBatch& batch,
                   ResidualRule& rule);
};
constexpr RuleRow kRuleRows[] = {
    {"cholesky"_op,
     [](const FactoredStep& step, const BoundedBatch& batch,
        ResidualRule& rule) {
       rule_cholesky(batch, step.may_factor_any, rule);
     }},
    {"qr"_op,
     [](const FactoredStep& step, const BoundedBatch& batch,
        ResidualRule& rule) {
       rule_qr(step.operands[0].type.dtype, batch, rule);
     }},
    {"svd"_op,
     [](const FactoredStep& step, const BoundedBatch& batch,
        ResidualRule& rule) {
       rule_svd(dtype_of_result(step, 1), batch, rule);
     }},
    {"eig"_op,
     [](const FactoredStep& step, const BoundedBatch& batch,
        ResidualRule& rule) {
       rule_eig(dtype_of_result(step, 0), batch, has_vectors(step), rule);
     }},
    {"eigh"_op,
     [](const FactoredStep& step, const BoundedBatch& batch,
        ResidualRule& rule) {
       rule_eigh(dtype_of_result(step, 0), batch, has_vectors(step), rule);
     }},
    {"triangular_solve"_op, rule_solve},
    {"lu"_op, rule_lu},
    {"lu_factor"_op, rule_lu},
    {"full_piv_lu"_op, rule_full_piv_lu},
    {"full_piv_lu_solve"_op, rule_pivoted_solve},
    {"solve"_op, rule_pivoted_solve},
    {"triangular_solve_general"_op, rule_solve},
};
static_assert(has_every_factorization(kRuleRows, kOps),
              "a factorization has no rule that its results keep to");

}  // namespace

bool is_exactly_normal(const Matrix& a) {
  return all_pairs(a,
                   [](Entry x, Entry y, bool diagonal) {
                     return diagonal || (x == Entry(0) && y == Entry(0));
                   }) ||
         all_pairs(a,
                   [](Entry x, Entry y, bool) { return x == std::conj(y); }) ||
         all_pairs(a,
                   [](Entry x, Entry y, bool) { return x == -std::conj(y); }) ||
         is_circulant(a);
}

ResidualUnits residual_units(DType dtype, std::int64_t d) {
  const FloatFormat& format = format_of(dtype);
  const FloatFormat& single = format_of(DType::kFloat32);
  const long double u = unit_roundoff(format);
  ResidualUnits units;
  units.u_c = std::min(u, unit_roundoff(single));
  units.eta = std::ldexp(1.0L, format.min_exponent - format.precision + 1);
  const auto extent = static_cast<long double>(d);
  units.c = 30 * std::max(extent, 4.0L) * units.u_c;
  units.f = units.c + 3 * std::sqrt(extent) * u;
  return units;
}

ResidualRule residual_rule(const FactoredStep& step) {
  ResidualRule rule;
  const DType dtype = step.operands[0].type.dtype;
  const std::vector<Matrix> matrices = matrices_read(step);
  std::vector<Bounded> batch;
  for (const Matrix& a : matrices) {
    const std::int64_t d = std::max(a.rows(), a.columns());
    batch.push_back(
        {a, residual_units(dtype, d), a.norm(), static_cast<long double>(d)});
    open_if_not_finite(a, rule);  // linalg.nonfinite
  }
  for (const RuleRow& row : kRuleRows)
    if (row.op == step.op) row.set_rule(step, batch, rule);
  return rule;
}

}  // namespace assay
