// The calls that rows of the linalg ops of lax draw show what their clause
// says: exact eliminations, singular matrices, growth, sides and triangles.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/families/clause_cases.h"
#include "harness/judge/elimination.h"
#include "harness/lax/matrix_draw.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kPivotedOps[] = {"lu"_op,          "lu_factor"_op,
                              "full_piv_lu"_op, "full_piv_lu_solve"_op,
                              "solve"_op,       "triangular_solve_general"_op};
constexpr DType kDrawnDTypes[] = {DType::kFloat16, DType::kFloat64,
                                  DType::kComplex64};

Matrix matrix_in(const DrawnOperand& operand, DType dtype,
                 std::size_t number = 0) {
  const Shape& shape = operand.shape;
  Matrix a(shape[shape.size() - 2], shape.back());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      a(i, j) = entry_of(
          dtype, operand.element(
                     number * static_cast<std::size_t>(a.rows() * a.columns()) +
                     static_cast<std::size_t>(i * a.columns() + j)));
  return a;
}

// Calls check(wish, call, first matrix) for the calls that a clause draws.
template <typename Check>
void each_call(std::string_view clause, Check check, std::int64_t extent = 0) {
  int calls = 0;
  test::each_drawn_call(
      kPivotedOps, kDrawnDTypes, *clause_case(clause),
      [&](const CallWish& wish, const DrawnCall& call) {
        ++calls;
        ASSERT_EQ(call.operands.size(),
                  spec_of(wish.cell.op).signature.operands.size());
        check(wish, call, matrix_in(call.operands[0], wish.cell.dtype));
      },
      extent);
  EXPECT_GE(calls, 40) << clause;
}

Pivoting pivoting_of(Op op) {
  return op == "full_piv_lu"_op || op == "full_piv_lu_solve"_op
             ? Pivoting::kComplete
             : Pivoting::kPartial;
}

TEST(DrawnLinalg, ExactMatricesAreEliminatedExactly) {
  for (std::string_view clause :
       {"lu.exact", "lu_factor.exact", "full_piv_lu.exact"})
    each_call(clause,
              [](const CallWish& wish, const DrawnCall&, const Matrix& a) {
                EXPECT_TRUE(is_eliminated_exactly(
                    eliminate(a, pivoting_of(wish.cell.op)), wish.cell.dtype));
              });
  each_call("full_piv_lu.rank",
            [](const CallWish& wish, const DrawnCall&, const Matrix& a) {
              const PivotedFactors factors = eliminate(a, Pivoting::kComplete);
              EXPECT_TRUE(is_eliminated_exactly(factors, wish.cell.dtype));
              EXPECT_LT(factors.rank, a.rows());
            });
}

TEST(DrawnLinalg, SingularMatricesAreSurelySingular) {
  std::set<bool> seen;
  for (std::string_view clause :
       {"lu.singular", "full_piv_lu.singular", "full_piv_lu_solve.singular",
        "solve.singular"})
    each_call(clause, [&](const CallWish& wish, const DrawnCall&,
                          const Matrix& a) {
      const PivotedFactors factors = eliminate(a, pivoting_of(wish.cell.op));
      const bool is_exact = factors.is_singular() &&
                            is_eliminated_exactly(factors, wish.cell.dtype);
      seen.insert(is_exact && !has_zero_line(a));
      EXPECT_TRUE(has_zero_line(a) || is_exact);
    });
  EXPECT_EQ(seen.size(), 2u);
}

TEST(DrawnLinalg, GrowthMatricesGrow) {
  std::set<bool> transposes;
  each_call("full_piv_lu_solve.growth",
            [&](const CallWish& wish, const DrawnCall& call, const Matrix& a) {
              EXPECT_EQ(a.rows(), wish.cell.dtype == DType::kFloat64 ? 60 : 30);
              EXPECT_EQ(call.operands[1].shape.back(), 4);
              transposes.insert(call.attributes.flag(AttributeKey::kTranspose));
              if (wish.number > 1) return;
              EXPECT_GT(eliminate(a, Pivoting::kPartial).growth, 1e6L);
              EXPECT_LT(eliminate(a, Pivoting::kComplete).growth, 4);
            });
  EXPECT_EQ(transposes.size(), 2u);
}

TEST(DrawnLinalg, ScaledMatricesReachBothEnds) {
  long double least = HUGE_VALL;
  long double largest = 0;
  each_call("solve.scale",
            [&](const CallWish& wish, const DrawnCall&, const Matrix& a) {
              if (wish.cell.dtype != DType::kFloat64) return;
              least = std::min(least, a.norm());
              largest = std::max(largest, a.norm());
            });
  // Smaller ones would have subnormal pivots.
  EXPECT_LT(least, 0x1p-940L);
  EXPECT_GT(largest, 0x1p1000L);
}

TEST(DrawnLinalg, SidesAndTrianglesAreThoseOfTheClause) {
  constexpr AttributeKey kLeft = AttributeKey::kLeftSide;
  each_call("triangular_solve_general.value",
            [](const CallWish&, const DrawnCall& call, const Matrix&) {
              EXPECT_TRUE(call.attributes.flag(kLeft));
            });
  std::set<bool> seen;
  each_call("triangular_solve_general.right_side",
            [&](const CallWish&, const DrawnCall& call, const Matrix& a) {
              EXPECT_FALSE(call.attributes.flag(kLeft));
              EXPECT_EQ(call.operands[1].shape.back(), a.rows());
            });
  each_call("triangular_solve_general.lower",
            [&](const CallWish&, const DrawnCall& call, const Matrix&) {
              seen.insert(call.attributes.flag(AttributeKey::kLower));
            });
  EXPECT_EQ(seen.size(), 2u);
  each_call("triangular_solve_general.adjoint",
            [](const CallWish&, const DrawnCall& call, const Matrix&) {
              EXPECT_EQ(call.attributes.transpose_a(), TransposeA::kAdjoint);
            });
  bool has_nan = false;
  each_call("triangular_solve_general.other_triangle",
            [&](const CallWish&, const DrawnCall&, const Matrix& a) {
              has_nan = has_nan || !a.is_finite();
            });
  EXPECT_TRUE(has_nan);
}

TEST(DrawnLinalg, FamilyClausesAreDrawnToo) {
  each_call("linalg.batched",
            [](const CallWish&, const DrawnCall& call, const Matrix&) {
              EXPECT_GE(call.operands[0].shape.size(), 3u);
            });
  each_call("linalg.order_zero",
            [](const CallWish&, const DrawnCall& call, const Matrix&) {
              EXPECT_EQ(call.operands[0].shape.back(), 0);
            });
  each_call("linalg.one_fails", [](const CallWish& wish, const DrawnCall& call,
                                   const Matrix&) {
    int failing = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Matrix a = matrix_in(call.operands[0], wish.cell.dtype, k);
      bool has_zero_pivot = has_zero_line(a);
      for (std::int64_t i = 0; i < a.rows(); ++i)
        has_zero_pivot = has_zero_pivot || a(i, i) == Entry(0);
      failing += has_zero_pivot ||
                 eliminate(a, pivoting_of(wish.cell.op)).is_singular();
    }
    EXPECT_GE(failing, 1);
  });
}

TEST(DrawnLinalg, LongCallsHaveALongExtent) {
  for (std::string_view clause :
       {"lu.value", "full_piv_lu.value", "solve.value",
        "triangular_solve_general.value"})
    each_call(
        clause,
        [](const CallWish&, const DrawnCall& call, const Matrix&) {
          std::int64_t longest = 0;
          for (const DrawnOperand& operand : call.operands)
            for (std::int64_t extent : operand.shape)
              longest = std::max(longest, extent);
          EXPECT_EQ(longest, 70);
        },
        70);
}

}  // namespace
}  // namespace assay
