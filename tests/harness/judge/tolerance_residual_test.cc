// Tests bounds, spectra and statuses of factorizations against values computed
// by hand.
#include "harness/judge/tolerance_residual.h"

#include <gtest/gtest.h>

#include "harness/judge/spectra.h"
#include "spec/op_table.h"

namespace assay {
namespace {

FactoredStep step_of(Op op, DType dtype, std::int64_t n,
                     const std::vector<double>& a, bool flag = false) {
  FactoredStep step{op, {}, {{{dtype, {n, n}}, {}}}, {}};
  for (double x : a)
    step.operands[0].elements.push_back(element_near(dtype, x));
  for (AttributeKey key : spec_of(op).attributes)
    step.attributes.flag(key, flag);
  if (op == "triangular_solve"_op)
    step.operands.push_back(
        {{dtype, {n}},
         std::vector<ElementBits>(static_cast<std::size_t>(n),
                                  element_near(dtype, 1))});
  std::vector<TensorType> types;
  for (const FactoredTensor& operand : step.operands)
    types.push_back(operand.type);
  const auto results = infer(op, types, step.attributes, dtype);
  for (const TensorType& type : *results) step.results.push_back({type, {}});
  return step;
}

TEST(ToleranceResidual, Units) {
  // c = 30·max(d, 4)·u_c, f = c + 3·√d·u.
  const ResidualUnits single = residual_units(DType::kFloat32, 9);
  EXPECT_DOUBLE_EQ(double(single.c), 270 * 0x1p-24);
  EXPECT_DOUBLE_EQ(double(single.f), 279 * 0x1p-24);
  EXPECT_EQ(single.eta, 0x1p-149L);
  const ResidualUnits half = residual_units(DType::kFloat16, 1);
  EXPECT_DOUBLE_EQ(double(half.c), 120 * 0x1p-24);
  EXPECT_DOUBLE_EQ(double(half.f), 120 * 0x1p-24 + 3 * 0x1p-11);
  EXPECT_EQ(half.eta, 0x1p-24L);
  const ResidualUnits wide = residual_units(DType::kComplex128, 4);
  EXPECT_DOUBLE_EQ(double(wide.c), 120 * 0x1p-53);
}

TEST(ToleranceResidual, BoundsScaleWithTheNorm) {
  const ResidualRule rule =
      residual_rule(step_of("qr"_op, DType::kFloat64, 2, {3, 0, 0, 4}));
  const ResidualUnits units = residual_units(DType::kFloat64, 2);
  EXPECT_EQ(rule.status, StatusCode::kOk);
  EXPECT_DOUBLE_EQ(rule.results[0].matrices->residual[0], double(5 * units.f));
  EXPECT_DOUBLE_EQ(rule.results[0].matrices->orthogonality[0], double(units.f));
  EXPECT_FALSE(rule.results[1].matrices.has_value());
}

TEST(ToleranceResidual, ValuesAreThoseOfTheMatrix) {
  const ResidualRule eigh =
      residual_rule(step_of("eigh"_op, DType::kFloat64, 2, {2, 9, 1, 2}));
  EXPECT_EQ(eigh.results[0].values,
            (std::vector{element_near(DType::kFloat64, 1),
                         element_near(DType::kFloat64, 3)}));
  const ResidualRule svd =
      residual_rule(step_of("svd"_op, DType::kFloat64, 2, {0, 2, 3, 0}));
  EXPECT_EQ(svd.results[1].values,
            (std::vector{element_near(DType::kFloat64, 3),
                         element_near(DType::kFloat64, 2)}));
}

// λ_min against ±30·n·u_c·‖A‖, from both sides.
TEST(ToleranceResidual, CholeskyByTheSmallestEigenvalue) {
  const double near = 30 * 2 * 0x1p-53;  // ‖A‖ is 1 to rounding
  const auto rule_of = [&](double smallest) {
    return residual_rule(
        step_of("cholesky"_op, DType::kFloat64, 2, {1, 0, 0, smallest}));
  };
  EXPECT_EQ(rule_of(1.01 * near).status, StatusCode::kOk);
  EXPECT_EQ(rule_of(1.01 * near).kind, "");
  for (double borderline : {0.99 * near, 0.0, -0.99 * near}) {
    EXPECT_EQ(rule_of(borderline).status, StatusCode::kOk);
    EXPECT_EQ(rule_of(borderline).kind, "not_positive_definite");
    EXPECT_GT(rule_of(borderline).results[0].matrices->residual[0], 0);
  }
  EXPECT_EQ(rule_of(-1.01 * near).status, StatusCode::kNumeric);
  EXPECT_EQ(rule_of(-1.01 * near).kind, "not_positive_definite");
}

// A profile under which failures may be answered by anything opens the matrix
// that fails, and no other.
TEST(ToleranceResidual, FailuresMayBeLeftOpen) {
  FactoredStep cholesky =
      step_of("cholesky"_op, DType::kFloat64, 2, {1, 0, 0, 1});
  cholesky.may_factor_any = true;
  EXPECT_EQ(residual_rule(cholesky).kind, "");
  EXPECT_GT(residual_rule(cholesky).results[0].matrices->residual[0], 0);
  for (double smallest : {0.0, -1.0}) {
    cholesky.operands[0].elements[3] = element_near(DType::kFloat64, smallest);
    const ResidualRule rule = residual_rule(cholesky);
    EXPECT_EQ(rule.status, StatusCode::kOk);
    EXPECT_EQ(rule.kind, kAnyNumericError);
    EXPECT_LT(rule.results[0].matrices->residual[0], 0);
  }
  FactoredStep solve =
      step_of("triangular_solve"_op, DType::kFloat32, 1, {0, 2, 0});
  solve.operands[0].type.shape = {3, 1, 1};
  solve.operands[1] = {{DType::kFloat32, {3, 1}},
                       {3, element_near(DType::kFloat32, 1)}};
  solve.results[0].type.shape = {3, 1};
  solve.may_solve_singular = true;
  const ResidualRule rule = residual_rule(solve);
  EXPECT_EQ(rule.status, StatusCode::kOk);
  EXPECT_EQ(rule.kind, kAnyNumericError);
  const std::vector<double>& bounds = rule.results[0].matrices->residual;
  ASSERT_EQ(bounds.size(), 3u);
  EXPECT_LT(bounds[0], 0);
  EXPECT_GT(bounds[1], 0);
  EXPECT_LT(bounds[2], 0);
}

// Results of eig in the precision of float32 are rounded to it.
TEST(ToleranceResidual, NarrowEigenvaluesAreRounded) {
  FactoredStep step = step_of("eig"_op, DType::kFloat32, 2, {3, 0, 0, 4}, true);
  ASSERT_EQ(step.results[0].type.dtype, DType::kComplex128);
  const ResidualUnits units = residual_units(DType::kFloat32, 2);
  const auto first = residual_rule(step).results[0];
  EXPECT_DOUBLE_EQ(first.matrices->residual[0], double(5 * units.c));
  EXPECT_EQ(first.values[0], element_near(DType::kComplex128, 3));
  for (FactoredTensor& result : step.results)
    result.type.dtype = DType::kComplex64;
  const auto narrow = residual_rule(step).results[0];
  EXPECT_NEAR(narrow.matrices->residual[0], double(5 * units.f), 1e-30);
  EXPECT_DOUBLE_EQ(narrow.matrices->orthogonality[0], double(units.f));
  EXPECT_DOUBLE_EQ(narrow.matrices->spectrum[0],
                   double(5 * (units.c + 0x1p-23L)));
  EXPECT_EQ(narrow.values[0], element_near(DType::kComplex64, 3));
}

TEST(ToleranceResidual, AZeroPivotIsSingular) {
  const auto rule = residual_rule(
      step_of("triangular_solve"_op, DType::kFloat32, 2, {1, 0, 5, 0}));
  EXPECT_EQ(rule.status, StatusCode::kNumeric);
  EXPECT_EQ(rule.kind, "singular");
  const auto unit = residual_rule(
      step_of("triangular_solve"_op, DType::kFloat32, 2, {1, 0, 5, 0}, true));
  EXPECT_EQ(unit.status, StatusCode::kOk);
}

TEST(ToleranceResidual, NotFiniteMatricesAreOpen) {
  const double nan = std::nan("");
  for (Op op : {"cholesky"_op, "qr"_op, "svd"_op, "eig"_op, "eigh"_op,
                "triangular_solve"_op}) {
    const auto rule =
        residual_rule(step_of(op, DType::kFloat32, 2, {nan, 0, 0, 1}));
    EXPECT_EQ(rule.status, StatusCode::kOk) << name_of(op);
    EXPECT_EQ(rule.kind, "any") << name_of(op);
    EXPECT_LT(rule.results[0].matrices->residual.empty()
                  ? rule.results[0].matrices->spectrum[0]
                  : rule.results[0].matrices->residual[0],
              0)
        << name_of(op);
  }
  // The other triangle is not read, so it does not matter.
  const auto eigh =
      residual_rule(step_of("eigh"_op, DType::kFloat32, 2, {1, nan, 0, 1}));
  EXPECT_EQ(eigh.kind, "");
  const auto solve = residual_rule(
      step_of("triangular_solve"_op, DType::kFloat32, 2, {1, nan, 0, 1}));
  EXPECT_EQ(solve.kind, "");
}

TEST(ToleranceResidual, ResultsBeyondTheRangeAreOpen) {
  const auto open = [](double last) {
    return residual_rule(step_of("triangular_solve"_op, DType::kFloat16, 2,
                                 {0x1p-10, 0, 0, last}))
               .results[0]
               .matrices->residual[0] < 0;
  };
  EXPECT_FALSE(open(1));
  EXPECT_TRUE(open(0x1p-15));
  const auto qr = [](double x) {
    return residual_rule(step_of("qr"_op, DType::kFloat16, 2, {x, 0, x, 1}))
               .results[0]
               .matrices->residual[0] < 0;
  };
  EXPECT_FALSE(qr(20000));
  EXPECT_TRUE(qr(30000));
}

TEST(ToleranceResidual, EigenvaluesOfNormalMatricesArePaired) {
  const auto paired = [](const std::vector<double>& a) {
    return residual_rule(step_of("eig"_op, DType::kFloat64, 3, a))
               .results[0]
               .matrices->spectrum[0] >= 0;
  };
  EXPECT_TRUE(paired({1, 0, 0, 0, 2, 0, 0, 0, 3}));     // diagonal
  EXPECT_TRUE(paired({1, 2, 3, 2, 5, 6, 3, 6, 9}));     // symmetric
  EXPECT_TRUE(paired({0, 2, 3, -2, 0, 6, -3, -6, 0}));  // skew
  EXPECT_TRUE(paired({1, 2, 3, 3, 1, 2, 2, 3, 1}));     // circulant
  EXPECT_FALSE(paired({1, 2, 3, 2, 5, 6, 3, 7, 9}));
}

// The library against closed forms.
TEST(Spectra, AreThoseOfKnownMatrices) {
  Matrix a(2, 2);
  a(0, 0) = 3;
  a(1, 0) = 4;
  a(1, 1) = 5;
  EXPECT_NEAR(double(singular_values(a)[0]), std::sqrt(45.0), 1e-15);
  EXPECT_NEAR(double(singular_values(a)[1]), std::sqrt(5.0), 1e-15);
  Matrix h(2, 2);
  h(0, 0) = h(1, 1) = 2;
  h(0, 1) = Entry(0, 1);
  h(1, 0) = Entry(0, -1);
  EXPECT_NEAR(double(hermitian_eigenvalues(h)[0]), 1, 1e-18);
  EXPECT_NEAR(double(hermitian_eigenvalues(h)[1]), 3, 1e-18);
  Matrix turn(2, 2);
  turn(0, 1) = -1;
  turn(1, 0) = 1;
  for (Entry z : eigenvalues(turn)) {
    EXPECT_NEAR(double(z.real()), 0, 1e-18);
    EXPECT_NEAR(double(std::fabs(z.imag())), 1, 1e-18);
  }
  EXPECT_TRUE(singular_values(Matrix(0, 3)).empty());
}

}  // namespace
}  // namespace assay
