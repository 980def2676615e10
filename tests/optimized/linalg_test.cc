// Checks factorizations of difficult matrices: of extreme sizes, defective, or
// larger than those of the suite. Also checks that each call ends.
#include "optimized/linalg/linalg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "optimized/optimized.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using test::elements_of;

class Linalg : public testing::Test {
 protected:
  // Makes a matrix of noise around `diagonal`, multiplied by `size`.
  Tensor noise(std::int64_t n, double diagonal, double size) {
    const Tensor a = *backend_->buffer(DType::kFloat64, {n, n});
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        elements_of<double>(a)[i * n + j] =
            size * (std::sin(double(i * i + 7 * j)) + (i == j ? diagonal : 0));
    return a;
  }

  std::unique_ptr<Backend> backend_ = make_optimized();
};

// Returns the residual relative to the largest element.
template <typename T, typename F>
double residual(const Tensor& a, F product) {
  const std::int64_t n = a.view.shape().back();
  double worst = 0, largest = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const double x = elements_of<double>(a)[i * n + j];
      largest = std::max(largest, std::abs(x));
      worst = std::max(worst, double(std::abs(T(x) - product(i, j))));
    }
  return worst / largest;
}

// Returns the same for the factors of a square matrix.
double svd_residual(const Tensor& a, const std::vector<Tensor>& factors) {
  const std::int64_t n = a.view.shape().back();
  const auto* u = elements_of<double>(factors[0]);
  const auto* s = elements_of<double>(factors[1]);
  const auto* vh = elements_of<double>(factors[2]);
  return residual<double>(a, [&](std::int64_t i, std::int64_t j) {
    double sum = 0;
    for (std::int64_t k = 0; k < n; ++k)
      sum += u[i * n + k] * s[k] * vh[k * n + j];
    return sum;
  });
}

TEST_F(Linalg, FactorsExtremeSizes) {
  constexpr std::int64_t n = 20;
  for (double size : {1e-300, 1.0, 1e300}) {
    const Tensor a = noise(n, 0, size);
    const auto svd_factors = svd(*backend_, a, false);
    ASSERT_TRUE(svd_factors);
    EXPECT_LT(svd_residual(a, *svd_factors), 1e-13) << size;
    const auto eigen = eig(*backend_, a, true);
    ASSERT_TRUE(eigen);
    const auto* w = elements_of<std::complex<double>>((*eigen)[0]);
    const auto* v = elements_of<std::complex<double>>((*eigen)[1]);
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t i = 0; i < n; ++i) {
        std::complex<double> sum = 0;
        for (std::int64_t j = 0; j < n; ++j)
          sum += elements_of<double>(a)[i * n + j] * v[j * n + k];
        EXPECT_LT(std::abs(sum - w[k] * v[i * n + k]), 1e-12 * size);
      }
  }
}

// A Jordan block of zeros has one eigenvector only, so substitution divides by
// nearly nothing n times. It is complex because complex eigenvectors are
// computed here and not by Eigen.
TEST_F(Linalg, FindsVectorsOfDefectiveMatrices) {
  constexpr std::int64_t n = 80;
  const Tensor a = *backend_->buffer(DType::kComplex128, {n, n});
  for (std::int64_t i = 0; i < n * n; ++i)
    elements_of<std::complex<double>>(a)[i] = i % (n + 1) == 1 ? 1 : 0;
  const auto eigen = eig(*backend_, a, true);
  ASSERT_TRUE(eigen);
  const auto* v = elements_of<std::complex<double>>((*eigen)[1]);
  for (std::int64_t k = 0; k < n; ++k) {
    double length = 0;
    for (std::int64_t i = 0; i < n; ++i) length += std::norm(v[i * n + k]);
    EXPECT_NEAR(1, length, 1e-12) << k;
    // A·v moves v up by one place, and all eigenvalues are 0.
    for (std::int64_t i = 0; i + 1 < n; ++i)
      EXPECT_LT(std::abs(v[(i + 1) * n + k]), 1e-12);
  }
}

// Extents with several blocks and a rest.
TEST_F(Linalg, FactorsLargeMatrices) {
  constexpr std::int64_t n = 150;
  const Tensor a = noise(n, 0, 1);
  const auto factors = qr(*backend_, a, true);
  ASSERT_TRUE(factors);
  const auto* q = elements_of<double>((*factors)[0]);
  const auto* r = elements_of<double>((*factors)[1]);
  EXPECT_LT(residual<double>(a,
                             [&](std::int64_t i, std::int64_t j) {
                               double sum = 0;
                               for (std::int64_t k = 0; k <= j; ++k)
                                 sum += q[i * n + k] * r[k * n + j];
                               return sum;
                             }),
            1e-12);
  Tensor b = noise(n, n, 1);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j)
      elements_of<double>(b)[j * n + i] = elements_of<double>(b)[i * n + j];
  const auto triangle = cholesky(*backend_, b, false);
  ASSERT_TRUE(triangle);
  const auto* l = elements_of<double>((*triangle)[0]);
  EXPECT_LT(residual<double>(b,
                             [&](std::int64_t i, std::int64_t j) {
                               double sum = 0;
                               for (std::int64_t k = 0; k <= std::min(i, j);
                                    ++k)
                                 sum += l[i * n + k] * l[j * n + k];
                               return sum;
                             }),
            1e-13);
}

// Matrices of few distinct singular values, or with zeros among them, whose
// iterations have to find zeros on the diagonal. Kind 3 is bidiagonal with a
// zero in the middle, and kind 4 has ever smaller values.
TEST_F(Linalg, FindsRepeatedAndZeroValues) {
  constexpr std::int64_t n = 45;
  for (const int kind : {0, 1, 2, 3, 4}) {
    const Tensor a = *backend_->buffer(DType::kFloat64, {n, n});
    auto* x = elements_of<double>(a);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        x[i * n + j] =
            kind == 0   ? double(i == j)
            : kind == 1 ? std::sin(double(i)) * std::cos(double(j))
            : kind == 2 ? double(i == j) + std::sin(double(i + j % 3))
            : kind == 3 ? (j == i ? (i == 20 ? 0.0 : 1.0) : j == i + 1)
                        : std::ldexp(j == i || j == i + 1, int(-2 * i));
    const auto factors = svd(*backend_, a, true);
    ASSERT_TRUE(factors) << kind;
    const auto* u = elements_of<double>((*factors)[0]);
    const auto* s = elements_of<double>((*factors)[1]);
    const auto* vh = elements_of<double>((*factors)[2]);
    EXPECT_LT(svd_residual(a, *factors), 1e-12) << kind;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j <= i; ++j) {
        double of_u = 0, of_v = 0;
        for (std::int64_t k = 0; k < n; ++k) {
          of_u += u[k * n + i] * u[k * n + j];
          of_v += vh[i * n + k] * vh[j * n + k];
        }
        EXPECT_NEAR(i == j, of_u, 1e-13) << kind;
        EXPECT_NEAR(i == j, of_v, 1e-13) << kind;
      }
    for (std::int64_t k = 0; k + 1 < n; ++k) EXPECT_GE(s[k], s[k + 1]);
    EXPECT_GE(s[n - 1], 0);
  }
}

TEST_F(Linalg, FindsEigenvectorsOfLargeMatrices) {
  constexpr std::int64_t n = 150;
  const Tensor a = noise(n, 0, 1);
  auto* x = elements_of<double>(a);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) x[j * n + i] = x[i * n + j];
  const auto eigen = eigh(*backend_, a, true);
  ASSERT_TRUE(eigen);
  const auto* w = elements_of<double>((*eigen)[0]);
  const auto* v = elements_of<double>((*eigen)[1]);
  EXPECT_LT(residual<double>(a,
                             [&](std::int64_t i, std::int64_t j) {
                               double sum = 0;
                               for (std::int64_t k = 0; k < n; ++k)
                                 sum += v[i * n + k] * w[k] * v[j * n + k];
                               return sum;
                             }),
            1e-12);
  const auto values = eigh(*backend_, a, false);
  ASSERT_TRUE(values);
  for (std::int64_t k = 0; k < n; ++k)
    EXPECT_NEAR(w[k], elements_of<double>((*values)[0])[k], 1e-11);
}

TEST_F(Linalg, EndsOnNonFiniteMatrices) {
  for (double x : {std::numeric_limits<double>::quiet_NaN(),
                   std::numeric_limits<double>::infinity()}) {
    const Tensor a = noise(40, 1, 1);
    elements_of<double>(a)[40 * 17 + 3] = x;
    EXPECT_EQ("not_positive_definite",
              cholesky(*backend_, a, true).status().kind);
    EXPECT_TRUE(qr(*backend_, a, false));
    const auto values = eigh(*backend_, a, true);
    ASSERT_TRUE(values);
    EXPECT_TRUE(std::isnan(elements_of<double>((*values)[0])[0]));
    EXPECT_TRUE(svd(*backend_, a, true));
    EXPECT_TRUE(eig(*backend_, a, true));
  }
}

}  // namespace
}  // namespace assay::optimized
