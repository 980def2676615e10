// Checks the kernels of triangular systems against plain sums, on every target
// and with every switch to another method at its smallest size.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "optimized/linalg/triangle_rows.h"
#include "tests/optimized/linalg_targets.h"

// Rows and columns are signed here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace assay::optimized {
namespace {

using test::for_both_types;
class LinalgTriangles : public test::LinalgTargets {};

TEST_P(LinalgTriangles, SolveSmallTriangles) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (std::int64_t n = 1; n <= kTriangleRows; ++n)
      for (const std::int64_t sides : {1, 7, 8, 31})
        for (const bool unit_diag : {false, true}) {
          constexpr std::int64_t kCount = 3;
          auto a = noise<T>(kCount * n * n);
          for (std::int64_t i = 0; i < kCount * n; ++i)
            a[static_cast<std::size_t>(i / n * n * n + i % n * (n + 1))] += 3;
          const auto b = noise<T>(kCount * n * sides);
          // An element after the last one shows whether it is overwritten.
          std::vector<T> x(b.size() + 1, T(7));
          solve_small_triangles(SmallTriangles<T>{kCount, n, unit_diag,
                                                  a.data(), n, 1, b.data(),
                                                  x.data(), sides, sides});
          EXPECT_EQ(x.back(), T(7));
          // An upper triangle is a lower one from its last row on.
          std::vector<T> turned_a(a), same(b);
          for (std::int64_t i = 0; i < kCount; ++i) {
            std::reverse_copy(a.begin() + i * n * n,
                              a.begin() + (i + 1) * n * n,
                              turned_a.begin() + i * n * n);
            for (std::int64_t r = 0; r < n; ++r)
              std::copy_n(b.begin() + (i * n + n - 1 - r) * sides, sides,
                          same.begin() + (i * n + r) * sides);
          }
          const std::int64_t last = (n - 1) * sides;
          solve_small_triangles(SmallTriangles<T>{
              kCount, n, unit_diag, turned_a.data() + n * n - 1, -n, -1,
              same.data() + last, same.data() + last, sides, -sides});
          for (std::int64_t i = 0; i < kCount; ++i)
            for (std::int64_t r = 0; r < n; ++r)
              for (std::int64_t j = 0; j < sides; ++j) {
                double sum = 0;
                for (std::int64_t s = 0; s <= r; ++s) {
                  const T factor =
                      a[static_cast<std::size_t>((i * n + r) * n + s)];
                  const auto at =
                      static_cast<std::size_t>((i * n + s) * sides + j);
                  sum += double(r == s && unit_diag ? T(1) : factor) * x[at];
                }
                const auto at =
                    static_cast<std::size_t>((i * n + r) * sides + j);
                ASSERT_NEAR(b[at], sum, close);
                ASSERT_EQ(x[at], same[static_cast<std::size_t>(
                                     (i * n + n - 1 - r) * sides + j)]);
              }
        }
  });
}

TEST_P(LinalgTriangles, SolveTriangles) {
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
            system.factors[1][r][s] = factors[64 + at] / 2;
          }
        TriangleRows<T, 2> inverted = system;
        for (std::int64_t r = 0; r < count; ++r) {
          const auto pivot = T(1) / std::complex<T>(system.factors[0][r][r],
                                                    system.factors[1][r][r]);
          inverted.factors[0][r][r] = pivot.real();
          inverted.factors[1][r][r] = pivot.imag();
        }
        solve_triangle_rows(inverted);
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

INSTANTIATE_TEST_SUITE_P(Every, LinalgTriangles,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1,threads=2"));

}  // namespace
}  // namespace assay::optimized

#pragma GCC diagnostic pop
