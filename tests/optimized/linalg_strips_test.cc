// Checks triangular systems and Cholesky factors that are computed in strips
// against plain sums, on every target and with every switch to another method
// at its smallest size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "optimized/linalg/linalg_factors.h"
#include "optimized/triangles/small_cholesky.h"
#include "tests/optimized/linalg_targets.h"

// Rows and columns are signed here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace assay::optimized {
namespace {

using test::for_both_types;

// A triangle of so many rows is copied if many sides are solved for.
constexpr std::int64_t kLargeTriangle = 270;
constexpr Triangle kTriangles[] = {
    {false, false, false, false}, {true, false, false, false},
    {false, true, false, true},   {true, true, false, false},
    {false, false, false, true},  {true, true, false, true}};

class LinalgStrips : public test::LinalgTargets {
 protected:
  // Makes a triangle with NaN wherever a solve must not read.
  template <typename T>
  std::vector<T> triangle_of(std::int64_t n, const Triangle& triangle) {
    auto a = noise<T>(n * n);
    constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        T& element = a[i * n + j];
        if (i == j)
          element = triangle.unit_diag ? kNan : element / 2 + 2;
        else
          element = (j > i) == triangle.upper ? element / T(n) : kNan;
      }
    return a;
  }

  // Makes a positive definite matrix with NaN above the diagonal.
  template <typename T>
  std::vector<T> positive(std::int64_t n) {
    auto a = noise<T>(n * n);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = i; j < n; ++j)
        a[i * n + j] =
            j == i ? T(2) + T(i % 3) : std::numeric_limits<T>::quiet_NaN();
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < i; ++j) a[i * n + j] /= T(n);
    return a;
  }
};

template <typename T>
std::vector<T> solved(const std::vector<T>& a, std::int64_t n,
                      const Triangle& triangle, std::vector<T> b,
                      std::int64_t sides) {
  solve_triangles(a.data(), 1, n, triangle, b.data(), sides, b.data());
  return b;
}

template <typename T>
void expect_solution(const std::vector<T>& a, std::int64_t n,
                     const Triangle& triangle, const std::vector<T>& b,
                     const std::vector<T>& x, std::int64_t sides, double size,
                     double close) {
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t c = 0; c < sides; ++c) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const std::int64_t row = triangle.transpose ? j : i;
        const std::int64_t column = triangle.transpose ? i : j;
        if (row != column && (column > row) != triangle.upper) continue;
        const double factor = i == j && triangle.unit_diag
                                  ? 1.0
                                  : double(a[row * n + column]) / size;
        sum += factor * x[j * sides + c];
      }
      ASSERT_NEAR(b[i * sides + c] / size, sum, close)
          << n << ' ' << sides << ' ' << i << ' ' << c;
    }
}

TEST_P(LinalgStrips, SolveTriangles) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t n :
         {std::int64_t{9}, std::int64_t{31}, std::int64_t{40},
          std::int64_t{137}, kLargeTriangle})
      for (const std::int64_t sides : {1, 9, 16, 41, 130})
        for (const Triangle& triangle : kTriangles) {
          if (n > 200 && sides > 16 && sides < 100) continue;
          const auto a = triangle_of<T>(n, triangle);
          const auto b = noise<T>(n * sides);
          const auto x = solved(a, n, triangle, b, sides);
          expect_solution(a, n, triangle, b, x, sides, 1, close);
        }
  });
}

// A side has the same solution whatever is solved beside it. Many sides read a
// copy of a large matrix, and few sides the matrix itself.
TEST_P(LinalgStrips, SolveSidesAlone) {
  for_both_types([&](auto zero, double) {
    using T = decltype(zero);
    constexpr std::int64_t n = kLargeTriangle, kSides = 129;
    for (const Triangle& triangle : kTriangles) {
      const auto a = triangle_of<T>(n, triangle);
      const auto b = noise<T>(n * kSides);
      const auto together = solved(a, n, triangle, b, kSides);
      for (const std::int64_t count : {1, 20}) {
        std::vector<T> few(n * count);
        for (std::int64_t i = 0; i < n; ++i)
          std::copy_n(b.begin() + (i + 1) * kSides - count, count,
                      few.begin() + i * count);
        const auto alone = solved(a, n, triangle, few, count);
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t c = 0; c < count; ++c)
            ASSERT_EQ(together[(i + 1) * kSides - count + c],
                      alone[i * count + c]);
      }
    }
  });
}

// Pivots whose reciprocals are zero or subnormal are divided by.
TEST_P(LinalgStrips, SolveTrianglesOfLargePivots) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    constexpr std::int64_t kSides = 37;
    const T size = sizeof(T) == 4 ? T(0x1p124) : T(0x1p1020);
    for (const std::int64_t sides : {kSides, std::int64_t{130}}) {
      const std::int64_t n = sides == kSides ? 45 : kLargeTriangle;
      const Triangle& triangle = kTriangles[0];
      auto a = triangle_of<T>(n, triangle);
      auto b = noise<T>(n * sides);
      for (T& element : a) element *= size;
      for (T& element : b) element *= size;
      const auto x = solved(a, n, triangle, b, sides);
      expect_solution(a, n, triangle, b, x, sides, double(size), close);
    }
  });
}

TEST_P(LinalgStrips, FactorPositiveMatrices) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t n : {1, 7, 8, 23, 32, 33, 41, 64, 130, 203, 300}) {
      const auto a = positive<T>(n);
      std::vector<T> l(n * n, T(7)), u(n * n, T(7));
      ASSERT_TRUE(factor_cholesky(a.data(), n, false, l.data()));
      ASSERT_TRUE(factor_cholesky(a.data(), n, true, u.data()));
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
          ASSERT_EQ(l[i * n + j], u[j * n + i]) << n << ' ' << i << ' ' << j;
          if (j > i) {
            ASSERT_EQ(0, l[i * n + j]);
            continue;
          }
          double sum = 0;
          for (std::int64_t k = 0; k <= j; ++k)
            sum += double(l[i * n + k]) * l[j * n + k];
          ASSERT_NEAR(a[i * n + j], sum, close) << n << ' ' << i << ' ' << j;
        }
    }
  });
}

TEST_P(LinalgStrips, RefuseOtherMatrices) {
  for_both_types([&](auto zero, double) {
    using T = decltype(zero);
    for (const std::int64_t n : {5, 32, 70, 170})
      for (const std::int64_t at : {std::int64_t{0}, n / 2, n - 1}) {
        std::vector<T> l(n * n);
        auto a = positive<T>(n);
        a[at * (n + 1)] = -1;
        EXPECT_FALSE(factor_cholesky(a.data(), n, false, l.data())) << n;
        // The largest element of these is not on the diagonal.
        for (const T element : {std::numeric_limits<T>::quiet_NaN(),
                                std::numeric_limits<T>::infinity(),
                                std::numeric_limits<T>::max(), T(100)}) {
          a = positive<T>(n);
          if (at == 0)
            a[(n - 1) * n] = element;
          else
            a[at * n] = element;
          EXPECT_FALSE(factor_cholesky(a.data(), n, false, l.data())) << n;
        }
      }
  });
}

// The columns and rows after the first ones are not factored.
TEST_P(LinalgStrips, FactorOneSmallMatrix) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    constexpr std::int64_t kRow = kSmallCholesky;
    for (std::int64_t n = 8; n <= kSmallCholesky; n += 8) {
      auto a = noise<T>(kRow * kRow);
      for (std::int64_t i = 0; i < n; ++i)
        a[i * (kRow + 1)] = static_cast<T>(n + 1);
      auto u = a;
      ASSERT_TRUE(factor_small_cholesky(u.data(), n));
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = i; j < n; ++j) {
          double sum = 0;
          for (std::int64_t k = 0; k <= i; ++k)
            sum += double(u[k * kRow + i]) * u[k * kRow + j];
          ASSERT_NEAR(a[i * kRow + j], sum, close) << n;
        }
      a[(n - 1) * (kRow + 1)] = -1;
      EXPECT_FALSE(factor_small_cholesky(a.data(), n));
    }
  });
}

// Threads take strips, and no strip depends on which of them it is taken by.
TEST(LinalgStripsThreads, GiveTheSameResults) {
  const Settings before = settings();
  for_both_types([&](auto zero, double) {
    using T = decltype(zero);
    constexpr std::int64_t n = kLargeTriangle;
    std::vector<T> a(n * n), b(n * n);
    for (std::int64_t i = 0; i < n * n; ++i) {
      const auto at = static_cast<double>(i);
      a[i] = static_cast<T>(i % (n + 1) == 0 ? 2 : std::sin(1.7 * at) / n);
      b[i] = static_cast<T>(std::cos(0.3 * at * at));
    }
    std::vector<std::vector<T>> results;
    for (const char* threads :
         {"threads=1", "threads=2,thread_flops=1,thread_bytes=1"}) {
      use_settings(*parse_settings(threads));
      std::vector<T> l(n * n);
      ASSERT_TRUE(factor_cholesky(a.data(), n, false, l.data()));
      const auto x = solved(a, n, kTriangles[0], b, n);
      l.insert(l.end(), x.begin(), x.end());
      results.push_back(l);
    }
    EXPECT_EQ(results[0], results[1]);
  });
  use_settings(before);
}

INSTANTIATE_TEST_SUITE_P(Every, LinalgStrips,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1,threads=2"));

}  // namespace
}  // namespace assay::optimized

#pragma GCC diagnostic pop
