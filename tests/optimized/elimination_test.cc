// Checks LU factors and solves of sizes with several panels, tails and extreme
// scales, and that they do not depend on threads.
#include "optimized/elimination/elimination.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "optimized/elimination/lu.h"
#include "optimized/elimination/swaps.h"
#include "optimized/optimized.h"
#include "optimized/resources/settings.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class Eliminations : public test::SettingsCases {};

template <typename T>
void fill_random(T* x, std::int64_t count) {
  static std::mt19937 random(5);
  std::uniform_real_distribution<double> real(-1, 1);
  for (std::int64_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      x[i] = static_cast<T>(real(random));
    else
      x[i] = T(static_cast<typename T::value_type>(real(random)),
               static_cast<typename T::value_type>(real(random)));
  }
}

// Expects that L·U is the matrix with its rows and columns in this order.
template <typename T>
void expect_factors(const std::vector<T>& a, const std::vector<T>& packed,
                    std::int64_t m, std::int64_t n,
                    const std::vector<std::int64_t>& rows,
                    const std::vector<std::int64_t>& columns) {
  const double ulp = std::numeric_limits<decltype(std::abs(T()))>::epsilon();
  const auto at = [n](std::int64_t i, std::int64_t j) {
    return static_cast<std::size_t>(i * n + j);
  };
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      std::complex<double> sum = 0;
      double size = 0;
      for (std::int64_t k = 0; k <= std::min({i, j, m - 1}); ++k) {
        const std::complex<double> l = k == i ? T(1) : packed[at(i, k)];
        const std::complex<double> u = packed[at(k, j)];
        sum += l * u;
        size += std::abs(l) * std::abs(u);
      }
      const std::complex<double> wanted =
          a[at(rows[static_cast<std::size_t>(i)],
               columns[static_cast<std::size_t>(j)])];
      ASSERT_LE(std::abs(sum - wanted),
                4 * static_cast<double>(std::min(m, n) + 4) * ulp * size)
          << m << " by " << n << " at " << i << ", " << j;
      if (j < i && j < std::min(m, n)) {
        ASSERT_LE(std::abs(packed[at(i, j)]), 1.42);
      }
    }
}

template <typename T>
void expect_factored(std::int64_t m, std::int64_t n) {
  std::vector<T> a(static_cast<std::size_t>(m * n));
  fill_random(a.data(), m * n);
  std::vector<T> packed = a;
  const std::int64_t k = std::min(m, n);
  std::vector<std::int32_t> swaps(static_cast<std::size_t>(k));
  eliminate_rows(packed.data(), m, n, swaps.data());
  int sign = 1;
  std::vector<std::int64_t> columns(static_cast<std::size_t>(n));
  std::iota(columns.begin(), columns.end(), 0);
  expect_factors(a, packed, m, n, order_after_swaps(m, swaps.data(), k, sign),
                 columns);
  if (m != n) return;
  packed = a;
  std::vector<std::int32_t> turns(static_cast<std::size_t>(k));
  eliminate_fully(packed.data(), n, swaps.data(), turns.data());
  expect_factors(a, packed, m, n, order_after_swaps(n, swaps.data(), n, sign),
                 order_after_swaps(n, turns.data(), n, sign));
}

TEST_P(Eliminations, FactorMatricesOfManySizes) {
  for (const auto& [m, n] :
       {std::pair{1, 1}, std::pair{7, 7}, std::pair{9, 8}, std::pair{8, 9},
        std::pair{33, 33}, std::pair{100, 100}, std::pair{130, 37},
        std::pair{37, 130}, std::pair{500, 19}}) {
    expect_factored<float>(m, n);
    expect_factored<double>(m, n);
    expect_factored<std::complex<float>>(m, n);
    expect_factored<std::complex<double>>(m, n);
  }
}

// Among equal magnitudes the first is the pivot, and a column without a pivot
// stays zero.
template <typename T>
void expect_first_pivots(std::int64_t m, std::int64_t n) {
  const auto at = [n](std::int64_t i, std::int64_t j) {
    return static_cast<std::size_t>(i * n + j);
  };
  // Column 2 is zero. Another column j is zero down to row j + 1, and holds 2
  // or -2 below.
  std::vector<T> a(static_cast<std::size_t>(m * n));
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t i = j + 1; i < m && j != 2; ++i)
      a[at(i, j)] = i == j + 1 ? T(0) : T(i % 2 == 0 ? 2 : -2);
  std::vector<T> packed = a;
  std::vector<std::int32_t> swaps(static_cast<std::size_t>(n));
  eliminate_rows(packed.data(), m, n, swaps.data());
  std::vector<T> rows = a;
  for (std::int64_t j = 0; j < n; ++j) {
    std::int64_t pivot = j;
    for (std::int64_t i = j; i < m; ++i)
      if (std::abs(rows[at(i, j)]) > std::abs(rows[at(pivot, j)])) pivot = i;
    ASSERT_EQ(swaps[static_cast<std::size_t>(j)], pivot) << j;
    for (std::int64_t c = 0; c < n; ++c)
      std::swap(rows[at(j, c)], rows[at(pivot, c)]);
    for (std::int64_t i = j + 1; i < m && rows[at(j, j)] != T(0); ++i) {
      rows[at(i, j)] /= rows[at(j, j)];
      for (std::int64_t c = j + 1; c < n; ++c)
        rows[at(i, c)] -= rows[at(i, j)] * rows[at(j, c)];
    }
  }
  EXPECT_EQ(packed, rows);  // all numbers are small integers
}

TEST_P(Eliminations, TakeTheFirstOfEqualPivots) {
  for (const auto& [m, n] :
       {std::pair{9, 7}, std::pair{20, 16}, std::pair{75, 23}}) {
    expect_first_pivots<float>(m, n);
    expect_first_pivots<double>(m, n);
  }
}

// A column whose squares underflow is no column of zeros.
TEST_P(Eliminations, FindTinyPivots) {
  using Z = std::complex<double>;
  constexpr double kTiny = 0x1p-600;
  const std::vector<Z> a = {
      1, 0, 0, 0, Z(0, kTiny), kTiny, 0, kTiny, Z(kTiny, 3 * kTiny)};
  std::vector<Z> packed = a;
  std::vector<std::int32_t> rows(3), columns(3);
  eliminate_fully(packed.data(), 3, rows.data(), columns.data());
  int sign = 1;
  expect_factors(a, packed, 3, 3, order_after_swaps(3, rows.data(), 3, sign),
                 order_after_swaps(3, columns.data(), 3, sign));
  EXPECT_NE(packed[4], Z(0));
  EXPECT_NE(packed[8], Z(0));
}

TEST_P(Eliminations, SolveAtAnyScale) {
  for (const std::int64_t n : {1, 5, 40, 100})
    for (const double scale : {0x1p-120, 1.0, 0x1p110}) {
      const Tensor a = room(DType::kFloat32, {n, n});
      const Tensor b = room(DType::kFloat32, {n, 3});
      fill_random(elements_of<float>(a), n * n);
      fill_random(elements_of<float>(b), n * 3);
      for (std::int64_t i = 0; i < n; ++i)
        elements_of<float>(a)[i * (n + 1)] += 3;
      std::vector<float> plain(elements_of<float>(a),
                               elements_of<float>(a) + n * n);
      for (std::int64_t i = 0; i < n * n; ++i)
        elements_of<float>(a)[i] *= static_cast<float>(scale);
      for (const bool is_full : {false, true}) {
        const Tensor x = room(DType::kFloat32, {n, 3});
        ASSERT_TRUE(
            (is_full ? full_piv_lu_solve(x, a, b, false) : solve(x, a, b))
                .ok());
        for (std::int64_t i = 0; i < n; ++i) {
          double sum = 0, size = 1;
          for (std::int64_t j = 0; j < n; ++j) {
            const double term = plain[static_cast<std::size_t>(i * n + j)] *
                                (elements_of<float>(x)[j * 3] * scale);
            sum += term;
            size += std::abs(term);
          }
          ASSERT_NEAR(sum, elements_of<float>(b)[i * 3], 1e-4 * size);
        }
      }
      std::fill_n(elements_of<float>(a) + (n - 1) * n, n, 0.0F);
      const Tensor x = room(DType::kFloat32, {n, 3});
      EXPECT_EQ(solve(x, a, b).kind, "singular");
      EXPECT_EQ(full_piv_lu_solve(x, a, b, true).kind, "singular");
    }
}

INSTANTIATE_TEST_SUITE_P(All, Eliminations,
                         ::testing::Values("threads=1",
                                           "threads=2,thread_flops=1,"
                                           "thread_bytes=1",
                                           "tiny=1", "tiny=1,threads=3",
                                           "target=scalar", "target=sse4",
                                           "target=avx2"));

// Expects the same factors and pivots for any number of threads.
template <typename T>
void expect_same_factors(const Shape& shape, DType dtype) {
  const Tensor a = room(dtype, shape);
  const std::int64_t count = a.view.numel();
  fill_random(elements_of<T>(a), count);
  Shape of_pivots(shape.begin(), shape.end() - 2);
  of_pivots.push_back(std::min(shape.back(), shape[shape.size() - 2]));
  std::vector<T> first;
  std::vector<std::int32_t> first_pivots;
  for (const char* text :
       {"threads=1", "threads=2,thread_flops=1,thread_bytes=1",
        "threads=3,thread_flops=1,thread_bytes=1"}) {
    use_settings(*parse_settings(text));
    const Tensor packed = room(dtype, shape);
    const Tensor pivots = room(DType::kInt32, of_pivots);
    ASSERT_TRUE(lu_factor(packed, pivots, a).ok());
    const T* found = elements_of<T>(packed);
    const std::int32_t* found_pivots = elements_of<std::int32_t>(pivots);
    if (first.empty()) {
      first.assign(found, found + count);
      first_pivots.assign(found_pivots, found_pivots + pivots.view.numel());
    } else {
      EXPECT_TRUE(std::equal(first.begin(), first.end(), found));
      EXPECT_TRUE(
          std::equal(first_pivots.begin(), first_pivots.end(), found_pivots));
    }
  }
  use_settings(Settings());
}

TEST(EliminationThreads, FactorTheSameBits) {
  for (const Shape& shape :
       {Shape{40, 12, 12}, Shape{300, 300}, Shape{512, 200}, Shape{130, 400},
        Shape{3, 150, 150}}) {
    expect_same_factors<float>(shape, DType::kFloat32);
    expect_same_factors<double>(shape, DType::kFloat64);
    expect_same_factors<std::complex<float>>(shape, DType::kComplex64);
  }
}

TEST(EliminationThreads, TakeTheSamePivotsOfAll) {
  const auto expect_same = []<typename T>(T) {
    constexpr std::int64_t kRows = 90;
    constexpr std::size_t kCount = 90;
    std::vector<T> a(kCount * kCount);
    fill_random(a.data(), kRows * kRows);
    // Equal magnitudes in several rows, of which the first is taken.
    for (const std::int64_t i : {7, 30, 61})
      a[static_cast<std::size_t>(i * (kRows + 1))] = T(3);
    std::vector<T> once;
    std::vector<std::int32_t> pivots;
    for (const char* text : {"threads=1", "threads=2,thread_bytes=1",
                             "threads=3,thread_bytes=1"}) {
      use_settings(*parse_settings(text));
      std::vector<T> packed = a;
      std::vector<std::int32_t> found(2 * kCount);
      eliminate_fully(packed.data(), kRows, found.data(), found.data() + kRows);
      if (once.empty()) {
        once = packed;
        pivots = found;
      }
      EXPECT_EQ(once, packed);
      EXPECT_EQ(pivots, found);
    }
  };
  expect_same(float());
  expect_same(double());
  expect_same(std::complex<float>());
  use_settings(Settings());
}

// A batch of empty matrices is not split.
TEST(EliminationThreads, LeaveEmptyBatchesToOne) {
  use_settings(*parse_settings("threads=2,thread_flops=1,thread_bytes=1"));
  const Tensor a = room(DType::kFloat32, {3, 0, 0});
  EXPECT_TRUE(lu_factor(room(DType::kFloat32, {3, 0, 0}),
                        room(DType::kInt32, {3, 0}), a)
                  .ok());
  use_settings(Settings());
}

// A large matrix whose rows are pages apart is copied on one thread, too.
TEST(EliminationThreads, FactorRowsThatCompete) {
  expect_same_factors<float>({520, 1024}, DType::kFloat32);
}

}  // namespace
}  // namespace assay::optimized
