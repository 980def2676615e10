// Evaluates the activations that work by element. Those that are inexact give
// the exact result r with the scale of its bound.
// Tested by tests/reference/activation_test.cc.
#include <algorithm>
#include <cmath>

#include "reference/nn/scaled_results.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Stores f(x) for each element x of the operand.
template <typename F>
Result<Tensors> each(const Evaluation& call, F f) {
  const Elements x = call.operand(0);
  const ScaledResults out(call);
  for (const Index& at : indices(x.view().shape())) {
    const auto e = x.value<double>(at);
    if (is_nan(e))
      out.put(at, Open<double>{e});  // activation.nan
    else
      out.put(at, f(e));
  }
  return Tensors{};
}

// Stores f(x, y) for the elements x and y of both operands.
template <typename F>
Result<Tensors> each_pair(const Evaluation& call, F f) {
  const Elements x = call.operand(0);
  const Elements y = call.operand(1);
  const ScaledResults out(call);
  for (const Index& at : indices(x.view().shape())) {
    const auto a = x.value<double>(at);
    const auto b = y.value<double>(at);
    if (is_nan(a) || is_nan(b))
      out.put(at, Open<double>{kNaN});  // activation.nan
    else
      out.put(at, f(a, b));
  }
  return Tensors{};
}

double attribute_of(const Evaluation& call, AttributeKey key) {
  return decode_component(format_of(call.call.operands[0].dtype),
                          call.call.attributes.element(key).re);
}

// Returns |x|·σ(x)·σ(-x), which is 0 at both infinities.
LongReal slope_times_x(double x) {
  if (std::isinf(x)) return 0.0;
  return abs(x) * sigmoid(x) * sigmoid(-x);
}

}  // namespace

Result<Tensors> evaluate(OpTag<"relu">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  return with_scalar_of(
      x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Integer<T> || Real<T>) {
          for (const Index& at : indices(x.view().shape())) {
            const T e = x.value<T>(at);
            if (is_nan(e) || e > 0)
              out.put(at, x.bits(at));  // relu.value, relu.bits, relu.nan
            else if constexpr (Real<T>)
              out.put(at, Open<T>{0, Freedom::kZeroSign});
            else
              out.put(at, T{0});
          }
          return Tensors{};
        }
        return Status::internal("relu has no such cells");
      });
}

Result<Tensors> evaluate(OpTag<"relu_backward">, const Evaluation& call) {
  const Elements output = call.operand(0);
  const Elements grad = call.operand(1);
  const Results out = call.results();
  for (const Index& at : indices(output.view().shape()))
    if (output.value<double>(at) <= 0)
      out.put(at, 0.0);  // relu_backward.masked_grad
    else
      out.put(at, grad.bits(at));  // relu_backward.value,
                                   // relu_backward.nan_output
  return Tensors{};
}

Result<Tensors> evaluate(OpTag<"leaky_relu">, const Evaluation& call) {
  const double slope = attribute_of(call, AttributeKey::kNegativeSlope);
  return each(call, [&](double x) -> Open<double> {
    if (x > 0) return {x};  // leaky_relu.positive_bits
    if (x == 0) return {x, Freedom::kZeroSign};
    return {slope * x, Freedom::kZeroSign};  // leaky_relu.value
  });
}

Result<Tensors> evaluate(OpTag<"prelu">, const Evaluation& call) {
  const Elements operand = call.operand(0);
  const Elements factor = call.operand(1);
  const Results out = call.results();
  for (const Index& at : indices(operand.view().shape())) {
    const auto x = operand.value<double>(at);
    const auto alpha = factor.value<double>(at);
    if (x > 0)
      out.put(at, x);  // prelu.positive_bits
    else if (x == 0)
      out.put(at, Open<double>{x, std::isfinite(alpha)
                                      ? Freedom::kZeroSign
                                      : Freedom::kAny});  // prelu.at_zero
    else
      out.put(at, Open<double>{alpha * x, Freedom::kZeroSign});  // prelu.value
  }
  return Tensors{};
}

// x·Φ(x)
Result<Tensors> evaluate(OpTag<"gelu">, const Evaluation& call) {
  return each(call, [](double x) -> Bounded {
    if (x == kInfinity) return certain(x);          // gelu.infinity
    if (x == -kInfinity) return left_open();        // gelu.minus_infinity
    const LongReal r = x * normal_distribution(x);  // gelu.value, gelu.range
    return {.value = r, .scale = 12 * std::fabs(x)};
  });
}

// grad·(Φ(x) + x·φ(x))
Result<Tensors> evaluate(OpTag<"gelu_backward">, const Evaluation& call) {
  return each_pair(call, [](double x, double grad) -> Bounded {
    if (std::isinf(x) || std::isinf(grad))
      return left_open();  // gelu_backward.infinity
    const LongReal density = normal_density(x);
    const LongReal factor =
        normal_distribution(x) + x * density;  // gelu_backward.range
    const LongReal scale =
        12.0 + abs(x) * density * (12.0 + 2.0 * LongReal(x) * x);
    return {.value = grad * factor,  // gelu_backward.value
            .scale = (abs(grad) * scale).nearest()};
  });
}

// 1/(1 + e^-x)
Result<Tensors> evaluate(OpTag<"sigmoid">, const Evaluation& call) {
  return each(call, [](double x) -> Bounded {
    if (std::isinf(x)) return certain(x > 0 ? 1 : 0);  // sigmoid.saturated
    const LongReal r = sigmoid(x);  // sigmoid.value, sigmoid.no_overflow
    return {.value = r,
            .scale = (12.0 * r + 4.0 * slope_times_x(x)).nearest(),
            .may_vanish = true};
  });
}

// grad·s·(1 - s)
Result<Tensors> evaluate(OpTag<"sigmoid_backward">, const Evaluation& call) {
  const FloatFormat& accumulator = accumulator_of(call);
  const auto is_normal = [&](double product) {
    const double magnitude = std::fabs(product);
    return magnitude >= std::ldexp(1.0, accumulator.min_exponent) &&
           magnitude <= std::ldexp(1.0, accumulator.max_exponent);
  };
  return each_pair(call, [&](double s, double grad) -> Bounded {
    const bool is_outside = s < 0 || s > 1;
    if (is_outside && (!is_normal(s * grad) || !is_normal(s * (1 - s))))
      return left_open();  // sigmoid_backward.outside
    const LongReal r =
        grad * LongReal(s) * (1.0 - LongReal(s));  // sigmoid_backward.value
    return {.value = r, .scale = 4 * std::fabs(r.nearest())};
  });
}

// min(max(alpha·x + beta, 0), 1)
Result<Tensors> evaluate(OpTag<"hard_sigmoid">, const Evaluation& call) {
  const double alpha = attribute_of(call, AttributeKey::kAlpha);
  const double beta = attribute_of(call, AttributeKey::kBeta);
  const FloatFormat& accumulator = accumulator_of(call);
  const double u = static_cast<double>(unit_roundoff(accumulator));
  const double normal = std::ldexp(1.0, accumulator.min_exponent);
  return each(call, [&](double x) -> Bounded {
    const LongReal line = LongReal(alpha) * x + beta;
    if (line.is_nan()) return left_open();  // hard_sigmoid.undefined
    const LongReal r = line < 0.0   ? 0.0
                       : 1.0 < line ? 1.0
                                    : line;  // hard_sigmoid.value
    const LongReal scale = abs(LongReal(alpha) * x) + abs(beta);
    // The error of the line, generously, does not reach back.
    const bool is_beyond =
        (4 * u) * (scale + normal) < abs(line - r) || std::isinf(x);
    return {.value = r,
            .scale = scale.nearest(),
            .terms = 2,
            .is_certain = is_beyond};  // hard_sigmoid.clamped
  });
}

// -ln(1 + e^-x)
Result<Tensors> evaluate(OpTag<"log_sigmoid">, const Evaluation& call) {
  return each(call, [](double x) -> Bounded {
    if (std::isinf(x))
      return certain(std::min(x, 0.0));           // log_sigmoid.infinity
    const LongReal r = x < 0 ? x - log1p(exp(x))  // log_sigmoid.no_overflow
                             : -log1p(exp(-x));   // log_sigmoid.value,
                                                  // log_sigmoid.below_zero
    return {.value = r, .scale = 12 * std::fabs(r.nearest()) + 4};
  });
}

// grad·σ(-x)
Result<Tensors> evaluate(OpTag<"log_sigmoid_backward">,
                         const Evaluation& call) {
  return each_pair(call, [](double x, double grad) -> Bounded {
    const LongReal slope = sigmoid(-x);
    const LongReal scale = 16.0 * slope + 4.0 * slope_times_x(x) + 2.0;
    return {.value = grad * slope,  // log_sigmoid_backward.value
            .scale = (abs(grad) * scale).nearest()};
  });
}

}  // namespace assay
