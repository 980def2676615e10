// The answers permitted to eliminations and solves: the status of singular,
// borderline and regular matrices under each policy, and which bounds follow.
#include "harness/judge/rule_pivoted.h"

#include <gtest/gtest.h>

#include "harness/operands/exact_matrices.h"
#include "harness/operands/matrices.h"
#include "spec/built_in_profiles.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr DType kDouble = DType::kFloat64;

FactoredTensor elements_of_matrix(DType dtype, const Matrix& a) {
  FactoredTensor tensor{{dtype, {a.rows(), a.columns()}}, {}};
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      tensor.elements.push_back(element_near(dtype, a(i, j)));
  return tensor;
}

ResidualRule rule_of(Op op, DType dtype, const Matrix& a,
                     const Profile& profile = kNx) {
  Attributes attributes;
  if (op == "full_piv_lu_solve"_op)
    attributes.flag(AttributeKey::kTranspose, false);
  FactoredStep step = factored_by(op, attributes, profile);
  step.operands = {elements_of_matrix(dtype, a)};
  const bool solves = spec_of(op).signature.operands.size() == 2;
  Matrix b(a.rows(), 1);
  for (std::int64_t i = 0; i < a.rows(); ++i) b(i, 0) = 1;
  if (solves) step.operands.push_back(elements_of_matrix(dtype, b));
  step.results.resize(solves ? 1 : op == "full_piv_lu"_op ? 5 : 4);
  return residual_rule(step);
}
double bound_of(const ResidualRule& rule) {
  return rule.results[0].matrices->residual[0];
}

Matrix square_matrix(std::int64_t n,
                     std::initializer_list<long double> values) {
  Matrix a(n, n);
  std::int64_t k = 0;
  for (long double value : values) {
    a(k / n, k % n) = value;
    ++k;
  }
  return a;
}
// Returns a matrix with eigenvalues 1 and one small one.
Matrix nearly_singular(long double smallest, std::int64_t n = 6) {
  ValueStream stream(2, 0);
  MatrixMaker maker(kDouble, stream);
  std::vector<long double> values(static_cast<std::size_t>(n), 1);
  values.back() = smallest;
  return maker.with_eigenvalues(values);
}

constexpr Op kPivotedSolves[] = {"solve"_op, "full_piv_lu_solve"_op};

TEST(RulePivoted, SingularSystemsAreRefused) {
  const Matrix zero_row = square_matrix(2, {1, 2, 0, 0});
  const Matrix zero_column = square_matrix(3, {1, 0, 3, 4, 0, 6, 7, 0, 9});
  const Matrix exact = square_matrix(2, {1, 3, 2, 6});
  for (Op op : kPivotedSolves)
    for (const Matrix& a : {zero_row, zero_column}) {
      const ResidualRule rule = rule_of(op, kDouble, a);
      EXPECT_EQ(rule.status, StatusCode::kNumeric);
      EXPECT_EQ(rule.kind, "singular");
      const ResidualRule any =
          rule_of(op, kDouble, a, kNx.with("solve.singular=any"_policy));
      EXPECT_EQ(any.status, StatusCode::kOk);
      EXPECT_EQ(any.kind, kAnyNumericError);
      EXPECT_LT(bound_of(any), 0);
    }
  EXPECT_EQ(rule_of("solve"_op, kDouble, exact).status, StatusCode::kNumeric);
  ValueStream stream(7, 0);
  const Matrix complete = exactly_eliminated({.dtype = kDouble,
                                              .rows = 5,
                                              .columns = 5,
                                              .rank = 3,
                                              .is_complete = true},
                                             stream);
  EXPECT_EQ(rule_of("full_piv_lu_solve"_op, kDouble, complete).status,
            StatusCode::kNumeric);
}

TEST(RulePivoted, EqualRowsOfIntegersAreBorderline) {
  const Matrix a = square_matrix(3, {3, 5, 7, 3, 5, 7, 1, 1, 1});
  for (Op op : kPivotedSolves) {
    const ResidualRule rule = rule_of(op, kDouble, a);
    EXPECT_EQ(rule.status, StatusCode::kOk);
    EXPECT_EQ(rule.kind, "singular");
  }
}

TEST(RulePivoted, RegularSystemsAreSolved) {
  for (Op op : kPivotedSolves)
    for (int exponent : {-900, 0, 900}) {
      const Matrix a = scaled_to(nearly_singular(1e-9L), exponent);
      const ResidualRule rule = rule_of(op, kDouble, a);
      EXPECT_EQ(rule.status, StatusCode::kOk);
      EXPECT_EQ(rule.kind, "");
      EXPECT_GT(bound_of(rule), 0);
      EXPECT_EQ(rule_of(op, kDouble, nearly_singular(1e-15L)).kind, "singular");
    }
}

TEST(RulePivoted, GrowthWidensTheBoundAndOpensSolve) {
  ValueStream stream(1, 0);
  const Matrix a = growth_matrix(60, stream);
  const ResidualRule partial = rule_of("solve"_op, kDouble, a);
  EXPECT_LT(bound_of(partial), 0);
  const ResidualRule complete = rule_of("full_piv_lu_solve"_op, kDouble, a);
  const long double u = 0x1p-53L;
  const long double plain = 600 * u + 3 * std::sqrt(60.0L) * u;
  EXPECT_GE(bound_of(complete), static_cast<double>(plain));
  EXPECT_LT(bound_of(complete), static_cast<double>(4 * plain));
  const Matrix identity = Matrix::identity(3);
  EXPECT_DOUBLE_EQ(bound_of(rule_of("solve"_op, kDouble, identity)),
                   static_cast<double>(40 * u + 3 * std::sqrt(3.0L) * u));
}

TEST(RulePivoted, FactorsHaveARelativeBoundOrNone) {
  const long double u = 0x1p-24L;
  const Matrix a = square_matrix(2, {1, 3, 3, 4});
  for (Op op : {"lu"_op, "lu_factor"_op, "full_piv_lu"_op})
    EXPECT_DOUBLE_EQ(bound_of(rule_of(op, DType::kFloat32, a)),
                     static_cast<double>(16 * u + 3 * std::sqrt(2.0L) * u));
  // float16 computes in float32 and rounds once more.
  EXPECT_DOUBLE_EQ(
      bound_of(rule_of("lu"_op, DType::kFloat16, a)),
      static_cast<double>(16 * u + 3 * std::sqrt(2.0L) * 0x1p-11L));
  EXPECT_EQ(bound_of(rule_of("lu"_op, DType::kFloat16,
                             square_matrix(2, {1, 3, 2, 4}))),
            0);
  const Matrix large = square_matrix(2, {60000, 60000, -60000, 60000});
  EXPECT_LT(bound_of(rule_of("lu"_op, DType::kFloat16, large)), 0);
  const Matrix nan = square_matrix(2, {1, std::nanl(""), 2, 3});
  const ResidualRule open = rule_of("lu"_op, DType::kFloat16, nan);
  EXPECT_LT(bound_of(open), 0);
  EXPECT_EQ(open.kind, kAnyNumericError);
}

TEST(RulePivoted, ThePolicyDecidesOnSingularFactors) {
  constexpr Op kOp = "full_piv_lu"_op;
  const Profile error = kNx.with("full_piv_lu.singular=error"_policy);
  const Profile any = kNx.with("full_piv_lu.singular=any"_policy);
  const Matrix singular = square_matrix(2, {1, 0, 2, 0});
  const Matrix near = nearly_singular(1e-16L);
  const Matrix regular = nearly_singular(0.5L);
  for (const Matrix& a : {singular, near, regular}) {
    EXPECT_EQ(rule_of(kOp, kDouble, a).status, StatusCode::kOk);
    EXPECT_EQ(rule_of(kOp, kDouble, a).kind, "");
  }
  EXPECT_EQ(rule_of(kOp, kDouble, singular, error).status,
            StatusCode::kNumeric);
  EXPECT_EQ(rule_of(kOp, kDouble, singular, any).kind, "singular");
  for (const Profile& profile : {error, any}) {
    EXPECT_EQ(rule_of(kOp, kDouble, near, profile).status, StatusCode::kOk);
    EXPECT_EQ(rule_of(kOp, kDouble, near, profile).kind, "singular");
    EXPECT_EQ(rule_of(kOp, kDouble, regular, profile).kind, "");
  }
}

// Returns the rule of a triangular solve with a unit diagonal.
ResidualRule unit_rule(const Matrix& a, const Profile& profile) {
  FactoredStep step = factored_by("triangular_solve_general"_op,
                                  Attributes()
                                      .flag(AttributeKey::kLeftSide, false)
                                      .flag(AttributeKey::kLower, true)
                                      .flag(AttributeKey::kUnitDiag, true)
                                      .transpose_a(TransposeA::kNone),
                                  profile);
  step.operands = {elements_of_matrix(kDouble, a),
                   elements_of_matrix(kDouble, Matrix(1, a.rows()))};
  step.results.resize(1);
  return residual_rule(step);
}

TEST(RulePivoted, AssumedDiagonalsLeaveOthersOpen) {
  const Matrix ones = square_matrix(2, {1, 0, 2, 1});
  const Matrix others = square_matrix(2, {3, 0, 2, 1});
  EXPECT_GT(bound_of(unit_rule(others, kNx)), 0);
  EXPECT_EQ(unit_rule(others, kNx).kind, "");
  EXPECT_GT(bound_of(unit_rule(ones, kStablehlo)), 0);
  EXPECT_LT(bound_of(unit_rule(others, kStablehlo)), 0);
  EXPECT_EQ(unit_rule(others, kStablehlo).kind, kAnyNumericError);
}

}  // namespace
}  // namespace assay
