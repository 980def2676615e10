// Checks the kernels of factorizations against plain loops, on every target and
// with every switch to another method at its smallest size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "optimized/linalg/block_product.h"
#include "optimized/linalg/condensed.h"
#include "optimized/linalg/largest.h"
#include "optimized/linalg/matrix_vector.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/reflectors.h"
#include "optimized/linalg/rotations.h"
#include "optimized/linalg/small_matrices.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

class LinalgKernels : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    use_settings(Settings());
    const auto read = parse_settings(GetParam());
    if (!read) GTEST_SKIP() << read.status().message;
    use_settings(*read);
  }
  void TearDown() override { use_settings(Settings()); }

  // Returns numbers between -1 and 1 that repeat late.
  template <typename T>
  std::vector<T> noise(std::int64_t count) {
    std::vector<T> x(static_cast<std::size_t>(count));
    for (T& element : x) {
      drawn_ += 1;
      element = static_cast<T>(std::sin(1.7 * drawn_ * drawn_));
    }
    return x;
  }

 private:
  double drawn_ = 0;
};

template <typename F>
void for_both_types(F f) {
  f(float(), 1e-4);
  f(double(), 1e-12);
}

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
                  for (std::int64_t s = 0; s < k; ++s)
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
  using C = std::complex<double>;
  constexpr std::int64_t m = 5, n = 9, k = 7;
  const auto a_re = noise<double>(m * k), a_im = noise<double>(m * k);
  const auto b_re = noise<double>(k * n), b_im = noise<double>(k * n);
  for (const bool conjugates : {false, true})
    for (const Into into : {Into::kStore, Into::kAdd, Into::kSubtract}) {
      std::vector<double> c_re(m * n, 1), c_im(m * n, 2);
      multiply_planes(PlaneProduct<double, 2>{.m = m,
                                              .n = n,
                                              .k = k,
                                              .a = {a_re.data(), a_im.data()},
                                              .a_row = k,
                                              .conjugates = conjugates,
                                              .b = {b_re.data(), b_im.data()},
                                              .b_row = n,
                                              .c = {c_re.data(), c_im.data()},
                                              .c_row = n,
                                              .into = into});
      for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
          C sum = 0;
          for (std::int64_t s = 0; s < k; ++s) {
            const C left(a_re[i * k + s],
                         conjugates ? -a_im[i * k + s] : a_im[i * k + s]);
            sum += left * C(b_re[s * n + j], b_im[s * n + j]);
          }
          const C expected = into == Into::kStore ? sum
                             : into == Into::kAdd ? C(1, 2) + sum
                                                  : C(1, 2) - sum;
          EXPECT_NEAR(expected.real(), c_re[i * n + j], 1e-12);
          EXPECT_NEAR(expected.imag(), c_im[i * n + j], 1e-12);
        }
    }
}

TEST_P(LinalgKernels, SolveTriangles) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (std::int64_t count = 1; count <= kTriangleRows; ++count)
      for (const std::int64_t columns : {1, 8, 19}) {
        TriangleRows<T, 2> system{};
        system.count = count;
        system.columns = columns;
        // The rows are stored from the last one on.
        system.row_stride = -columns;
        auto re = noise<T>(count * columns), im = noise<T>(count * columns);
        const auto given_re = re, given_im = im;
        system.rows = {re.data() + (count - 1) * columns,
                       im.data() + (count - 1) * columns};
        const auto factors = noise<T>(2 * kTriangleRows * kTriangleRows);
        for (std::int64_t r = 0; r < kTriangleRows; ++r)
          for (std::int64_t s = 0; s < kTriangleRows; ++s) {
            const std::size_t at = r * kTriangleRows + s;
            system.factors[0][r][s] = factors[at] / 2 + (r == s ? 2 : 0);
            system.factors[1][r][s] = r == s ? 0 : factors[64 + at] / 2;
          }
        solve_triangle_rows(system);
        TriangleRows<T> real{};
        real.count = count;
        real.columns = columns;
        real.row_stride = -columns;
        auto alone = given_re;
        real.rows = {alone.data() + (count - 1) * columns};
        std::copy_n(&system.factors[0][0][0], 64, &real.factors[0][0][0]);
        solve_triangle_rows(real);
        for (std::int64_t r = 0; r < count; ++r)
          for (std::int64_t j = 0; j < columns; ++j) {
            std::complex<double> sum = 0;
            double real_sum = 0;
            for (std::int64_t s = 0; s <= r; ++s) {
              const std::size_t at = (count - 1 - s) * columns + j;
              sum += std::complex<double>(system.factors[0][r][s],
                                          system.factors[1][r][s]) *
                     std::complex<double>(re[at], im[at]);
              real_sum += double(real.factors[0][r][s]) * alone[at];
            }
            const std::size_t at = (count - 1 - r) * columns + j;
            ASSERT_NEAR(given_re[at], sum.real(), close);
            ASSERT_NEAR(given_im[at], sum.imag(), close);
            ASSERT_NEAR(given_re[at], real_sum, close);
          }
      }
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
      multiply_symmetric(RowBlock<T>{a.data(), n, n, n}, T(sign), x.data(),
                         y.data());
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

TEST_P(LinalgKernels, RotateRows) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    constexpr std::int64_t kRows = 9;
    const std::int64_t columns = 5 * vector_unit<T>;
    auto rows = noise<T>(kRows * columns);
    std::vector<double> expected(rows.begin(), rows.end());
    Rotations<T> rotations(rows.data(), columns);
    for (int iteration = 0; iteration < 70; ++iteration) {
      const std::int64_t first = iteration % 4;
      const std::int64_t last = first + 1 + iteration % 5;
      rotations.begin(first);
      for (std::int64_t i = first; i < last; ++i) {
        const double c = std::cos(double(iteration + i));
        const double s = std::sin(double(iteration + i));
        rotations.add(c, s);
        for (std::int64_t j = 0; j < columns; ++j) {
          double& x = expected[i * columns + j];
          double& y = expected[(i + 1) * columns + j];
          const double old = x;
          x = c * old + s * y;
          y = c * y - s * old;
        }
      }
    }
    rotations.apply();
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(expected[i], rows[i], close) << i;
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
        SmallMatrices<T> group(n);
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

// Reflections of a panel turn it into a triangle. Their block, applied to the
// triangle, gives the panel again.
template <typename T, std::size_t planes>
void check_panel(Planes<std::vector<T>, planes> panel, std::int64_t rows,
                 std::int64_t columns, double close) {
  const auto given = panel;
  Planes<T*, planes> parts;
  for (std::size_t p = 0; p < planes; ++p) parts[p] = panel[p].data();
  PlaneValue<T, planes> tau[kPanelColumns];
  reflect_panel(parts, rows, columns, tau);
  Planes<std::vector<T>, planes> triangle = panel, products;
  ReflectorBlock<T, planes> block;
  block.row = kPanelColumns;
  block.column = 1;
  block.rows = rows;
  block.count = std::min(rows, columns);
  for (std::size_t p = 0; p < planes; ++p) {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < kPanelColumns; ++j) {
        const std::size_t at = i * kPanelColumns + j;
        if (j < i)
          triangle[p][at] = 0;
        else
          panel[p][at] = i == j && p == 0 ? 1 : 0;
      }
    block.v[p] = panel[p].data();
    products[p].resize(kPanelColumns * kPanelColumns);
  }
  PlaneProduct<T, planes> product;
  product.m = product.n = block.count;
  product.k = rows;
  product.a = product.b = block.v;
  product.a_row = 1;
  product.a_column = product.b_row = kPanelColumns;
  product.conjugates = true;
  for (std::size_t p = 0; p < planes; ++p) product.c[p] = products[p].data();
  product.c_row = block.count;
  multiply_planes(product);
  set_triangle<T, planes>(block, tau, constant<T, planes>(product.c));
  for (std::size_t p = 0; p < planes; ++p) parts[p] = triangle[p].data();
  std::vector<T> room;
  apply_block<T, planes>(block, false, parts, kPanelColumns, columns, room);
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        ASSERT_NEAR(given[p][i * kPanelColumns + j],
                    triangle[p][i * kPanelColumns + j], close)
            << p << ' ' << i << ' ' << j;
}

TEST_P(LinalgKernels, ReflectPanels) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t rows : {1, 5, 8, 9, 40})
      for (const std::int64_t columns : {1, 3, 8}) {
        const auto make = [&] {
          auto x = noise<T>(rows * kPanelColumns);
          for (std::int64_t i = 0; i < rows * kPanelColumns; ++i)
            if (i % kPanelColumns >= columns) x[i] = 0;
          return x;
        };
        check_panel<T, 1>({make()}, rows, columns, close);
        check_panel<T, 2>({make(), make()}, rows, columns, close);
        // A column of zeros has no reflection.
        auto zeros = make();
        for (std::int64_t i = 0; i < rows; ++i) zeros[i * kPanelColumns] = 0;
        check_panel<T, 1>({zeros}, rows, columns, close);
        check_panel<T, 2>({zeros, zeros}, rows, columns, close);
      }
  });
}

INSTANTIATE_TEST_SUITE_P(Every, LinalgKernels,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1,threads=2"));

}  // namespace
}  // namespace assay::optimized
