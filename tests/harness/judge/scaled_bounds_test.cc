// Tests the bounds of results that have a scale of their own: honest float32
// kernels, with any order of summation, stay within them and use a fair share,
// and the usual mistakes exceed them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "harness/judge/acceptance.h"
#include "harness/judge/tolerance.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Floats = std::vector<float>;

Tensor tensor_of_floats(const Floats& x, Shape shape = {}) {
  return tensor_of(DType::kFloat32, Numbers(x.begin(), x.end()),
                   std::move(shape));
}

// Returns the largest share of the bound that results of a call use. Infinite
// and missing numbers use more than all of it.
double share_of(const Call& call, const Floats& got) {
  const Answer right = answer(call);
  const auto bits = bits_in(right.tensors[0]);
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto freedom =
        right.freedom.empty() ? Freedom::kNone : right.freedom[i];
    if (freedom == Freedom::kAny) continue;
    const long double exact = exact_value(
        kFormatFloat32, bits[i], right.residue.empty() ? 0 : right.residue[i]);
    const std::int64_t terms = right.terms.empty() ? 1 : right.terms[i];
    const long double bound =
        sum_bound(DType::kFloat32, terms, static_cast<long double>(terms),
                  right.scale.empty() ? 0 : right.scale[i], exact);
    const long double error = std::fabs(got[i] - exact);
    const double share = static_cast<double>(error / bound);
    largest = std::isnan(share) ? HUGE_VAL : std::max(largest, share);
  }
  return largest;
}

Attributes with_element(AttributeKey key, float value,
                        Attributes attributes = {}) {
  return attributes.element(key, {encode_real(kFormatFloat32, value), 0});
}

Floats drawn(std::size_t count, double spread, std::uint32_t seed,
             double middle = 0) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> distribution(middle, spread);
  Floats x(count);
  for (float& e : x) e = static_cast<float>(distribution(engine));
  return x;
}

// Returns numbers of both signs and of all sizes that a curve has, beside each
// other.
Floats curve() {
  Floats x;
  for (float e = -110; e < 110; e += 0.37F) x.push_back(e);
  for (int exponent = -30; exponent < 0; ++exponent)
    for (float sign : {-1.0F, 1.0F})
      x.push_back(std::ldexp(sign * 1.3F, exponent));
  for (float e = -6; e < 6; e += 0.0137F) x.push_back(e);
  return x;
}

// An exponential that is off by up to two more units than that of the library.
float rough_exp(float x) { return std::exp(x) * (1 + 0x1p-22F); }

Floats mapped(const Floats& x, const std::function<float(float)>& f) {
  Floats y;
  for (float e : x) y.push_back(f(e));
  return y;
}
Floats mapped(const Floats& x, const Floats& y,
              const std::function<float(float, float)>& f) {
  Floats z;
  for (std::size_t i = 0; i < x.size(); ++i) z.push_back(f(x[i], y[i]));
  return z;
}

// Expects a share of the bound that is below 1, but not below a twentieth.
void expect_fair(double share, const char* what) {
  EXPECT_LT(share, 1) << what;
  EXPECT_GT(share, 0.05) << what;
  testing::Test::RecordProperty(what, std::to_string(share));
}
void expect_beyond(double share, const char* what) {
  EXPECT_GT(share, 1) << what;
  testing::Test::RecordProperty(what, std::to_string(share));
}

float phi(float x) { return 0.5F * std::erfc(-x * 0.70710678F); }
float density(float x) { return 0.39894228F * std::exp(-0.5F * x * x); }

TEST(ScaledBounds, Gelu) {
  const Floats x = curve();
  const Call call = call_of("gelu"_op, {tensor_of_floats(x)});
  const auto share = [&](const std::function<float(float)>& f) {
    return share_of(call, mapped(x, f));
  };
  expect_fair(
      share([](float e) { return 0.5F * e * (1 + std::erf(e * 0.70710678F)); }),
      "gelu by erf");
  expect_fair(share([](float e) { return e * phi(e); }), "gelu by erfc");
  expect_beyond(
      share([](float e) {
        return 0.5F * e *
               (1 + std::tanh(0.79788456F * (e + 0.044715F * e * e * e)));
      }),
      "gelu by tanh");
  expect_beyond(share([](float e) { return e / (1 + std::exp(-1.702F * e)); }),
                "gelu by sigmoid");
}

TEST(ScaledBounds, GeluBackward) {
  const Floats x = curve();
  const Floats grad = drawn(x.size(), 2, 1);
  const Call call = call_of("gelu_backward"_op,
                            {tensor_of_floats(x), tensor_of_floats(grad)});
  const auto share = [&](const std::function<float(float, float)>& f) {
    return share_of(call, mapped(x, grad, f));
  };
  expect_fair(
      share([](float e, float g) { return g * (phi(e) + e * density(e)); }),
      "gelu_backward");
  expect_beyond(share([](float e, float g) { return g * phi(e); }),
                "gelu_backward without the density");
  expect_beyond(share([](float e, float g) {
                  return g * (phi(e) + e * 0.39894228F * std::exp(-e * e));
                }),
                "gelu_backward with another density");
}

TEST(ScaledBounds, Sigmoid) {
  const Floats x = curve();
  const Call call = call_of("sigmoid"_op, {tensor_of_floats(x)});
  const auto share = [&](const std::function<float(float)>& f) {
    return share_of(call, mapped(x, f));
  };
  const auto plain = [](float e) { return 1 / (1 + rough_exp(-e)); };
  // Below the smallest normal number 0 is accepted too, but not by the bound.
  const auto normal = [](float e) { return e > -87 ? e : -87; };
  const Floats lifted = mapped(x, normal);
  expect_fair(share_of(call_of("sigmoid"_op, {tensor_of_floats(lifted)}),
                       mapped(lifted, plain)),
              "sigmoid");
  expect_fair(share([](float e) {
                const float power = rough_exp(-std::fabs(e));
                return (e < 0 ? power : 1) / (1 + power);
              }),
              "sigmoid by the smaller power");
  expect_beyond(share([](float e) { return std::exp(e) / (1 + std::exp(e)); }),
                "sigmoid that overflows");
  expect_beyond(share([](float e) { return 0.5F * (1 + std::tanh(e / 2)); }),
                "sigmoid by tanh, which cancels");
}

TEST(ScaledBounds, SigmoidBackward) {
  const Floats grad = drawn(500, 3, 2);
  Floats s;
  for (std::size_t i = 0; i < grad.size(); ++i)
    s.push_back(static_cast<float>(i) / 499);
  const Call call = call_of("sigmoid_backward"_op,
                            {tensor_of_floats(s), tensor_of_floats(grad)});
  expect_fair(
      share_of(call, mapped(s, grad,
                            [](float e, float g) { return g * e * (1 - e); })),
      "sigmoid_backward");
  expect_beyond(
      share_of(call, mapped(s, grad,
                            [](float e, float g) { return g * (e - e * e); })),
      "sigmoid_backward that cancels");
}

TEST(ScaledBounds, HardSigmoid) {
  const Floats x = drawn(800, 3, 3);
  const float alpha = 1.0F / 6;
  const Call call =
      call_of("hard_sigmoid"_op, {tensor_of_floats(x)},
              with_element(AttributeKey::kAlpha, alpha,
                           with_element(AttributeKey::kBeta, 0.5F)));
  const auto with_slope = [&](float slope) {
    return share_of(call, mapped(x, [slope](float e) {
                      return std::clamp(slope * e + 0.5F, 0.0F, 1.0F);
                    }));
  };
  expect_fair(with_slope(alpha), "hard_sigmoid");
  expect_beyond(with_slope(0.2F), "hard_sigmoid with another slope");
}

TEST(ScaledBounds, LogSigmoid) {
  const Floats x = curve();
  const Call call = call_of("log_sigmoid"_op, {tensor_of_floats(x)});
  const auto share = [&](const std::function<float(float)>& f) {
    return share_of(call, mapped(x, f));
  };
  expect_fair(share([](float e) {
                return std::min(e, 0.0F) - std::log1p(rough_exp(-std::fabs(e)));
              }),
              "log_sigmoid");
  expect_fair(share([](float e) {
                return std::min(e, 0.0F) -
                       std::log(1 + rough_exp(-std::fabs(e)));
              }),
              "log_sigmoid by log");
  expect_beyond(share([](float e) { return std::log(1 / (1 + std::exp(-e))); }),
                "log_sigmoid of a sigmoid that vanished");
}

TEST(ScaledBounds, LogSigmoidBackward) {
  const Floats x = curve();
  const Floats grad = drawn(x.size(), 2, 4);
  const Call call = call_of("log_sigmoid_backward"_op,
                            {tensor_of_floats(x), tensor_of_floats(grad)});
  expect_fair(share_of(call, mapped(x, grad,
                                    [](float e, float g) {
                                      return g / (1 + rough_exp(e));
                                    })),
              "log_sigmoid_backward");
  // As Burn computes it.
  expect_fair(share_of(call, mapped(x, grad,
                                    [](float e, float g) {
                                      const float power =
                                          rough_exp(-std::fabs(e));
                                      const float z = power / (1 + power);
                                      return g * (e < 0 ? 1 - z : z);
                                    })),
              "log_sigmoid_backward by the smaller power");
  expect_beyond(share_of(call, mapped(x, grad,
                                      [](float e, float g) {
                                        return g / (1 + std::exp(-e));
                                      })),
                "log_sigmoid_backward at -x");
}

// Adds in an order of its own.
using Add = float (*)(const Floats& terms);
float forward(const Floats& terms) {
  float sum = 0;
  for (float term : terms) sum += term;
  return sum;
}
float backward(const Floats& terms) {
  return forward({terms.rbegin(), terms.rend()});
}
float in_lanes(const Floats& terms) {
  Floats lanes(8, 0);
  for (std::size_t i = 0; i < terms.size(); ++i) lanes[i % 8] += terms[i];
  return forward(lanes);
}
float ascending(const Floats& terms) {
  Floats sorted = terms;
  std::sort(sorted.begin(), sorted.end());
  return forward(sorted);
}
constexpr Add kOrders[] = {forward, backward, in_lanes, ascending};

Floats softmax(const Floats& x, Add add, std::size_t dropped = SIZE_MAX) {
  const float largest = *std::max_element(x.begin(), x.end());
  Floats powers = mapped(x, [&](float e) { return rough_exp(e - largest); });
  Floats terms = powers;
  if (dropped < terms.size()) terms[dropped] = 0;
  const float sum = add(terms);
  for (float& power : powers) power /= sum;
  return powers;
}
Floats log_softmax(const Floats& x, Add add, std::size_t dropped = SIZE_MAX) {
  const float largest = *std::max_element(x.begin(), x.end());
  Floats terms = mapped(x, [&](float e) { return rough_exp(e - largest); });
  if (dropped < terms.size()) terms[dropped] = 0;
  const float log_sum = std::log(add(terms));
  return mapped(x, [&](float e) { return e - largest - log_sum; });
}

TEST(ScaledBounds, Softmax) {
  double most = 0;
  double most_of_log = 0;
  for (std::size_t n : {1u, 2u, 7u, 64u, 500u, 4096u})
    for (double spread : {0.0, 0.5, 4.0, 25.0}) {
      const Floats x = drawn(n, spread, static_cast<std::uint32_t>(n));
      const Call call =
          call_of("softmax"_op, {tensor_of_floats(x)}, Attributes().axis(0));
      const Call log_call = call_of("log_softmax"_op, {tensor_of_floats(x)},
                                    Attributes().axis(0));
      for (Add add : kOrders) {
        most = std::max(most, share_of(call, softmax(x, add)));
        most_of_log =
            std::max(most_of_log, share_of(log_call, log_softmax(x, add)));
      }
    }
  expect_fair(most, "softmax");
  expect_fair(most_of_log, "log_softmax");
}

TEST(ScaledBounds, SoftmaxSeesMistakes) {
  for (std::size_t n : {2u, 64u, 500u}) {
    const Floats x = drawn(n, 0.5, static_cast<std::uint32_t>(n));
    const Call call =
        call_of("softmax"_op, {tensor_of_floats(x)}, Attributes().axis(0));
    const Call log_call =
        call_of("log_softmax"_op, {tensor_of_floats(x)}, Attributes().axis(0));
    expect_beyond(share_of(call, softmax(x, forward, n - 1)),
                  "softmax without a term");
    expect_beyond(share_of(log_call, log_softmax(x, forward, n - 1)),
                  "log_softmax without a term");
  }
  const Floats large = {100, 99, 98};
  const Call call =
      call_of("softmax"_op, {tensor_of_floats(large)}, Attributes().axis(0));
  Floats powers = mapped(large, [](float e) { return std::exp(e); });
  const float sum = forward(powers);
  for (float& power : powers) power /= sum;
  expect_beyond(share_of(call, powers), "softmax without the maximum");
}

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

TEST(ScaledBounds, LayerNorm) {
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

TEST(ScaledBounds, LayerNormSeesMistakes) {
  expect_beyond(share_of_rows(drawn(64, 1, 1, 100), one_pass),
                "one pass at mean 100");
  expect_beyond(share_of_rows(drawn(768, 1, 1, 4096), one_pass),
                "one pass at mean 4096");
  expect_beyond(share_of_rows(drawn(64, 1, 1), sample_variance), "n - 1 of 64");
}

// Returns rows of 1 and -1, one as often as the other, in some order.
Floats unit_steps(std::size_t n) {
  Floats x(n, 1);
  std::fill(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n / 2), -1.0F);
  std::shuffle(x.begin(), x.end(), std::mt19937(7));
  return x;
}

TEST(ScaledBounds, LayerNormOfUnitSteps) {
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

TEST(ScaledBounds, BatchNorm) {
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
