// Checks the kernels of factorizations against plain loops, on every target and
// with every switch to another method at its smallest size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "optimized/linalg/block_product.h"
#include "optimized/linalg/matrix_vector.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/small_matrices.h"
#include "optimized/reduction/largest.h"
#include "tests/optimized/linalg_targets.h"

// Rows and columns are signed here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace assay::optimized {
namespace {

using test::for_both_types;
class LinalgKernels : public test::LinalgTargets {
 protected:
  // Reads the rows of b from the last one on.
  template <typename T>
  void expect_product_of_planes(std::int64_t m, std::int64_t n, std::int64_t k,
                                bool conjugates, Into into, double close) {
    using C = std::complex<double>;
    const auto a_re = noise<T>(m * k), a_im = noise<T>(m * k);
    const auto b_re = noise<T>(k * n + 1), b_im = noise<T>(k * n + 1);
    std::vector<T> c_re(m * (n + 3), 1), c_im(m * (n + 3), 2);
    const std::int64_t last = std::max<std::int64_t>(k - 1, 0) * n;
    multiply_planes(
        PlaneProduct<T, 2>{.m = m,
                           .n = n,
                           .k = k,
                           .a = {a_re.data(), a_im.data()},
                           .a_row = 1,
                           .a_column = m,
                           .conjugates = conjugates,
                           .b = {b_re.data() + last, b_im.data() + last},
                           .b_row = -n,
                           .c = {c_re.data(), c_im.data()},
                           .c_row = n + 3,
                           .into = into});
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n + 3; ++j) {
        C sum = 0;
        for (std::int64_t s = 0; s < k && j < n; ++s) {
          const C left(a_re[s * m + i], a_im[s * m + i]);
          sum += (conjugates ? std::conj(left) : left) *
                 C(b_re[(k - 1 - s) * n + j], b_im[(k - 1 - s) * n + j]);
        }
        const C expected = j >= n                 ? C(1, 2)
                           : into == Into::kStore ? sum
                           : into == Into::kAdd   ? C(1, 2) + sum
                                                  : C(1, 2) - sum;
        ASSERT_NEAR(expected.real(), c_re[i * (n + 3) + j], 2 * close)
            << m << ' ' << n << ' ' << k << ' ' << i << ' ' << j;
        ASSERT_NEAR(expected.imag(), c_im[i * (n + 3) + j], 2 * close)
            << m << ' ' << n << ' ' << k << ' ' << i << ' ' << j;
      }
  }
};

TEST_P(LinalgKernels, MultiplyBlocks) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t m : {1, 5, 8, 14})
      for (const std::int64_t n : {1, 7, 33, 70})
        for (const std::int64_t k : {0, 1, 9, 140})
          for (const bool turned : {false, true}) {
            const auto a = noise<T>(m * k), b = noise<T>(k * n + 1);
            const auto before = noise<T>(m * (n + 3));
            for (const Into into :
                 {Into::kStore, Into::kAdd, Into::kSubtract}) {
              auto c = before;
              // Reads the rows of b from the last one on.
              multiply_block(BlockProduct<T>{
                  m, n, k, a.data(), turned ? 1 : k, turned ? m : 1,
                  b.data() + std::max<std::int64_t>(k - 1, 0) * n, -n, c.data(),
                  n + 3, into});
              for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n + 3; ++j) {
                  const std::size_t at = i * (n + 3) + j;
                  double sum = 0;
                  for (std::int64_t s = 0; s < k && j < n; ++s)
                    sum += double(a[turned ? s * m + i : i * k + s]) *
                           b[(k - 1 - s) * n + j];
                  const double was = before[at];
                  const double expected = j >= n                 ? was
                                          : into == Into::kStore ? sum
                                          : into == Into::kAdd   ? was + sum
                                                                 : was - sum;
                  ASSERT_NEAR(expected, c[at], close)
                      << m << ' ' << n << ' ' << k << ' ' << i << ' ' << j;
                }
            }
          }
  });
}

TEST_P(LinalgKernels, MultiplyPlanes) {
  for_both_types([&](auto zero, double close) {
    for (const std::int64_t m : {1, 3, 7, 13})
      for (const std::int64_t n : {1, 9, 33, 50})
        for (const std::int64_t k : {0, 1, 9, 140})
          for (const bool conjugates : {false, true})
            for (const Into into : {Into::kStore, Into::kAdd, Into::kSubtract})
              expect_product_of_planes<decltype(zero)>(m, n, k, conjugates,
                                                       into, close);
  });
}

TEST_P(LinalgKernels, FindTheLargestMagnitude) {
  for_both_types([&](auto zero, double) {
    using T = decltype(zero);
    EXPECT_EQ(0, largest_magnitude(static_cast<const T*>(nullptr), 0));
    for (std::int64_t at = 0; at < 75; ++at) {
      auto x = noise<T>(75);
      x[at] = -3;
      EXPECT_EQ(3, largest_magnitude(x.data(), 75));
      x[at] = -std::numeric_limits<T>::quiet_NaN();
      EXPECT_FALSE(std::isfinite(largest_magnitude(x.data(), 75)));
      x[at] = -std::numeric_limits<T>::infinity();
      EXPECT_FALSE(std::isfinite(largest_magnitude(x.data(), 75)));
    }
  });
}

TEST_P(LinalgKernels, MultiplyVectors) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t count : {0, 1, 4, 13})
      for (const std::int64_t units : {1, 3}) {
        const std::int64_t columns = units * vector_unit<T>;
        const auto a = noise<T>(std::max<std::int64_t>(count, 1) * columns);
        const RowBlock<T> block{a.data(), columns, count, columns};
        const auto x = noise<T>(columns), factors = noise<T>(2 * count + 1);
        auto y = x;
        add_rows(block, factors.data(), 2, T(-1), y.data());
        for (std::int64_t j = 0; j < columns; ++j) {
          double sum = x[j];
          for (std::int64_t r = 0; r < count; ++r)
            sum -= double(factors[2 * r]) * a[r * columns + j];
          ASSERT_NEAR(sum, y[j], close);
        }
        std::vector<T> dots(static_cast<std::size_t>(count + 1), T(7));
        dot_rows(block, x.data(), dots.data());
        for (std::int64_t r = 0; r < count; ++r) {
          double sum = 0;
          for (std::int64_t j = 0; j < columns; ++j)
            sum += double(a[r * columns + j]) * x[j];
          ASSERT_NEAR(sum, dots[r], close);
        }
        EXPECT_EQ(7, dots[count]);
      }
    const std::int64_t n = 3 * vector_unit<T>;
    for (const int sign : {1, -1}) {
      auto a = noise<T>(n * n);
      const auto x = noise<T>(n);
      std::vector<T> y(static_cast<std::size_t>(n));
      // Blocks on the diagonal are symmetric; those to the right are not read.
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = i; j < n; ++j) {
          T& element = a[i * n + j];
          if (j >= unit_floor<T>(i) + vector_unit<T>)
            element = std::numeric_limits<T>::quiet_NaN();
          else if (j > i)
            element = static_cast<T>(sign) * a[j * n + i];
          else if (sign < 0)
            element = 0;
        }
      // In two parts of the rows.
      const RowBlock<T> rows{a.data(), n, n, n};
      const std::int64_t middle = unit_floor<T>(n / 2);
      std::vector<T> first(static_cast<std::size_t>(middle));
      multiply_symmetric(rows, 0, middle, T(sign), x.data(), first.data());
      multiply_symmetric(rows, middle, n, T(sign), x.data(), y.data());
      for (std::int64_t i = 0; i < middle; ++i) y[i] += first[i];
      for (std::int64_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < n; ++j)
          sum += (j > i ? sign : 1) *
                 double(a[std::max(i, j) * n + std::min(i, j)]) * x[j];
        ASSERT_NEAR(sum, y[i], close);
      }
    }
  });
}

TEST_P(LinalgKernels, FactorSmallMatrices) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t n : {1, 3, 8, 11})
      for (const std::int64_t count : {std::int64_t{1}, vector_unit<T>}) {
        auto a = noise<T>(count * n * n);
        for (std::int64_t i = 0; i < count * n; ++i)
          a[i * n + i % n] = static_cast<T>(n + 1);
        SmallMatrices<T> group(n, n);
        const T* largest = group.read(a.data(), count);
        for (std::int64_t c = 0; c < count; ++c)
          EXPECT_EQ(T(n + 1), largest[c]);
        ASSERT_TRUE(group.factor_cholesky(T(0)));
        std::vector<T> l(a.size()), u(a.size());
        group.store_triangles(l.data(), count, false);
        group.store_triangles(u.data(), count, true);
        for (std::int64_t c = 0; c < count; ++c)
          for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
              const T* of_l = l.data() + c * n * n;
              ASSERT_EQ(of_l[i * n + j], u[c * n * n + j * n + i]);
              if (j > i) {
                ASSERT_EQ(0, of_l[i * n + j]);
                continue;
              }
              double sum = 0;
              for (std::int64_t k = 0; k <= j; ++k)
                sum += double(of_l[i * n + k]) * of_l[j * n + k];
              ASSERT_NEAR(a[c * n * n + i * n + j], sum, close);
            }
        // One matrix that is not positive definite, or not finite.
        a[(count - 1) * n * n] = -1;
        group.read(a.data(), count);
        EXPECT_FALSE(group.factor_cholesky(T(0)));
        group.read(a.data(), count);
        group.clear(count - 1);
        EXPECT_TRUE(group.factor_cholesky(T(0)));
        a[0] = std::numeric_limits<T>::quiet_NaN();
        EXPECT_FALSE(std::isfinite(group.read(a.data(), count)[0]));
      }
  });
}

// Returns the largest deviation of QᵀQ from an identity, and of Q·R from a.
template <typename T>
double qr_residual(const T* a, std::int64_t rows, std::int64_t columns,
                   std::int64_t inner, const T* q, const T* r) {
  double worst = 0;
  for (std::int64_t i = 0; i < inner; ++i)
    for (std::int64_t j = 0; j < inner; ++j) {
      double sum = i == j ? -1 : 0;
      for (std::int64_t k = 0; k < rows; ++k)
        sum += double(q[k * inner + i]) * q[k * inner + j];
      worst = std::max(worst, std::abs(sum));
    }
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      double sum = -double(a[i * columns + j]);
      for (std::int64_t k = 0; k < inner; ++k)
        sum += double(q[i * inner + k]) * r[k * columns + j];
      worst = std::max(worst, std::abs(sum));
    }
  return worst;
}

TEST_P(LinalgKernels, FactorSmallMatricesIntoQr) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {8, 8}, {7, 3}, {3, 9}, {16, 15}})
      for (const std::int64_t inner : {std::min(rows, columns), rows})
        for (const std::int64_t count : {std::int64_t{2}, vector_unit<T>}) {
          const std::int64_t size = rows * columns;
          auto a = noise<T>(count * size);
          // A column of zeros has no reflection.
          for (std::int64_t i = 0; i < rows; ++i) a[i * columns] = 0;
          SmallMatrices<T> group(rows, columns);
          group.read(a.data(), count);
          std::vector<T> q(count * rows * inner), r(count * inner * columns);
          group.factor_qr(inner, count, q.data(), r.data());
          for (std::int64_t c = 0; c < count; ++c) {
            const T* of_r = r.data() + c * inner * columns;
            EXPECT_LT(qr_residual(a.data() + c * size, rows, columns, inner,
                                  q.data() + c * rows * inner, of_r),
                      close);
            for (std::int64_t i = 0; i < inner; ++i)
              for (std::int64_t j = 0; j < std::min<std::int64_t>(i, columns);
                   ++j)
                ASSERT_EQ(0, of_r[i * columns + j]);
          }
        }
  });
}

INSTANTIATE_TEST_SUITE_P(Every, LinalgKernels,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1,threads=2"));

}  // namespace
}  // namespace assay::optimized

#pragma GCC diagnostic pop
