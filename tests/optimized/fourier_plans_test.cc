// Checks roots of unity, the choice of radices and matrices, and that plans are
// kept apart by what they depend on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <thread>
#include <vector>

#include "optimized/fourier/column_radices.h"
#include "optimized/fourier/fourier_kernels.h"
#include "optimized/fourier/line_plan.h"
#include "optimized/fourier/roots.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

using Root = std::complex<long double>;

TEST(Roots, AreExactOnAxesAndSymmetric) {
  for (const std::int64_t n : {4, 12, 1000, 1 << 20}) {
    EXPECT_EQ(Root(1, 0), root_of_unity(0, n));
    EXPECT_EQ(Root(0, -1), root_of_unity(n / 4, n));
    EXPECT_EQ(Root(-1, 0), root_of_unity(n / 2, n));
    EXPECT_EQ(Root(0, 1), root_of_unity(n / 4 * 3, n));
  }
  for (const std::int64_t n : {1, 2, 3, 5, 7, 8, 24, 1009})
    for (std::int64_t k = 1; k < n; ++k)
      EXPECT_EQ(root_of_unity(k, n), std::conj(root_of_unity(n - k, n)))
          << k << "/" << n;
}

TEST(Roots, AreThoseOfTheLibrary) {
  for (const std::int64_t n : {3, 16, 97, 1000})
    for (std::int64_t k = 0; k < n; ++k) {
      const long double angle = -2 * std::numbers::pi_v<long double> *
                                static_cast<long double>(k) /
                                static_cast<long double>(n);
      const Root root = root_of_unity(k, n);
      EXPECT_LT(std::abs(root - std::polar(1.0L, angle)), 2e-18L)
          << k << "/" << n;
    }
}

TEST(Radices, MultiplyToTheLength) {
  int with_radices = 0;
  for (std::int64_t n = 2; n <= 5000; ++n) {
    if (!has_radices(n)) continue;
    ++with_radices;
    const auto radices = radices_of(n);
    EXPECT_EQ(n, std::accumulate(radices.begin(), radices.end(),
                                 std::int64_t{1}, std::multiplies<>()));
    for (const int radix : radices) {
      constexpr int kRadices[] = {2, 3, 4, 5, 7, 8, 11, 12, 13, 16};
      EXPECT_TRUE(std::count(std::begin(kRadices), std::end(kRadices), radix))
          << radix;
    }
  }
  EXPECT_GT(with_radices, 500);
  EXPECT_TRUE(has_radices(1));
  EXPECT_FALSE(has_radices(17));
  EXPECT_FALSE(has_radices(1009));
}

TEST(Radices, AreTwelveWhereThatSavesAPass) {
  EXPECT_EQ(std::vector({12}), radices_of(12));
  EXPECT_EQ(std::vector({3, 8}), radices_of(24));
  EXPECT_EQ(std::vector({12, 8}), radices_of(96));
  EXPECT_EQ(std::vector({12, 3, 8}), radices_of(288));
  EXPECT_EQ(std::vector({12, 8, 8}), radices_of(768));
}

TEST(Matrices, HaveRoomForVectors) {
  for (const std::int64_t lanes : {1, 2, 4, 8, 16})
    for (std::int64_t n = 2; n <= 2048; ++n) {
      const auto shape = matrix_shape_of(n, lanes, 4);
      if (!shape) {
        EXPECT_FALSE(has_radices(n) && n % (lanes * lanes) == 0 && lanes > 1)
            << n << ", " << lanes << " lanes";
        continue;
      }
      EXPECT_EQ(n, shape->rows * shape->columns);
      EXPECT_GE(std::min(shape->rows, shape->columns), lanes);
    }
  EXPECT_FALSE(matrix_shape_of(26, 4, 4));
}

TEST(FastLength, IsLongEnoughAndHasRadices) {
  for (std::int64_t least = 1; least <= 5000; ++least) {
    const std::int64_t length = fast_length(least);
    EXPECT_GE(length, least);
    EXPECT_LT(length, 2 * least);
    EXPECT_TRUE(has_radices(length)) << length;
  }
}

TEST(Plans, DependOnSettings) {
  use_settings(Settings());
  const auto lanes = line_plan_of<double>(15, false);
  EXPECT_EQ(Method::kLanes, lanes->method);
  EXPECT_EQ(lanes, line_plan_of<double>(15, false));
  EXPECT_EQ(Method::kConvolution, line_plan_of<double>(17, false)->method);
  EXPECT_EQ(Method::kLanes, line_plan_of<float>(44, true)->method);
  EXPECT_EQ(Method::kSplit, line_plan_of<float>(44, false)->method);
  EXPECT_TRUE(line_plan_of<float>(4096, false)->steps.empty());
  EXPECT_FALSE(line_plan_of<float>(1 << 16, false)->steps.empty());
  use_settings(*parse_settings("fourier_roots=1"));
  EXPECT_FALSE(line_plan_of<float>(4096, false)->steps.empty());
  use_settings(*parse_settings("tiny=1"));
  EXPECT_EQ(Method::kSplit, line_plan_of<float>(44, true)->method);
  EXPECT_FALSE(line_plan_of<float>(4096, false)->steps.empty());
  use_settings(Settings());
  EXPECT_EQ(Method::kLanes, line_plan_of<double>(15, false)->method);
}

TEST(Plans, GiveAFewShortLinesVectorsOfTheirWidth) {
  use_settings(Settings());
  if (fourier_lanes<float>() < 8) GTEST_SKIP() << "vectors are too short";
  for (const std::int64_t n : {32, 64, 128}) {
    const auto plan = line_plan_of<float>(n, false);
    EXPECT_EQ(Method::kShort, plan->method) << n;
    EXPECT_EQ(n == 32 ? 4 : 8, plan->lanes) << n;
    EXPECT_EQ(n, plan->first.n * plan->second.n);
  }
  EXPECT_EQ(Method::kLanes, line_plan_of<float>(32, true)->method);
}

TEST(Plans, OfShortLinesHaveAnOddFactorToo) {
  use_settings(Settings());
  if (fourier_lanes<double>() < 4) GTEST_SKIP() << "vectors are too short";
  const bool is_wide = fourier_lanes<double>() == 8;
  for (const std::int64_t n : {24, 48, 96, 192, 384, 768, 20, 160, 640}) {
    if (!is_wide && n > 256) continue;
    const auto plan = line_plan_of<double>(n, false);
    EXPECT_EQ(Method::kShort, plan->method) << n;
    EXPECT_EQ(n, plan->first.n * plan->second.n);
    EXPECT_EQ(0, plan->second.n % plan->lanes) << n;
  }
  EXPECT_NE(Method::kShort, line_plan_of<double>(1536, false)->method);
  use_settings(*parse_settings("fourier_short=32"));
  EXPECT_EQ(Method::kShort, line_plan_of<double>(96, false)->method);
  EXPECT_EQ(Method::kSplit, line_plan_of<double>(192, false)->method);
  use_settings(Settings());
}

TEST(Plans, AreMadeByManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (std::int64_t n = 2; n < 200; ++n) {
        EXPECT_EQ(n, line_plan_of<float>(n, false)->n);
        EXPECT_EQ(static_cast<std::size_t>(n / 4 + 1) * 2,
                  quarter_roots_of<float>(n)->size());
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace assay::optimized
