// Tests the bounds of activations that have a scale of their own: honest
// float32 kernels, with any order of summation, stay within them and use a fair
// share, and the usual mistakes exceed them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "spec/op_table.h"
#include "tests/harness/judge/bound_shares.h"

namespace assay::test {
namespace {

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

}  // namespace
}  // namespace assay::test
