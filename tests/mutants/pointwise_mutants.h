// Mutants of the pointwise family: formulas that fail near the ends of their
// domain, bounds and counts that are misread.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/mutants/activation_mutants.h"
#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

inline double log_of_sum(double x, double, const Call&) {
  return std::log(1 + x);
}
inline double asinh_by_logarithm(double x, double, const Call&) {
  return std::log(x + std::sqrt(x * x + 1));
}
inline double acosh_by_logarithm(double x, double, const Call&) {
  return std::log(x + std::sqrt(x * x - 1));
}
inline double atanh_by_logarithm(double x, double, const Call&) {
  return std::log((1 + x) / (1 - x)) / 2;
}
inline double root_of_squares(double a, double b, const Call&) {
  return std::sqrt(a * a + b * b);
}
inline double slightly_off(double right, double) { return right * 1.02; }
inline double without_minus_zero(double right, double) {
  return right == 0 ? 0 : right;
}
inline double not_at_one(double right, double x) {
  return x == 1 ? -0.0 : right;
}
inline double without_infinity(double right, double) {
  return std::isinf(right) ? kNoNumber : right;
}
inline double beyond_the_domain(double right, double x) {
  return std::isnan(right) && !std::isnan(x) ? 0 : right;
}

// Computes each element from the bits of the operands at its place.
using BitFormula = std::uint64_t (*)(DType dtype, std::uint64_t right,
                                     std::uint64_t x, std::uint64_t count);
template <BitFormula f>
class ByBits : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.operands[0].dtype;
    const int unused = 64 - spec_of(dtype).bits;
    replace_each(call.outs[0], [&](const Index& at, ElementBits right) {
      const std::uint64_t count =
          call.operands.size() > 1 ? element_at(call.operands[1], at).re : 0;
      const std::uint64_t bits =
          f(dtype, right.re, element_at(call.operands[0], at).re, count);
      return ElementBits{bits << unused >> unused, 0};
    });
  }
};

inline std::uint64_t top_of(DType dtype) {
  return std::uint64_t{1} << (spec_of(dtype).bits - 1);
}
inline std::uint64_t flips_all_but_one(DType, std::uint64_t right,
                                       std::uint64_t, std::uint64_t) {
  return right ^ 1;
}
inline std::uint64_t keeps_the_operand(DType, std::uint64_t, std::uint64_t x,
                                       std::uint64_t) {
  return x;
}
inline std::uint64_t keeps_the_sign(DType dtype, std::uint64_t right,
                                    std::uint64_t x, std::uint64_t) {
  return (right & ~top_of(dtype)) | (x & top_of(dtype));
}
// Shifts zeros in from above, or ones below a bit that is no sign.
inline std::uint64_t shifts_zeros_in(DType, std::uint64_t, std::uint64_t x,
                                     std::uint64_t count) {
  return count < 64 ? x >> count : 0;
}
inline std::uint64_t shifts_a_sign_in(DType dtype, std::uint64_t,
                                      std::uint64_t x, std::uint64_t count) {
  const int unused = 64 - spec_of(dtype).bits;
  const auto with_sign = static_cast<std::int64_t>(x << unused) >> unused;
  return static_cast<std::uint64_t>(with_sign >>
                                    std::min<std::uint64_t>(count, 63));
}

// Answers by the bits of a float.
using BitQuestion = bool (*)(const FloatFormat& format, std::uint64_t bits);
template <BitQuestion is>
class AsksBits : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.operands[0].dtype);
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const std::uint64_t bits = element_at(call.operands[0], at).re;
      return ElementBits{is(format, bits) ? std::uint64_t{1} : 0, 0};
    });
  }
};
inline std::uint64_t magnitude_bits(const FloatFormat& format,
                                    std::uint64_t bits) {
  return bits & (sign_bit(format) - 1);
}
inline bool has_largest_exponent(const FloatFormat& format,
                                 std::uint64_t bits) {
  return magnitude_bits(format, bits) >= overflow_bits(format);
}
inline bool is_the_quiet_nan(const FloatFormat& format, std::uint64_t bits) {
  return magnitude_bits(format, bits) == quiet_nan_bits(format);
}
inline bool is_from_the_largest(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t magnitude = magnitude_bits(format, bits);
  return magnitude == overflow_bits(format) ||
         magnitude == largest_finite_bits(format);
}
inline bool is_plus_infinity(const FloatFormat& format, std::uint64_t bits) {
  return bits == overflow_bits(format);
}

// Takes no notice of the upper bound if there is a lower one.
class ForgetsTheUpperBound : public ChangedCall {
  void change(Call& call) override {
    if (call.attributes.find(AttributeKey::kLow) == nullptr) return;
    const ElementBits low = call.attributes.element(AttributeKey::kLow);
    call.attributes = Attributes().element(AttributeKey::kLow, low);
  }
};
// Takes the bound that is given for both.
class TakesOneBoundForBoth : public ChangedCall {
  void change(Call& call) override {
    const bool has_low = call.attributes.find(AttributeKey::kLow) != nullptr;
    const bool has_high = call.attributes.find(AttributeKey::kHigh) != nullptr;
    if (has_low && has_high) return;
    const ElementBits bound = call.attributes.element(
        has_low ? AttributeKey::kLow : AttributeKey::kHigh);
    call.attributes.element(has_low ? AttributeKey::kHigh : AttributeKey::kLow,
                            bound);
  }
};

}  // namespace assay::mutants::arrays
