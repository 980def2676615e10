// Mutants of activations: wrong formulas, and right ones computed in ways that
// fail for some elements.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants::arrays {

using Formula = double (*)(double x, double y, const Call& call);

// Computes each element from those of the operands at its place by another
// formula, in double.
template <Formula f>
class ByFormula : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits) {
      const double y =
          call.operands.size() > 1 ? real_at(call.operands[1], at) : 0;
      return ElementBits{
          encode_real(format, f(real_at(call.operands[0], at), y, call)), 0};
    });
  }
};

// Changes what the reference computed, by the operand's element.
using Correction = double (*)(double right, double x);
template <Correction f>
class Corrected : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double right = decode_real(format, bits.re);
      const double x = real_at(call.operands[0], at);
      return ElementBits{encode_real(format, f(right, x)), 0};
    });
  }
};

inline double attribute_in(const Call& call, AttributeKey key) {
  return decode_real(format_of(call.operands[0].dtype),
                     call.attributes.element(key).re);
}

// NaN becomes 0, as where a maximum with 0 ignores it.
inline double without_nan(double right, double) {
  return std::isnan(right) ? 0 : right;
}

inline double relu_of_magnitude(double x, double, const Call&) {
  return std::fabs(x);
}
// Loses the lowest bits, as if an element were multiplied by a mask.
class ReluLosesBits : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re & ~std::uint64_t{1}, 0};
    });
  }
};
inline double grad_passes_at_zero(double output, double grad, const Call&) {
  return output < 0 ? 0 : grad;
}
inline double grad_needs_a_positive(double output, double grad, const Call&) {
  return output > 0 ? grad : 0;
}
inline double grad_by_mask(double output, double grad, const Call&) {
  return (output <= 0 ? 0.0 : 1.0) * grad;
}

inline double usual_slope(double x, double, const Call&) {
  return x > 0 ? x : 0.01 * x;
}
inline double larger_of_both(double x, double, const Call& call) {
  return std::max(x, attribute_in(call, AttributeKey::kNegativeSlope) * x);
}
inline double prelu_of_quarter(double x, double, const Call&) {
  return x > 0 ? x : 0.25 * x;
}
inline double prelu_by_masks(double x, double alpha, const Call&) {
  return std::max(x, 0.0) + alpha * std::min(x, 0.0);
}

inline double phi(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }
inline double normal_density(double x) {
  return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}
inline double logistic(double x) { return 1 / (1 + std::exp(-x)); }

inline double gelu_by_tanh(double x, double, const Call&) {
  const double inner = 0.7978845608028654 * (x + 0.044715 * x * x * x);
  return x / 2 * (1 + std::tanh(inner));
}
inline double gelu_by_sigmoid(double x, double, const Call&) {
  return x * logistic(1.702 * x);
}
inline double gelu_fails_at_infinity(double x, double, const Call&) {
  return x - x * (1 - phi(x));
}
inline double dips(double right, double x) {
  return x < 0 ? 1.01 * right : right;
}
inline double gelu_slope_alone(double x, double grad, const Call&) {
  return grad * phi(x);
}
inline double gelu_slope_too_steep(double x, double grad, const Call&) {
  return grad * (phi(x) + 1.2 * x * normal_density(x));
}

inline double sigmoid_by_ratio(double x, double, const Call&) {
  return 0.5 + 0.5 * x / (1 + std::fabs(x));
}
inline double past_one(double right, double x) { return x > 10 ? 1.02 : right; }
inline double sigmoid_by_complement(double x, double, const Call&) {
  const double power = std::exp(-x);
  return 1 - power / (1 + power);
}
inline double sigmoid_slope_of_x(double x, double grad, const Call&) {
  return grad * logistic(x) * (1 - logistic(x));
}
inline double usual_line(double x, double, const Call&) {
  return std::clamp(x / 6 + 0.5, 0.0, 1.0);
}
inline double line_without_end(double x, double, const Call& call) {
  return std::max(0.0, attribute_in(call, AttributeKey::kAlpha) * x +
                           attribute_in(call, AttributeKey::kBeta));
}
inline double binary_logarithm(double right, double) {
  return right / std::numbers::ln2;
}
inline double log_of_sigmoid(double x, double, const Call&) {
  return std::log(1 /
                  (1 + static_cast<double>(static_cast<float>(std::exp(-x)))));
}
inline double log_sigmoid_by_difference(double x, double, const Call&) {
  return x - std::log(1 + std::exp(x));
}
inline double above_zero(double right, double) {
  return right > -1e-3 ? std::fabs(right) + 1e-5 : right;
}
inline double log_slope_at_x(double x, double grad, const Call&) {
  return grad * logistic(x);
}

using Numbers = std::vector<double>;
using SliceFormula = void (*)(const Numbers& x, Numbers& y);

// Computes slices anew from their elements. For softmin the elements are
// negated, and for log_softmax the results are logarithms.
template <SliceFormula f>
class BySlice : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    const std::int64_t axis = call.attributes.axis();
    const double sign = name_of(call.op) == "softmin" ? -1 : 1;
    const bool is_log = name_of(call.op) == "log_softmax";
    for_each_slice(out, axis, [&](const Index& at) {
      Numbers x;
      for (ElementBits bits : slice_of(call.operands[0], at, axis))
        x.push_back(sign * decode_real(format, bits.re));
      Numbers y = x;
      f(x, y);
      std::vector<ElementBits> slice;
      for (double e : y)
        slice.push_back({encode_real(format, is_log ? std::log(e) : e), 0});
      put_slice(out, at, axis, slice);
    });
  }
};

inline double largest_in(const Numbers& x) {
  return *std::max_element(x.begin(), x.end());
}
// Divides powers of a base by their sum, of which some elements may be missing.
inline void share_out(const Numbers& x, Numbers& y, double base, double shift,
                      std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = std::pow(base, x[i] - shift);
    if (i < count) sum += y[i];
  }
  for (double& e : y) e /= sum;
}
inline void powers_of_two(const Numbers& x, Numbers& y) {
  share_out(x, y, 2, largest_in(x), x.size());
}
inline void not_shifted(const Numbers& x, Numbers& y) {
  share_out(x, y, std::numbers::e, 0, x.size());
}
inline void without_the_last(const Numbers& x, Numbers& y) {
  share_out(x, y, std::numbers::e, largest_in(x), x.size() - 1);
}
inline void infinity_takes_all(const Numbers& x, Numbers& y) {
  Numbers finite = x;
  for (double& e : finite)
    if (std::isinf(e) && e > 0) e = 1e5;
  share_out(finite, y, std::numbers::e, largest_in(finite), x.size());
}
inline void nothing_for_nothing(const Numbers& x, Numbers& y) {
  const double largest = largest_in(x);
  share_out(x, y, std::numbers::e, largest, x.size());
  if (std::isinf(largest)) std::fill(y.begin(), y.end(), 0.0);
}
inline void more_than_all(const Numbers& x, Numbers& y) {
  share_out(x, y, std::numbers::e, largest_in(x), x.size());
  for (double& e : y) e *= e > 0.99 ? 1.02 : 1;
}

// NaN in a slice makes the whole result NaN, as where all slices have one sum.
class LeaksNanToAll : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    bool has_nan = false;
    for (const Index& at : indices(out.view.shape()))
      has_nan |= std::isnan(real_at(out, at));
    replace_each(out, [&](const Index&, ElementBits bits) {
      return has_nan ? ElementBits{quiet_nan_bits(format), 0} : bits;
    });
  }
};

}  // namespace assay::mutants::arrays
