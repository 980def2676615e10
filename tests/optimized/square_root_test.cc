// Checks that square roots of floats are correctly rounded on every target, and
// that their reciprocals are within 1.5 ulp. Some targets compute some vectors
// by products, so every significand is tried with both parities of the
// exponent, in every other vector and in tails.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "optimized/elementwise/elementwise.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

std::vector<float> results_of(Op op, const std::vector<float>& x) {
  std::vector<float> out(x.size());
  const std::byte* const in[] = {reinterpret_cast<const std::byte*>(x.data())};
  elementwise_kernel(op, DType::kFloat32)(
      reinterpret_cast<std::byte*>(out.data()), in,
      static_cast<std::int64_t>(x.size()));
  return out;
}

// Returns the number of results that are not the root of their operand.
std::size_t wrong_count(const std::vector<float>& x) {
  const std::vector<float> out = results_of("sqrt"_op, x);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float root = std::sqrt(x[i]);
    wrong += std::isnan(root) ? !std::isnan(out[i])
                              : std::bit_cast<std::uint32_t>(root) !=
                                    std::bit_cast<std::uint32_t>(out[i]);
  }
  return wrong;
}

class SquareRoot : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    use_settings(Settings());
    const auto chosen = parse_settings(std::string("target=") + GetParam());
    if (!chosen) GTEST_SKIP() << "this machine lacks the target";
    use_settings(*chosen);
  }
  void TearDown() override { use_settings(Settings()); }
};

TEST_P(SquareRoot, IsCorrectlyRoundedForEverySignificand) {
  // Each block is tried a second time with its vectors in the other places.
  constexpr std::uint32_t kBlock = 1 << 14;
  constexpr std::uint32_t kShift = 16;
  const auto one = std::bit_cast<std::uint32_t>(1.0f);
  std::size_t wrong = 0;
  std::vector<float> x(kBlock);
  for (std::uint32_t first = 0; first < 1u << 24; first += kBlock)
    for (const std::uint32_t shift : {0u, kShift}) {
      for (std::uint32_t i = 0; i < kBlock; ++i)
        x[i] = std::bit_cast<float>(one + first + (i ^ shift));
      wrong += wrong_count(x);
    }
  EXPECT_EQ(0u, wrong);
}

TEST_P(SquareRoot, IsRightForEveryExponentAndSpecialsInAllPlaces) {
  std::vector<float> x;
  for (std::uint32_t exponent = 0; exponent < 256; ++exponent)
    for (const std::uint32_t significand : {0u, 1u, 0x35a7c3u, 0x7fffffu})
      for (const std::uint32_t sign : {0u, 1u})
        x.push_back(
            std::bit_cast<float>(sign << 31 | exponent << 23 | significand));
  EXPECT_EQ(0u, wrong_count(x));
  using Limits = std::numeric_limits<float>;
  for (const float special :
       {0.0f, -0.0f, -1.0f, Limits::denorm_min(), 0x1p-100f,
        std::nextafter(0x1p-100f, 0.0f), Limits::min(), Limits::max(),
        Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
    for (std::size_t size : {1u, 31u, 33u, 67u, 100u})
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<float> one_special(size, 2.0f);
        one_special[at] = special;
        EXPECT_EQ(0u, wrong_count(one_special)) << special << ", " << at;
      }
}

TEST_P(SquareRoot, HasAReciprocalWithinItsBoundForEverySignificand) {
  constexpr std::uint32_t kBlock = 1 << 14;
  const auto one = std::bit_cast<std::uint32_t>(1.0f);
  double worst = 0;
  std::vector<float> x(kBlock);
  for (std::uint32_t first = 0; first < 1u << 24; first += kBlock) {
    for (std::uint32_t i = 0; i < kBlock; ++i)
      x[i] = std::bit_cast<float>(one + first + i);
    const std::vector<float> out = results_of("rsqrt"_op, x);
    for (std::uint32_t i = 0; i < kBlock; ++i) {
      const double exact = 1 / std::sqrt(static_cast<double>(x[i]));
      const double ulp = exact > 0.5 ? 0x1p-24 : 0x1p-25;
      worst = std::max(worst, std::fabs(out[i] - exact) / ulp);
    }
  }
  // A rounded root and a quotient are off by up to 1.5 ulp.
  EXPECT_LE(worst, GetParam() == std::string("avx512") ? 1.1 : 1.5);
}

TEST_P(SquareRoot, HasAReciprocalForEveryExponentAndSpecial) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> x;
  for (int k = -149; k < 128; ++k) x.push_back(std::ldexp(1.0f, k));
  std::vector<float> out = results_of("rsqrt"_op, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = 1 / std::sqrt(static_cast<double>(x[i]));
    EXPECT_LE(std::fabs(out[i] - exact), 0x1p-23 * exact) << x[i];
    if (std::ilogb(x[i]) % 2 == 0) {
      EXPECT_EQ(out[i], exact) << x[i];
    }
  }
  out = results_of("rsqrt"_op, {0.0f, -0.0f, Limits::infinity(), -1.0f,
                                -Limits::infinity(), Limits::quiet_NaN()});
  EXPECT_EQ(out[0], Limits::infinity());
  EXPECT_EQ(out[1], -Limits::infinity());
  EXPECT_EQ(std::bit_cast<std::uint32_t>(out[2]), 0u);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_TRUE(std::isnan(out[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(Targets, SquareRoot,
                         testing::Values("scalar", "sse4", "avx2", "avx512"),
                         [](const auto& tried) {
                           return std::string(tried.param);
                         });

}  // namespace
}  // namespace assay::optimized
