// Bugs of functions near the ends of their domain, of bounds, shifts and
// questions about single elements.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr const char* kSingleAndDouble = "float32,float64";
constexpr const char* kFourFloats = "float16,bfloat16,float32,float64";

// Clamps bit patterns as if they had no sign.
int clamp_without_sign(CallSite& site) {
  const auto low = site.element(ASSAY_KEY_LOW);
  if (!low || !site.element(ASSAY_KEY_HIGH)) return site.forward();
  return each([=](Lane& l) {
    if (l.x.re > low->re && signed_value(l.dtype, l.x) < 0) l.r = l.x;
  })(site);
}
// A NaN becomes the lower bound.
int clamp_nan_to_low(CallSite& site) {
  const auto low = site.element(ASSAY_KEY_LOW);
  if (!low) return site.forward();
  return each([=](Lane& l) {
    if (l.is_nan(l.x)) l.r = *low;
  })(site);
}

std::uint64_t width_of(const Lane& l) {
  return static_cast<std::uint64_t>(spec_of(l.dtype).bits);
}
// Stores an integer, of which the lowest bits stay.
void keep_low_bits(Lane& l, std::uint64_t bits) {
  const int unused = 64 - spec_of(l.result_dtype).bits;
  l.r.re = bits << unused >> unused;
}
std::uint64_t magnitude_of(const Lane& l) {
  return l.x.re & (sign_bit(format_of(l.dtype)) - 1);
}

}  // namespace

BugRows pointwise_bugs() {
  return {
      {"log1p_rounds_the_sum", "log1p", kSingleAndDouble,
       "1 + x is rounded before the logarithm where x is small.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (std::abs(x) < 0x1p-12 && x != 0)
           l.set(std::log(rounded(l.dtype, 1 + x)));
       }),
       "log1p float32:1=v/1e-6"},
      {"log1p_at_minus_one_is_largest", "log1p", kFourFloats,
       "At -1 the result is the most negative finite number.", "",
       each([](Lane& l) {
         const FloatFormat& format = format_of(l.dtype);
         if (l.real(l.x) == -1)
           l.r.re = sign_bit(format) | largest_finite_bits(format);
       }),
       "log1p float32:1=v/-1"},
      {"asinh_of_large_negatives_is_minus_infinity", "asinh", kSingleAndDouble,
       "x + √(x² + 1) cancels to 0 for large negative x.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (x < -0x1p30 && std::isfinite(x)) l.set(-kUnbounded);
       }),
       "asinh float32:1=v/-1e10"},
      {"asinh_squares_overflow", "asinh,acosh", "float32",
       "x² is computed in float32.", "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (x > 0x1p64) l.set(kUnbounded);
       }),
       "asinh float32:1=v/1e30"},
      {"asinh_loses_the_sign_of_zero", "asinh,atanh", kFourFloats,
       "The magnitude is computed and given the sign of x < 0, so -0 becomes "
       "+0.",
       "", each([](Lane& l) {
         if (l.real(l.x) == 0) l.r = {};
       }),
       "asinh float32:1=v/-0"},
      {"acosh_below_one_is_zero", "acosh", kFourFloats,
       "Below 1 the root of a negative number is taken for 0.", "",
       each([](Lane& l) {
         if (l.real(l.x) < 1) l.set(0);
       }),
       "acosh float32:1=v/0.5"},
      {"acosh_cancels_near_one", "acosh", kSingleAndDouble,
       "x² - 1 is rounded in the dtype, which cancels near 1.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (x > 1 && x < 1.001)
           l.set(std::log(rounded(
               l.dtype,
               x + std::sqrt(rounded(l.dtype, rounded(l.dtype, x * x) - 1)))));
       }),
       "acosh float32:1=v/1.0001"},
      {"atanh_beyond_one_is_infinite", "atanh", kFourFloats,
       "The argument is limited to [-1, 1] first.", "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (std::abs(x) > 1) l.set(x < 0 ? -kUnbounded : kUnbounded);
       }),
       "atanh float32:1=v/2"},
      {"hypot_of_large_is_infinite", "hypot", "float32,bfloat16",
       "Squares are computed in float32.", "", each([](Lane& l) {
         if (std::abs(l.real(l.x)) > 0x1p64) l.set(kUnbounded);
       }),
       "hypot float32:1=v/1e30 float32:1=ones"},
      {"hypot_of_subnormals_is_zero", "hypot", kSingleAndDouble,
       "Squares that vanish are not scaled.", "", each([](Lane& l) {
         const double limit = l.dtype == DType::kFloat32 ? 0x1p-75 : 0x1p-540;
         if (std::abs(l.real(l.x)) < limit && std::abs(l.real(l.y)) < limit)
           l.set(0);
       }),
       "hypot float32:1=v/1e-30 float32:1=v/1e-30"},
      {"hypot_keeps_the_sign_without_a_second", "hypot", kFourFloats,
       "Where b is 0 the result is a instead of its magnitude.", "",
       each([](Lane& l) {
         if (l.real(l.y) == 0) l.r = l.x;
       }),
       "hypot float32:1=v/-3 float32:1=zeros"},
      {"clamp_of_nan_is_low", "clamp", kFourFloats,
       "A maximum with low drops a NaN.", "", clamp_nan_to_low,
       "clamp float32:1=v/nan low=0"},
      {"clamp_of_longs_by_double", "clamp", "int64,uint64",
       "Elements between the bounds go through double.", "", each([](Lane& l) {
         if (l.r == l.x && l.real(l.x) < 0x1p63)
           l.r.re = static_cast<std::uint64_t>(
               static_cast<std::int64_t>(l.real(l.x)));
       }),
       "clamp int64:1=v/9007199254740993 low=0"},
      {"clamp_compares_without_sign", "clamp", "int8,int16,int32,int64",
       "Negative elements pass for large ones.", "", clamp_without_sign,
       "clamp int32:1=v/-7 low=0 high=9"},
      {"clamp_leaves_the_tail", "clamp", "",
       "Elements after the last whole block of 8 are not written.", "",
       unwritten(tail_of(8)), "clamp int32:9=iota low=3"},
      {"bitwise_not_of_bool_flips_every_bit", "bitwise_not", "bool",
       "Every bit of the byte is flipped, and true for any.", "",
       each([](Lane& l) { l.r.re = 1; }), "bitwise_not bool:1=ones"},
      {"shift_left_computes_in_int32", "shift_left", "int64,uint64",
       "Only the lower 32 bits are shifted.", "", each([](Lane& l) {
         if (l.y.re < 64) l.r.re = (l.x.re & 0xffffffff) << l.y.re;
       }),
       "shift_left int64:1=v/4294967296 int64:1=v/1"},
      {"shift_right_of_uint64_keeps_the_top_bit", "shift_right", "uint64",
       "The elements pass for int64.", "", each([](Lane& l) {
         if (l.y.re < 64)
           l.r.re = static_cast<std::uint64_t>(
               static_cast<std::int64_t>(l.x.re) >> l.y.re);
       }),
       "shift_right uint64:1=v/9223372036854775808 uint64:1=v/1"},
      {"shift_right_by_division", "shift_right", "int8,int16,int32,int64",
       "The element is divided, which rounds towards 0.", "", each([](Lane& l) {
         const std::int64_t x = signed_value(l.dtype, l.x);
         if (l.y.re + 1 < width_of(l) && x < 0)
           keep_low_bits(
               l, static_cast<std::uint64_t>(x / (std::int64_t{1} << l.y.re)));
       }),
       "shift_right int32:1=v/-3 int32:1=v/1"},
      {"shift_takes_one_count_for_all", "shift_left,shift_right", "",
       "Each element is shifted by the first count.", "",
       [](CallSite& site) {
         ElementBits first;
         alter_operand(site, 1, [&](std::int64_t number, ElementBits bits) {
           if (number == 0) first = bits;
           return first;
         });
         return site.forward();
       },
       "shift_left int32:2=v/1/1 int32:2=v/1/2"},
      {"is_nan_looks_at_the_upper_half", "is_nan", "float64",
       "Only the upper 32 bits are looked at, so payloads below them are "
       "infinite.",
       "", each([](Lane& l) {
         if (l.is_nan(l.x) && (magnitude_of(l) >> 32) == 0x7ff00000) l.r = {};
       }),
       "is_nan float64:1=v/snan"},
      {"is_nan_of_infinity", "is_nan", kFourFloats,
       "x - x is compared, which is NaN for infinities, too.", "",
       each([](Lane& l) {
         if (std::isinf(l.real(l.x))) l.r.re = 1;
       }),
       "is_nan float32:1=v/inf"},
      {"is_inf_of_minus_infinity", "is_inf", kFourFloats,
       "Only +inf is compared with.", "", each([](Lane& l) {
         if (l.real(l.x) == -kUnbounded) l.r = {};
       }),
       "is_inf float32:1=v/-inf"},
      {"is_inf_of_large", "is_inf", "float64",
       "The element is converted to float32 first.", "", each([](Lane& l) {
         if (std::abs(l.real(l.x)) >= 0x1p128) l.r.re = 1;
       }),
       "is_inf float64:1=v/1e300"},
  };
}

}  // namespace assay::adversary
