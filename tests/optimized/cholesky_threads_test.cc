// Checks Cholesky factors of several strips and blocks: that they are factors,
// that a pivot that is not positive is found wherever it is, and that threads
// change no bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

#include "optimized/layout/compute_type.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/resources/settings.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

template <typename F>
void for_types(F f) {
  f(float());
  f(double());
  f(std::complex<float>());
  f(std::complex<double>());
}

// Returns a Hermitian matrix whose diagonal outweighs the rest.
template <typename T>
std::vector<T> positive_matrix(std::int64_t n) {
  using R = decltype(std::real(T()));
  std::mt19937 random(11);
  std::uniform_real_distribution<double> real(-1, 1);
  std::vector<T> a(static_cast<std::size_t>(n * n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      T x = static_cast<R>(real(random));
      if constexpr (kIsComplex<T>)
        if (i != j) x.imag(static_cast<R>(real(random)));
      if (i == j) x += static_cast<R>(n);
      a[static_cast<std::size_t>(i * n + j)] = x;
      if constexpr (kIsComplex<T>) x = std::conj(x);
      a[static_cast<std::size_t>(j * n + i)] = x;
    }
  return a;
}

template <typename T>
bool factor(const std::vector<T>& a, std::int64_t n, bool upper,
            std::vector<T>& out) {
  std::vector<T> given = a;
  out.assign(a.size(), T(7));
  return factor_cholesky(given.data(), n, upper, out.data());
}

class Choleskys : public test::SettingsCases {};

TEST_P(Choleskys, AreFactors) {
  for_types([]<typename T>(T) {
    const double ulp = std::numeric_limits<decltype(std::real(T()))>::epsilon();
    for (const std::int64_t n : {1, 7, 31, 33, 64, 100, 150}) {
      const auto a = positive_matrix<T>(n);
      for (const bool upper : {false, true}) {
        std::vector<T> found;
        ASSERT_TRUE(factor(a, n, upper, found));
        const auto l = [&](std::int64_t i, std::int64_t k) {
          const T x =
              found[static_cast<std::size_t>(upper ? k * n + i : i * n + k)];
          const std::complex<double> wide = x;
          return upper ? std::conj(wide) : wide;
        };
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            if (j > i) {
              ASSERT_EQ(l(i, j), 0.0);
              continue;
            }
            std::complex<double> sum = 0;
            for (std::int64_t k = 0; k <= j; ++k)
              sum += l(i, k) * std::conj(l(j, k));
            const std::complex<double> wanted =
                a[static_cast<std::size_t>(i * n + j)];
            ASSERT_LE(std::abs(sum - wanted), 8 * static_cast<double>(n) * ulp)
                << n << " rows at " << i << ", " << j;
          }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, Choleskys,
                         ::testing::Values("threads=1",
                                           "threads=2,thread_flops=1", "tiny=1",
                                           "tiny=1,threads=3", "target=scalar",
                                           "target=sse4", "target=avx2"));

class CholeskyThreads : public testing::Test {
 protected:
  void TearDown() override { use_settings({}); }
};

TEST_F(CholeskyThreads, FactorTheSameBits) {
  for_types([]<typename T>(T) {
    for (const std::int64_t n : {33, 100, 260, 530})
      for (const bool upper : {false, true}) {
        const auto a = positive_matrix<T>(n);
        std::vector<T> once, found;
        use_settings({});
        ASSERT_TRUE(factor(a, n, upper, once));
        for (const char* text :
             {"threads=2,thread_flops=1", "threads=5,thread_flops=1"}) {
          use_settings(*parse_settings(text));
          ASSERT_TRUE(factor(a, n, upper, found));
          EXPECT_EQ(once, found) << n << " rows, " << text;
        }
      }
  });
}

TEST_F(CholeskyThreads, FindEveryPivotThatIsNotPositive) {
  for_types([]<typename T>(T) {
    constexpr std::int64_t kRows = 140;
    for (const char* text :
         {"threads=1", "threads=2,thread_flops=1", "threads=3,tiny=1"}) {
      use_settings(*parse_settings(text));
      auto a = positive_matrix<T>(kRows);
      std::vector<T> found;
      for (std::int64_t i = 0; i < kRows; i += 3) {
        T& pivot = a[static_cast<std::size_t>(i * (kRows + 1))];
        const T before = pivot;
        pivot = -1;
        EXPECT_FALSE(factor(a, kRows, false, found)) << text << " row " << i;
        pivot = before;
      }
      EXPECT_TRUE(factor(a, kRows, false, found));
    }
  });
}

}  // namespace
}  // namespace assay::optimized
