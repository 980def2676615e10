// Chooses the class of a result from its row in the op table and computes its
// bounds in long double.
// Tested by tests/harness/judge/tolerance_test.cc.
#include "harness/judge/tolerance.h"

#include <algorithm>
#include <cmath>

#include "harness/judge/acceptance.h"
#include "harness/judge/subnormal_answers.h"
#include "harness/judge/tolerance_fft.h"
#include "spec/cells.h"

namespace assay {
namespace {

template <typename T>
T entry(const std::vector<T>& list, std::size_t i, T otherwise) {
  return i < list.size() ? list[i] : otherwise;
}

long double as_rounded(const FloatFormat& format, double value) {
  return decode_real(format, encode_real(format, value));
}

// Returns whether the function has an exact answer at these operands, whatever
// its bound is elsewhere.
bool is_exact_point(const Call& call, const OperandValues& operands,
                    std::size_t i) {
  const DType dtype = call.operands[0].dtype;
  const FloatFormat& format = format_of(dtype);
  const OpSpec& spec = spec_of(call.op);
  if (spec.is_exact_at != nullptr) {
    const ElementBits bits = operands[0][i];
    const double im = is_complex(dtype) ? decode_real(format, bits.im) : 0;
    if (spec.is_exact_at(dtype, {decode_real(format, bits.re), im}))
      return true;
  }
  for (const ExactPoint& point : spec.exact_points) {
    if (is_complex(dtype) && !point.of_complex) continue;
    const ElementBits bits = operands[point.operand][i];
    if (decode_real(format, bits.re) == point.value &&
        (!is_complex(dtype) || decode_real(format, bits.im) == 0))
      return true;
  }
  return false;
}

void permit_zero_signs(const FloatFormat& format, std::uint64_t bits,
                       Acceptance& accept) {
  if ((bits & (sign_bit(format) - 1)) == 0)
    accept = {false, sign_bit(format), 0};
}

// Returns whether the class bounds a distance from the exact value.
bool is_bounded(Accuracy accuracy) {
  return accuracy == Accuracy::kUlp || accuracy == Accuracy::kNormwise ||
         accuracy == Accuracy::kConditionAware ||
         accuracy == Accuracy::kProduct || accuracy == Accuracy::kFft;
}

// Replaces every NaN by the same quiet NaN where the contract does not tell
// NaNs apart: which of two NaNs an addition returns depends on the compiler.
// Formats without infinity are skipped, because there the sign of a NaN says on
// which side a result overflowed.
void make_nans_one(DType type, std::vector<ElementBits>& values) {
  if (!is_real(type) && !is_complex(type)) return;
  const FloatFormat& format = format_of(type);
  if (!format.has_infinity) return;
  for (ElementBits& bits : values) {
    if (is_nan_bits(format, bits.re)) bits.re = quiet_nan_bits(format);
    if (is_complex(type) && is_nan_bits(format, bits.im))
      bits.im = quiet_nan_bits(format);
  }
}

// Permits exact and correctly rounded results: their bits, except what
// unspecified clauses leave open.
void permit_bits(DType type, const Answer& answer, Permitted& permitted) {
  const bool complex_rounded =
      is_complex(type) && permitted.accuracy == Accuracy::kCorrectlyRounded;
  const std::size_t parts = is_complex(type) ? 2 : 1;
  if (answer.freedom.empty() && !complex_rounded) return;
  for (std::size_t i = 0; i < permitted.values.size(); ++i) {
    const Freedom freedom = entry(answer.freedom, i, Freedom::kNone);
    const ElementBits bits = permitted.values[i];
    for (std::size_t part = 0; part < parts; ++part) {
      Acceptance accept = accept_only(part == 0 ? bits.re : bits.im);
      if ((freedom == Freedom::kZeroSign || complex_rounded) &&
          (is_real(type) || is_complex(type)))
        permit_zero_signs(format_of(type), accept.low, accept);
      accept.any = freedom == Freedom::kAny;
      permitted.accept.push_back(accept);
    }
  }
}

void permit_ulp(const Call& call, DType type, double bound,
                const Answer& answer, const OperandValues& operands,
                Permitted& permitted) {
  const FloatFormat& format = format_of(type);
  const AcceptanceRules rules = acceptance_rules(call.op, format);
  for (std::size_t i = 0; i < permitted.values.size(); ++i) {
    const std::uint64_t rounded = permitted.values[i].re;
    const double residue = entry(answer.residue, i, 0.0);
    const bool exact_zero =
        (rounded & (sign_bit(format) - 1)) == 0 && residue == 0;
    Acceptance accept = accept_only(rounded);
    double allowed = 0;
    if (!exact_zero && !is_exact_point(call, operands, i)) {
      const long double exact = exact_value(format, rounded, residue);
      allowed = static_cast<double>(bound * ulp_at(format, exact));
      accept = accept_around(format, rounded, residue,
                             bound * ulp_at(format, exact), rules);
    }
    permitted.allowed.push_back(allowed);
    accept.any = entry(answer.freedom, i, Freedom::kNone) == Freedom::kAny;
    permitted.accept.push_back(accept);
  }
}

// Returns the bound of a complex result in units of roundoff, relative to its
// modulus.
long double normwise_factor(const Call& call, double bound,
                            const OperandValues& operands, std::size_t i) {
  const BoundGrowth growth = spec_of(call.op).bound_growth;
  if (growth == nullptr) return bound;
  const FloatFormat& format = format_of(call.operands[0].dtype);
  const auto value = [&](std::size_t operand) {
    return ComplexPoint{decode_real(format, operands[operand][i].re),
                        decode_real(format, operands[operand][i].im)};
  };
  return bound * growth(value(0), value(1));
}

// Permits complex results in a disc around the rounded value. The disc contains
// the disc of the bound around the exact value.
void permit_disc(const Call& call, DType type, double bound,
                 const Answer& answer, const OperandValues& operands,
                 const Profile& profile, Permitted& permitted) {
  const FloatFormat& format = format_of(type);
  const bool product = permitted.accuracy == Accuracy::kProduct;
  const long double u = unit_roundoff(format);
  for (std::size_t i = 0; i < permitted.values.size(); ++i) {
    if (entry(answer.freedom, i, Freedom::kNone) == Freedom::kAny) {
      permitted.bound.push_back(-1);
      continue;
    }
    const ElementBits bits = permitted.values[i];
    if (!std::isfinite(decode_real(format, bits.re)) ||
        !std::isfinite(decode_real(format, bits.im))) {
      permitted.bound.push_back(0);  // nothing else comes near
      continue;
    }
    const double residue[] = {entry(answer.residue, 2 * i, 0.0),
                              entry(answer.residue, 2 * i + 1, 0.0)};
    const long double re = exact_value(format, bits.re, residue[0]);
    const long double im = exact_value(format, bits.im, residue[1]);
    const auto m =
        static_cast<long double>(entry<std::int64_t>(answer.terms, i, 1));
    long double factor = 0;
    if (product)
      factor = std::expm1(std::max(m - 1, 0.0L) * std::log1p(3 * u)) + 2 * u;
    else if (!is_exact_point(call, operands, i))
      factor = u * normwise_factor(call, bound, operands, i);
    const long double off = std::hypot(re - decode_real(format, bits.re),
                                       im - decode_real(format, bits.im));
    const long double allowed = factor == 0
                                    ? 0
                                    : factor * std::hypot(re, im) +
                                          underflow_unit(format, profile) + off;
    permitted.bound.push_back(static_cast<double>(allowed));
  }
}

// Permits sums and real products: an interval around the exact value, per
// component.
void permit_accumulated(const Call& call, DType type, const Answer& answer,
                        const Profile& profile, Permitted& permitted) {
  const FloatFormat& format = format_of(type);
  const Accumulation kind = accumulation_of(call.op, call.attributes);
  const std::size_t parts = is_complex(type) ? 2 : 1;
  for (std::size_t i = 0; i < permitted.values.size() * parts; ++i) {
    const std::size_t element = i / parts;
    const auto m = entry<std::int64_t>(answer.terms, element, 1);
    const std::uint64_t rounded = i % parts == 0 ? permitted.values[element].re
                                                 : permitted.values[element].im;
    const double residue = entry(answer.residue, i, 0.0);
    const long double exact = exact_value(format, rounded, residue);
    AcceptanceRules rules = acceptance_rules(call.op, format);
    long double bound = 0;
    if (permitted.accuracy == Accuracy::kProduct) {
      const long double u_a =
          unit_roundoff(accumulator_format(type, profile, kind));
      const auto roundings =
          static_cast<long double>(std::max<std::int64_t>(m - 1, 0));
      bound = std::expm1(roundings * std::log1p(u_a)) * std::fabs(exact) +
              unit_roundoff(format) * std::fabs(exact) +
              underflow_unit(format, profile);
    } else {
      rules.judge_zero_sign = false;  // reduce_sum.signed_zero
      const auto h = entry<std::int64_t>(answer.roundings, element, -1);
      if (h != 0)
        bound = sum_bound(type, m, static_cast<long double>(h < 0 ? m : h),
                          entry(answer.scale, i, 0.0), exact, profile, kind);
      else if (residue != 0 && std::isfinite(decode_real(format, rounded)))
        // The last rounding is the only one, so nothing but its result is
        // right: dot_general.outer
        bound = std::fabs(exact - decode_real(format, rounded));
    }
    Acceptance accept = accept_around(format, rounded, residue, bound, rules);
    if (!rules.judge_zero_sign && accept.low == accept.high)
      permit_zero_signs(format, accept.low, accept);
    // A single rounding may use up its half ULP.
    const bool is_rounded_once = bound != 0 && !answer.roundings.empty() &&
                                 answer.roundings[element] == 0;
    permitted.allowed.push_back(static_cast<double>(
        is_rounded_once ? ulp_at(format, exact) / 2 : bound));
    accept.any =
        entry(answer.freedom, element, Freedom::kNone) == Freedom::kAny;
    permitted.accept.push_back(accept);
  }
}

}  // namespace

AcceptanceRules acceptance_rules(Op op, const FloatFormat& format) {
  const Range& range = spec_of(op).range;
  AcceptanceRules rules;  // sin.large, cos.large, tanh.saturated, erf.saturated
  if (std::isfinite(range.low)) rules.low = as_rounded(format, range.low);
  if (std::isfinite(range.high)) rules.high = as_rounded(format, range.high);
  return rules;
}

long double sum_bound(DType dtype, std::int64_t m, long double h,
                      long double scale, long double exact,
                      const Profile& profile, Accumulation kind) {
  const FloatFormat& accumulator = accumulator_format(dtype, profile, kind);
  const FloatFormat& out = format_of(dtype);
  const long double hu = h * unit_roundoff(accumulator);
  if (hu >= 1) return HUGE_VALL;  // with that many roundings no bound holds
  const long double gamma = hu / (1 - hu);
  return gamma * scale + unit_roundoff(out) * std::fabs(exact) +
         static_cast<long double>(m + 1) *
             underflow_unit(accumulator, profile) +
         underflow_unit(out, profile);
}

long double underflow_unit(const FloatFormat& format, const Profile& profile) {
  const bool kept = profile.is("float.subnormal=kept"_policy);
  return std::ldexp(1.0L,
                    format.min_exponent - (kept ? format.precision - 1 : 0));
}

Permitted exactly_permitted(DType type, std::vector<ElementBits> values,
                            const Answer& answer) {
  Permitted permitted;
  make_nans_one(type, values);
  permitted.values = std::move(values);
  permitted.residue = answer.residue;
  if (is_integer(type)) return permitted;
  const std::size_t parts = is_complex(type) ? 2 : 1;
  for (std::size_t i = 0; i < permitted.values.size(); ++i) {
    const ElementBits bits = permitted.values[i];
    for (std::size_t part = 0; part < parts; ++part) {
      Acceptance accept = accept_only(part == 0 ? bits.re : bits.im);
      permit_zero_signs(format_of(type), accept.low, accept);
      accept.any = entry(answer.freedom, i, Freedom::kNone) == Freedom::kAny;
      permitted.accept.push_back(accept);
    }
  }
  return permitted;
}

void demand_nearest_integers(DType type, Permitted& permitted) {
  const FloatFormat& format = format_of(type);
  constexpr double kNearerThanHalf = 0x1.fffffffffffffp-2;
  for (std::size_t i = 0; i < permitted.accept.size(); ++i) {
    const std::uint64_t bits = permitted.values[i].re;
    const double exact = decode_real(format, bits);
    const bool is_integer = entry(permitted.residue, i, 0.0) == 0 &&
                            std::isfinite(exact) && exact == std::rint(exact);
    if (!is_integer || permitted.accept[i].any) continue;
    AcceptanceRules rules;
    rules.judge_zero_sign = false;
    permitted.accept[i] =
        accept_around(format, bits, 0, kNearerThanHalf, rules);
    permitted.allowed[i] = kNearerThanHalf;
  }
}

Permitted permitted_answer(const Call& call, DType type,
                           std::vector<ElementBits> values,
                           const Answer& answer, const OperandValues& operands,
                           const Profile& profile) {
  // A call without operands and outs does not tell its cell, but its result
  // does.
  const DType cell = call.operands.empty() ? type : cell_of(call).dtype;
  Tolerance tolerance =
      tolerance_of(variant_of(call.op, call.attributes), cell);
  // The bounds of a row are distances between floats. A count or an index that
  // the op gives as well is exact.
  if (is_bounded(tolerance.accuracy) && !is_real(type) && !is_complex(type))
    tolerance = {};
  if (answer.only_moves) tolerance = {kEveryDType, Accuracy::kBits};
  Permitted permitted;
  if (tolerance.accuracy != Accuracy::kBits) make_nans_one(type, values);
  permitted.values = std::move(values);
  permitted.accuracy = tolerance.accuracy;
  permitted.residue = answer.residue;
  permitted.interchangeable = answer.interchangeable;
  permitted.alternatives = answer.alternatives;
  switch (tolerance.accuracy) {
    case Accuracy::kExact:
    case Accuracy::kBits:
    case Accuracy::kCorrectlyRounded:
      permit_bits(type, answer, permitted);
      break;
    case Accuracy::kUlp:
      permit_ulp(call, type, tolerance.bound, answer, operands, permitted);
      break;
    case Accuracy::kNormwise:
      permit_disc(call, type, tolerance.bound, answer, operands, profile,
                  permitted);
      break;
    case Accuracy::kProduct:
      if (is_complex(type))
        permit_disc(call, type, 3, answer, operands, profile, permitted);
      else
        permit_accumulated(call, type, answer, profile, permitted);
      break;
    case Accuracy::kConditionAware:
      permit_accumulated(call, type, answer, profile, permitted);
      break;
    case Accuracy::kFft:
      permit_slices(call, type, answer, operands, profile, permitted);
      break;
    case Accuracy::kResidual:
      break;
  }
  permit_flushed_results(call, type, answer, profile, permitted);
  return permitted;
}

}  // namespace assay
