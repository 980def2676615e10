// Converts doubles and MPFR numbers to ExactReal, and rounds an ExactReal to a
// format together with its residue.
// Tested by tests/reference/exact_real_test.cc.
#include "reference/exact_real.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/kept_values.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

static_assert(sizeof(mp_limb_t) == 8 && GMP_NUMB_BITS == 64);

// This exponent is beyond every format, and sums of such exponents fit an int.
constexpr long kFarExponent = 1 << 20;

// Returns exact - rounded in ulps of the rounded magnitude; both are taken as
// positive. The rounded magnitude is kept · 2^place.
double residue_of(const ExactReal& value, std::uint64_t kept, int place) {
  const double below = static_cast<double>(value.low) * 0x1p-64;
  const int drop = place - value.exponent;  // >= 11: kept has <= 53 bits
  if (drop > 63)                            // far below the smallest subnormal
    return std::ldexp(static_cast<double>(value.high), -drop) -
           static_cast<double>(kept);
  // high - kept·2^drop is at most half of 2^drop, so it fits 64 bits, and the
  // subtraction modulo 2^64 is exact.
  const auto difference =
      static_cast<std::int64_t>(value.high - (kept << drop));
  return (static_cast<double>(difference) + below) * power_of_two(-drop);
}

}  // namespace

ExactReal exact(double value) {
  ExactReal result;
  result.negative = std::signbit(value);
  if (std::isnan(value)) {
    result.kind = ExactReal::Kind::kNaN;
  } else if (std::isinf(value)) {
    result.kind = ExactReal::Kind::kInfinite;
  } else if (value != 0) {
    result.kind = ExactReal::Kind::kFinite;
    const Magnitude magnitude = magnitude_of(value);
    const int unused = std::countl_zero(magnitude.significand);
    result.high = magnitude.significand << unused;
    result.exponent = magnitude.exponent - unused;
  }
  return result;
}

Rounded round_once(const FloatFormat& format, const ExactReal& value) {
  const std::uint64_t sign = value.negative ? sign_bit(format) : 0;
  switch (value.kind) {
    case ExactReal::Kind::kZero:
      return {sign, 0};
    case ExactReal::Kind::kInfinite:
      return {sign | overflow_bits(format), 0};
    case ExactReal::Kind::kNaN:
      return {sign | quiet_nan_bits(format), 0};
    case ExactReal::Kind::kFinite:
      break;
  }
  const std::uint64_t bits =
      encode_scaled(format, value.negative, value.high, value.exponent,
                    value.sticky || value.low != 0);
  const double direction = value.negative ? -1 : 1;
  const std::uint64_t magnitude = bits & ~sign;
  const int fraction_bits = format.precision - 1;
  if (magnitude == overflow_bits(format)) {
    const int place = format.max_exponent - fraction_bits;
    const double units =
        std::ldexp(static_cast<double>(value.high), value.exponent - place) -
        std::ldexp(1.0, format.precision);
    return {bits, direction * (units <= 64 ? units : HUGE_VAL)};
  }
  const auto field = static_cast<int>(magnitude >> fraction_bits);
  const std::uint64_t hidden = std::uint64_t{1} << fraction_bits;
  const std::uint64_t fraction = magnitude & (hidden - 1);
  const int place =
      format.min_exponent + std::max(field - 1, 0) - fraction_bits;
  const std::uint64_t kept = field == 0 ? fraction : fraction | hidden;
  return {bits, direction * residue_of(value, kept, place)};
}

double scaled(const ExactReal& value, int scale) {
  double magnitude = 0;
  switch (value.kind) {
    case ExactReal::Kind::kZero:
      break;
    case ExactReal::Kind::kInfinite:
      magnitude = std::numeric_limits<double>::infinity();
      break;
    case ExactReal::Kind::kNaN:
      magnitude = std::numeric_limits<double>::quiet_NaN();
      break;
    case ExactReal::Kind::kFinite:
      magnitude =
          std::ldexp(static_cast<double>(value.high), value.exponent - scale);
      break;
  }
  return value.negative ? -magnitude : magnitude;
}

Mpfr::Mpfr() : significand_{} {
  static_assert(kPrecision % GMP_NUMB_BITS == 0);
  mpfr_custom_init(significand_, kPrecision);
  mpfr_custom_init_set(value_, MPFR_ZERO_KIND, 0, kPrecision, significand_);
}

Mpfr::Mpfr(double value) : Mpfr() { mpfr_set_d(value_, value, MPFR_RNDZ); }

ExactReal exact(mpfr_srcptr value, bool inexact) {
  ExactReal result;
  result.negative = mpfr_signbit(value) != 0;
  if (mpfr_nan_p(value) != 0) {
    result.kind = ExactReal::Kind::kNaN;
  } else if (mpfr_inf_p(value) != 0) {
    result.kind = ExactReal::Kind::kInfinite;
  } else if (mpfr_zero_p(value) != 0) {
    if (inexact)  // truncated below MPFR's own range
      result = {ExactReal::Kind::kFinite,        result.negative,
                std::uint64_t{1} << 63,          0,
                static_cast<int>(-kFarExponent), true};
  } else {
    result.kind = ExactReal::Kind::kFinite;
    const auto* limbs =
        static_cast<const mp_limb_t*>(mpfr_custom_get_significand(value));
    const auto count = (mpfr_get_prec(value) - 1) / GMP_NUMB_BITS + 1;
    result.high = limbs[count - 1];
    result.low = count > 1 ? limbs[count - 2] : 0;
    result.sticky = inexact;
    for (mpfr_prec_t i = 0; i + 2 < count; ++i)
      result.sticky = result.sticky || limbs[i] != 0;
    result.exponent = static_cast<int>(
        std::clamp<long>(mpfr_get_exp(value), -kFarExponent, kFarExponent) -
        64);
  }
  return result;
}

ExactReal evaluated(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x) {
  thread_local KeptValues<decltype(f), 1, ExactReal> kept;
  return kept.value(f, {operand_bits(x)}, [&] {
    const Mpfr operand(x);
    Mpfr result;
    const int ternary = f(result.get(), operand.get(), MPFR_RNDZ);
    return exact(result.get(), ternary != 0);
  });
}

ExactReal evaluated(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t),
                    double x, double y) {
  thread_local KeptValues<decltype(f), 2, ExactReal> kept;
  return kept.value(f, {operand_bits(x), operand_bits(y)}, [&] {
    const Mpfr a(x);
    const Mpfr b(y);
    Mpfr result;
    const int ternary = f(result.get(), a.get(), b.get(), MPFR_RNDZ);
    return exact(result.get(), ternary != 0);
  });
}

}  // namespace assay
