// Eliminations and solves of the reference against factors and solutions that
// are known by hand, and against identities.
#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr DType kReals = DType::kFloat64;
constexpr DType kComplexPairs = DType::kComplex128;

Tensors made_by(Op op, std::vector<Tensor> operands,
                const Attributes& attributes = {},
                const Profile& profile = kNx) {
  auto made =
      Reference(profile).execute({op, std::move(operands), attributes, {}});
  EXPECT_TRUE(made.ok()) << name_of(op) << ": " << made.status().message;
  return made ? *made : Tensors(5, *Reference().buffer(kReals, {0}));
}
Tensor real_matrix(const Numbers& values, Shape shape) {
  return tensor_of(kReals, values, std::move(shape));
}
void expect_kind(const Result<Tensors>& made, std::string_view kind) {
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.status().code, StatusCode::kNumeric);
  EXPECT_EQ(made.status().kind, kind);
}
Attributes triangular(bool left_side, bool lower, TransposeA op,
                      bool unit_diag = false) {
  return Attributes()
      .flag(AttributeKey::kLeftSide, left_side)
      .flag(AttributeKey::kLower, lower)
      .flag(AttributeKey::kUnitDiag, unit_diag)
      .transpose_a(op);
}

// [1 2; 4 4] has the pivot 4: rows are swapped, and the rest is 2 - ¼·4 = 1.
TEST(LaxLinalg, LuOfASmallMatrix) {
  const Tensors made = made_by("lu"_op, {real_matrix({1, 2, 4, 4}, {2, 2})});
  EXPECT_EQ(numbers_in(made[0]), (Numbers{0, 1, 1, 0}));
  EXPECT_EQ(numbers_in(made[1]), (Numbers{1, 0, 0.25, 1}));
  EXPECT_EQ(numbers_in(made[2]), (Numbers{4, 4, 0, 1}));
  EXPECT_EQ(numbers_in(made[3]), (Numbers{-1}));
}

TEST(LaxLinalg, LuOfTallAndWideMatrices) {
  const Tensors tall =
      made_by("lu"_op, {real_matrix({1, 2, 4, 4, 2, 1}, {3, 2})});
  EXPECT_EQ(numbers_in(tall[0]), (Numbers{0, 1, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(numbers_in(tall[1]), (Numbers{1, 0, 0.25, 1, 0.5, -1}));
  EXPECT_EQ(numbers_in(tall[2]), (Numbers{4, 4, 0, 1}));
  const Tensors wide =
      made_by("lu"_op, {real_matrix({1, 2, 3, 4, 4, 8}, {2, 3})});
  EXPECT_EQ(numbers_in(wide[1]), (Numbers{1, 0, 0.25, 1}));
  EXPECT_EQ(numbers_in(wide[2]), (Numbers{4, 4, 8, 0, 1, 1}));
}

TEST(LaxLinalg, LuFactorPacksAndCountsSwapsFromZero) {
  const Tensors made =
      made_by("lu_factor"_op, {real_matrix({1, 2, 4, 4}, {2, 2})});
  EXPECT_EQ(numbers_in(made[0]), (Numbers{4, 4, 0.25, 1}));
  EXPECT_EQ(numbers_in(made[1]), (Numbers{1, 1}));
}

// The pivot is -8 at (1, 2): P = [0 1; 1 0], Q takes column 2 first. The rest
// is [1 2] + ½·[4 -2] = [3 1], of which 3 is the next pivot.
TEST(LaxLinalg, FullPivotingSearchesColumns) {
  const Tensors made = made_by(
      "full_piv_lu"_op, {real_matrix({1, 2, 4, 4, -2, -8, 0, 0, 0}, {3, 3})});
  EXPECT_EQ(numbers_in(made[0]), (Numbers{0, 1, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(numbers_in(made[1]), (Numbers{1, 0, 0, -0.5, 1, 0, 0, 0, 1}));
  EXPECT_EQ(numbers_in(made[2]), (Numbers{-8, 4, -2, 0, 3, 1, 0, 0, 0}));
  // P·A·Qᵀ = L·U, term by term.
  const Numbers p = numbers_in(made[0]), l = numbers_in(made[1]),
                u = numbers_in(made[2]), q = numbers_in(made[3]);
  const Numbers a = {1, 2, 4, 4, -2, -8, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      double moved = 0;
      double product = 0;
      for (std::size_t r = 0; r < 3; ++r) {
        product += l[3 * i + r] * u[3 * r + j];
        for (std::size_t c = 0; c < 3; ++c)
          moved += p[3 * i + r] * a[3 * r + c] * q[3 * j + c];
      }
      EXPECT_EQ(moved, product) << i << " " << j;
    }
}

TEST(LaxLinalg, OrderZeroHasParityOne) {
  for (const Shape& shape : {Shape{0, 0}, Shape{2, 0, 0}, Shape{0, 3}}) {
    const Tensors made = made_by("lu"_op, {real_matrix({}, shape)});
    for (double parity : numbers_in(made[3])) EXPECT_EQ(parity, 1);
    EXPECT_EQ(made[3].view.rank(), shape.size() - 2);
  }
}

// A = [2 1; 1 3], x = (1, 2): b = (4, 7).
TEST(LaxLinalg, SolvesSystems) {
  const Tensor a = real_matrix({2, 1, 1, 3}, {2, 2});
  EXPECT_EQ(numbers_in(made_by("solve"_op, {a, real_matrix({4, 7}, {2})})[0]),
            (Numbers{1, 2}));
  EXPECT_EQ(numbers_in(
                made_by("solve"_op, {a, real_matrix({4, 2, 7, 6}, {2, 2})})[0]),
            (Numbers{1, 0, 2, 2}));
  // Aᵀ·x = b of [2 0; 4 1] is [2 4; 0 1]·x = (10, 1).
  const Tensor skewed = real_matrix({2, 0, 4, 1}, {2, 2});
  const auto transpose = Attributes().flag(AttributeKey::kTranspose, true);
  EXPECT_EQ(
      numbers_in(made_by("full_piv_lu_solve"_op,
                         {skewed, real_matrix({10, 1}, {2})}, transpose)[0]),
      (Numbers{3, 1}));
}

TEST(LaxLinalg, TransposesAreNotConjugated) {
  const Tensor a =
      tensor_of(kComplexPairs, ComplexNumbers{{0, 1}, 0, 0, {0, 2}}, {2, 2});
  const Tensor b =
      tensor_of(kComplexPairs, ComplexNumbers{{0, 1}, {0, 2}}, {2, 1});
  const auto transpose = Attributes().flag(AttributeKey::kTranspose, true);
  EXPECT_EQ(complexes_in(made_by("full_piv_lu_solve"_op, {a, b}, transpose)[0]),
            (ComplexNumbers{1, 1}));
  constexpr Op kTriangular = "triangular_solve_general"_op;
  for (const auto& [op, x] : {std::pair{TransposeA::kNone, 1.0},
                              {TransposeA::kTranspose, 1.0},
                              {TransposeA::kAdjoint, -1.0}})
    EXPECT_EQ(complexes_in(
                  made_by(kTriangular, {a, b}, triangular(true, true, op))[0]),
              (ComplexNumbers{x, x}));
}

// Lower A = [2 .; 4 1], whose other triangle is never read.
TEST(LaxLinalg, TriangularSolvesOnEitherSide) {
  constexpr Op kTriangular = "triangular_solve_general"_op;
  const Tensor a = real_matrix({2, kNan, 4, 1}, {2, 2});
  const auto solved = [&](const Numbers& b, Shape shape,
                          const Attributes& attributes) {
    return numbers_in(made_by(
        kTriangular, {a, real_matrix(b, std::move(shape))}, attributes)[0]);
  };
  const TransposeA none = TransposeA::kNone;
  const TransposeA transpose = TransposeA::kTranspose;
  // [2 0; 4 1]·(1, 2) = (2, 6); its transpose gives (10, 2).
  EXPECT_EQ(solved({2, 6}, {2, 1}, triangular(true, true, none)),
            (Numbers{1, 2}));
  EXPECT_EQ(solved({10, 2}, {2, 1}, triangular(true, true, transpose)),
            (Numbers{1, 2}));
  EXPECT_EQ(solved({10, 2}, {1, 2}, triangular(false, true, none)),
            (Numbers{1, 2}));
  EXPECT_EQ(solved({2, 6}, {1, 2}, triangular(false, true, transpose)),
            (Numbers{1, 2}));
  // With ones on the diagonal [1 0; 4 1]·(1, 2) = (1, 6).
  EXPECT_EQ(solved({1, 6}, {2, 1}, triangular(true, true, none, true)),
            (Numbers{1, 2}));
}

TEST(LaxLinalg, SingularMatricesAreErrorsOfSolves) {
  Reference reference;
  const Tensor a = real_matrix({1, 2, 2, 4}, {2, 2});
  const Tensor b = real_matrix({1, 1}, {2, 1});
  expect_kind(reference.execute({"solve"_op, {a, b}, {}, {}}), "singular");
  expect_kind(
      reference.execute({"full_piv_lu_solve"_op,
                         {a, b},
                         Attributes().flag(AttributeKey::kTranspose, false),
                         {}}),
      "singular");
  const Tensor zero = real_matrix({1, 0, 2, 0}, {2, 2});
  expect_kind(reference.execute({"triangular_solve_general"_op,
                                 {zero, b},
                                 triangular(true, true, TransposeA::kNone),
                                 {}}),
              "singular");
  // They are factored.
  EXPECT_EQ(numbers_in(made_by("lu"_op, {a})[2]), (Numbers{2, 4, 0, 0}));
  EXPECT_EQ(numbers_in(made_by("full_piv_lu"_op, {a})[2]),
            (Numbers{4, 2, 0, 0}));
  expect_kind(Reference(kNx.with("full_piv_lu.singular=error"_policy))
                  .execute({"full_piv_lu"_op, {a}, {}, {}}),
              "singular");
  EXPECT_TRUE(std::isnan(numbers_in(made_by(
      "solve"_op, {a, b}, {}, kNx.with("solve.singular=any"_policy))[0])[0]));
}

TEST(LaxLinalg, NanEndsInNan) {
  const Tensors made =
      made_by("lu_factor"_op, {real_matrix({1, kNan, 2, 3}, {2, 2})});
  EXPECT_TRUE(std::isnan(numbers_in(made[0])[0]));
  EXPECT_EQ(made[1].dtype, DType::kInt32);
}

}  // namespace
}  // namespace assay::test
