// Tests the bounds of layer_norm and batch_norm, as scaled_bounds_test.cc does
// those of activations: two passes and Welford's form stay within them, and one
// pass, another divisor and a misplaced epsilon exceed them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "spec/op_table.h"
#include "tests/harness/judge/bound_shares.h"

namespace assay::test {
namespace {

struct Statistics {
  float mean;
  float variance;
};
Statistics two_passes(const Floats& x) {
  const auto n = static_cast<float>(x.size());
  const float mean = forward(x) / n;
  return {
      mean,
      forward(mapped(x, [&](float e) { return (e - mean) * (e - mean); })) / n};
}
Statistics by_welford(const Floats& x) {
  float mean = 0;
  float squares = 0;
  float count = 0;
  for (float e : x) {
    const float delta = e - mean;
    mean += delta / ++count;
    squares += delta * (e - mean);
  }
  return {mean, squares / count};
}
Statistics one_pass(const Floats& x) {
  const auto n = static_cast<float>(x.size());
  const float mean = forward(x) / n;
  return {mean,
          forward(mapped(x, [](float e) { return e * e; })) / n - mean * mean};
}
Statistics sample_variance(const Floats& x) {
  Statistics found = two_passes(x);
  const auto n = static_cast<float>(x.size());
  found.variance *= n / (n - 1);
  return found;
}

// Returns the share of layer_norm with these statistics.
double share_of_rows(const Floats& x, Statistics (*statistics)(const Floats&)) {
  const Floats gamma = drawn(x.size(), 1, 5);
  const Floats beta = drawn(x.size(), 1, 6);
  const auto n = static_cast<std::int64_t>(x.size());
  const Call call =
      call_of("layer_norm"_op,
              {tensor_of_floats(x, {1, n}), tensor_of_floats(gamma),
               tensor_of_floats(beta)},
              with_element(AttributeKey::kEpsilon, 1e-5F,
                           Attributes().flag(AttributeKey::kBiased, true)));
  const auto [mean, variance] = statistics(x);
  const float scale = 1 / std::sqrt(variance + 1e-5F);
  Floats y;
  for (std::size_t i = 0; i < x.size(); ++i)
    y.push_back((x[i] - mean) * scale * gamma[i] + beta[i]);
  return share_of(call, y);
}

// Returns rows of 1 and -1, one as often as the other, in some order.
Floats unit_steps(std::size_t n) {
  Floats x(n, 1);
  std::fill(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n / 2), -1.0F);
  std::shuffle(x.begin(), x.end(), std::mt19937(7));
  return x;
}

TEST(ScaledRows, LayerNorm) {
  double most = 0;
  for (std::size_t n : {2u, 3u, 16u, 64u, 768u})
    for (double middle : {0.0, 1.0, 100.0, 4096.0})
      for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Floats x = drawn(n, 1, seed, middle);
        most = std::max(
            {most, share_of_rows(x, two_passes), share_of_rows(x, by_welford)});
      }
  expect_fair(most, "layer_norm");
}

TEST(ScaledRows, LayerNormSeesMistakes) {
  // The error of one pass depends on chance, so that of one row may be small.
  const auto largest = [](std::size_t n, double middle) {
    double share = 0;
    for (std::uint32_t seed = 0; seed < 30; ++seed)
      share =
          std::max(share, share_of_rows(drawn(n, 1, seed, middle), one_pass));
    return share;
  };
  EXPECT_GT(largest(64, 100), 5);
  for (std::size_t n : {4u, 16u, 64u, 256u, 768u})
    EXPECT_GT(largest(n, 4096), 1000) << n;
  // Rows around 4096 as the cases have them show it in every row.
  for (std::size_t n : {2u, 4u, 6u, 12u, 64u}) {
    Floats x = unit_steps(n);
    for (float& e : x) e += 4096;
    EXPECT_GT(share_of_rows(x, one_pass), 1) << n;
    EXPECT_LT(share_of_rows(x, two_passes), 1) << n;
    EXPECT_LT(share_of_rows(x, by_welford), 1) << n;
  }
  expect_beyond(share_of_rows(drawn(64, 1, 1), sample_variance), "n - 1 of 64");
}

TEST(ScaledRows, LayerNormOfUnitSteps) {
  double most = 0;
  for (std::size_t n : {2u, 64u, 1000u, 4096u, 65536u}) {
    most = std::max(most, share_of_rows(unit_steps(n), two_passes));
    expect_beyond(share_of_rows(unit_steps(n), sample_variance),
                  "n - 1 of unit steps");
  }
  EXPECT_LT(most, 1);
  RecordProperty("two passes over unit steps", std::to_string(most));
  // Running means are not exact, so this form is only tried on rows as long as
  // those of cases.
  for (std::size_t n : {2u, 64u, 1000u, 4096u}) {
    const double share = share_of_rows(unit_steps(n), by_welford);
    EXPECT_LT(share, 1) << n;
    RecordProperty("welford over unit steps " + std::to_string(n),
                   std::to_string(share));
  }
}

TEST(ScaledRows, BatchNorm) {
  const Floats x = drawn(1000, 3, 8);
  const float mean = 0.7F;
  const float variance = 2.3F;
  const float gamma = -1.4F;
  const float beta = 0.3F;
  const auto parameter = [](float value) { return tensor_of_floats({value}); };
  const Call call =
      call_of("batch_norm"_op,
              {tensor_of_floats(x, {1000, 1}), parameter(gamma),
               parameter(beta), parameter(mean), parameter(variance)},
              with_element(AttributeKey::kEpsilon, 1e-3F));
  const float scale = gamma / std::sqrt(variance + 1e-3F);
  expect_fair(share_of(call, mapped(x,
                                    [&](float e) {
                                      return (e - mean) /
                                                 std::sqrt(variance + 1e-3F) *
                                                 gamma +
                                             beta;
                                    })),
              "batch_norm");
  expect_fair(share_of(call, mapped(x,
                                    [&](float e) {
                                      return e * scale + (beta - mean * scale);
                                    })),
              "batch_norm in one multiplication");
  expect_beyond(
      share_of(call, mapped(x,
                            [&](float e) {
                              return (e - mean) * gamma /
                                         (std::sqrt(variance) + 1e-3F) +
                                     beta;
                            })),
      "batch_norm with epsilon outside");
}

}  // namespace
}  // namespace assay::test
