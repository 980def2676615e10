// Matrices are of the kind that they are named after.
#include "harness/operands/matrices.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/judge/spectra.h"
#include "harness/judge/tolerance_residual.h"

namespace assay {
namespace {

Matrix rounded(DType dtype, Matrix a) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      a(i, j) = entry_of(dtype, element_near(dtype, a(i, j)));
  return a;
}
Matrix general(MatrixKind kind, DType dtype, std::int64_t m, std::int64_t n) {
  ValueStream stream(7, 0);
  return rounded(dtype, MatrixMaker(dtype, stream).general(kind, m, n));
}
Matrix hermitian(MatrixKind kind, DType dtype, std::int64_t n) {
  ValueStream stream(7, 0);
  return rounded(dtype, MatrixMaker(dtype, stream).hermitian(kind, n, true));
}

TEST(Matrices, SpectraAreAsPrescribed) {
  for (DType dtype : {DType::kFloat32, DType::kComplex128}) {
    const long double u = residual_units(dtype, 1).u_c;
    const auto plain =
        singular_values(general(MatrixKind::kConditioned, dtype, 6, 4));
    EXPECT_NEAR(double(plain[3] / plain[0] / std::sqrt(u)), 1, 1e-2);
    const auto ill = singular_values(general(MatrixKind::kIll, dtype, 5, 5));
    EXPECT_LT(ill[4], 100 * u * ill[0]);
    const auto deficient =
        singular_values(general(MatrixKind::kDeficient, dtype, 5, 6));
    EXPECT_LT(deficient[3], 1e-15 * deficient[0]);
    const auto clusters =
        singular_values(general(MatrixKind::kClustered, dtype, 6, 6));
    EXPECT_NEAR(double(clusters[2]), 1, 1e-6);
    EXPECT_NEAR(double(clusters[3]), 0.25, 1e-6);
  }
}

TEST(Matrices, NormalOnesStayNormalWhenRounded) {
  for (DType dtype : {DType::kFloat16, DType::kFloat64, DType::kComplex64}) {
    for (MatrixKind kind : {MatrixKind::kHermitian, MatrixKind::kSkew,
                            MatrixKind::kCirculant, MatrixKind::kDiagonal})
      EXPECT_TRUE(is_exactly_normal(general(kind, dtype, 5, 5)));
    EXPECT_FALSE(is_exactly_normal(general(MatrixKind::kRandom, dtype, 5, 5)));
  }
}

TEST(Matrices, DefiniteOnesStayDefiniteWhenRounded) {
  for (DType dtype :
       {DType::kFloat16, DType::kBfloat16, DType::kFloat32, DType::kComplex128})
    for (MatrixKind kind : {MatrixKind::kRandom, MatrixKind::kConditioned,
                            MatrixKind::kClustered, MatrixKind::kDiagonal}) {
      const Matrix a = hermitian(kind, dtype, 12);
      EXPECT_EQ((a - a.adjoint()).norm(), 0);
      EXPECT_GT(hermitian_eigenvalues(a).front(),
                360 * residual_units(dtype, 12).u_c * a.norm())
          << static_cast<int>(kind);
    }
}

TEST(Matrices, OrthogonalOnesAre) {
  const Matrix q = general(MatrixKind::kOrthogonal, DType::kComplex128, 6, 6);
  EXPECT_LT((q.adjoint() * q - Matrix::identity(6)).norm(), 1e-15);
}

TEST(Matrices, TrianglesHaveNoZeroPivot) {
  for (int kind = 0; kind <= static_cast<int>(MatrixKind::kJordan); ++kind) {
    ValueStream stream(9, 0);
    const Matrix a =
        rounded(DType::kFloat32, MatrixMaker(DType::kFloat32, stream)
                                     .lower_triangular(MatrixKind(kind), 7));
    for (std::int64_t i = 0; i < 7; ++i) {
      EXPECT_NE(a(i, i), Entry(0)) << kind;
      for (std::int64_t j = i + 1; j < 7; ++j) EXPECT_EQ(a(i, j), Entry(0));
    }
  }
}

TEST(Matrices, ScalingIsExact) {
  const Matrix a = general(MatrixKind::kRandom, DType::kFloat32, 3, 3);
  const Matrix up = scaled_to(a, 100);
  long double largest = 0;
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 3; ++j) {
      largest = std::max(largest, std::fabs(up(i, j).real()));
      EXPECT_EQ(up(i, j) / up(0, 0), a(i, j) / a(0, 0));
    }
  EXPECT_EQ(std::ilogb(largest), 100);
  EXPECT_EQ(scaled_to(Matrix(2, 2), 5).norm(), 0);
}

}  // namespace
}  // namespace assay
