// The judge's elimination: factors that multiply to A again, growth that is
// known, and exactness that ends with the first rounded step.
#include "harness/judge/elimination.h"

#include <gtest/gtest.h>

#include "harness/operands/exact_matrices.h"
#include "harness/operands/matrices.h"

namespace assay {
namespace {

Matrix matrix_of(std::int64_t rows, std::int64_t columns,
                 std::initializer_list<long double> values) {
  Matrix a(rows, columns);
  std::int64_t k = 0;
  for (long double value : values) {
    a(k / columns, k % columns) = value;
    ++k;
  }
  return a;
}

// Returns the largest element of P·A·Qᵀ - L·U.
long double distance(const Matrix& a, const PivotedFactors& factors) {
  long double largest = 0;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j) {
      Entry rest = a(factors.rows[static_cast<std::size_t>(i)],
                     factors.columns[static_cast<std::size_t>(j)]);
      for (std::int64_t k = 0; k <= std::min(i, j); ++k)
        rest -=
            (k == i ? Entry(1) : factors.packed(i, k)) * factors.packed(k, j);
      largest = std::max(largest, std::abs(rest));
    }
  return largest;
}

TEST(Elimination, FactorsMultiplyToTheMatrix) {
  for (DType dtype : {DType::kFloat64, DType::kComplex128})
    for (Pivoting pivoting : {Pivoting::kPartial, Pivoting::kComplete})
      for (std::int64_t rows : {1, 2, 5, 9})
        for (std::int64_t columns : {1, 3, 9}) {
          ValueStream stream(static_cast<std::uint64_t>(rows), 7);
          MatrixMaker maker(dtype, stream);
          const Matrix a = maker.general(MatrixKind::kRandom, rows, columns);
          const PivotedFactors factors = eliminate(a, pivoting);
          EXPECT_LT(distance(a, factors), 1e-17L);
          EXPECT_FALSE(factors.is_singular());
          EXPECT_LE(factors.contest, 1.5L);
          EXPECT_GE(factors.growth, 1);
        }
}

TEST(Elimination, GrowthIsThatOfWilkinson) {
  // Without the drawn magnitudes the last column doubles n - 1 times.
  for (std::int64_t n : {2, 5, 20}) {
    Matrix a = Matrix::identity(n);
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j < i; ++j) a(i, j) = -1;
      a(i, n - 1) = 1;
    }
    const PivotedFactors partial = eliminate(a, Pivoting::kPartial);
    EXPECT_EQ(partial.packed(n - 1, n - 1),
              Entry(std::ldexp(1.0L, static_cast<int>(n - 1))));
    EXPECT_LE(eliminate(a, Pivoting::kComplete).growth, 3);
  }
  ValueStream stream(5, 0);
  const Matrix a = growth_matrix(60, stream);
  EXPECT_GT(eliminate(a, Pivoting::kPartial).growth, 0x1p50L);
  EXPECT_LT(eliminate(a, Pivoting::kComplete).growth, 4);
  // Its transpose does not grow.
  EXPECT_LT(eliminate(a.transposed(), Pivoting::kPartial).growth, 60);
}

TEST(Elimination, ExactMatricesAreSeen) {
  const Matrix exact = matrix_of(2, 2, {1, 3, 2, 4});  // pivot 2, l = ½
  EXPECT_TRUE(is_eliminated_exactly(eliminate(exact, Pivoting::kPartial),
                                    DType::kBfloat16));
  const Matrix changes[] = {
      matrix_of(2, 2, {1, 3, 3, 4}),     // the pivot is no power of two
      matrix_of(2, 2, {2, 3, 2, 4}),     // two candidates are equal
      matrix_of(2, 2, {1.5L, 3, 2, 4}),  // another candidate is near
      matrix_of(2, 2, {1, 258, 2, 4}),   // too many digits for bfloat16
  };
  for (const Matrix& a : changes)
    EXPECT_FALSE(is_eliminated_exactly(eliminate(a, Pivoting::kPartial),
                                       DType::kBfloat16));
  EXPECT_TRUE(is_eliminated_exactly(eliminate(changes[3], Pivoting::kPartial),
                                    DType::kFloat32));
  // Under complete pivoting 4 is the only candidate for the first pivot.
  EXPECT_TRUE(is_eliminated_exactly(
      eliminate(matrix_of(2, 2, {1, 3, 2, 4}), Pivoting::kComplete),
      DType::kFloat32));
  EXPECT_FALSE(is_eliminated_exactly(
      eliminate(matrix_of(2, 2, {1, 3.5L, 2, 4}), Pivoting::kComplete),
      DType::kFloat32));
}

TEST(Elimination, RanksAndZeroLines) {
  const Matrix deficient = matrix_of(3, 3, {1, 2, 4, 2, 4, 8, 0, 0, 1});
  EXPECT_EQ(eliminate(deficient, Pivoting::kComplete).rank, 2);
  EXPECT_TRUE(eliminate(deficient, Pivoting::kPartial).is_singular());
  EXPECT_FALSE(has_zero_line(deficient));
  EXPECT_TRUE(has_zero_line(matrix_of(2, 2, {0, 1, 0, 2})));
  EXPECT_TRUE(has_zero_line(matrix_of(2, 2, {0, 0, 1, 2})));
  EXPECT_FALSE(has_zero_line(Matrix(0, 0)));
}

TEST(Elimination, SolvesAndBoundsSingularValues) {
  const Matrix a = matrix_of(2, 2, {0, 2, 4, 0});
  for (Pivoting pivoting : {Pivoting::kPartial, Pivoting::kComplete}) {
    const PivotedFactors factors = eliminate(a, pivoting);
    const Matrix x = solution_by(factors, matrix_of(2, 1, {6, 8}));
    EXPECT_EQ(x(0, 0), Entry(2));
    EXPECT_EQ(x(1, 0), Entry(3));
    EXPECT_NEAR(static_cast<double>(least_singular_value(factors)),
                1 / std::sqrt(0.25 + 0.0625), 1e-15);
  }
}

}  // namespace
}  // namespace assay
