// Defines the scalar evaluators of cast, one for each category of operand. Each
// returns the element in the result's dtype. Tested by
// tests/reference/conversion_test.cc.
#pragma once

#include <cmath>

#include "reference/elements.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "spec/op_lookup.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

// Returns the element that the profile gives for a float8 that overflowed, and
// otherwise the element itself. `bits` are the element of a number or an
// infinity.
inline Open<ElementBits> with_float8_overflow(const Profile& profile, DType to,
                                              ElementBits bits) {
  const FloatFormat& format = format_of(to);
  const std::uint64_t sign = bits.re & sign_bit(format);
  if (spec_of(to).bits != 8 || (bits.re ^ sign) != overflow_bits(format))
    return {bits};
  if (profile.is(kPolicy<"cast.float8_overflow=saturate">))
    return {{sign | largest_finite_bits(format), 0}};
  return {bits, profile.is(kPolicy<"cast.float8_overflow=any">)
                    ? Freedom::kAny
                    : Freedom::kNone};
}

// Converts an integer or bool, given as sign and magnitude, to a dtype.
inline Open<ElementBits> cast_integer(const Profile& profile, bool negative,
                                      std::uint64_t magnitude, DType to) {
  switch (category_of(to)) {
    case Category::kBool:
      return {encode(to, magnitude != 0)};  // cast.bool
    case Category::kSigned:
    case Category::kUnsigned:
      return {encode(to, negative ? 0 - magnitude : magnitude)};  // cast.wrap
    case Category::kReal:
    case Category::kComplex:
      break;
  }
  return with_float8_overflow(
      profile, to,
      {encode_scaled(format_of(to), negative, magnitude, 0),
       0});  // cast.rounding
}

// Returns whether an integer dtype has no value for trunc(x), because x is NaN,
// an infinity or too large.
inline bool is_out_of_range(double x, DType to) {
  const bool is_signed = category_of(to) == Category::kSigned;
  const int width = spec_of(to).bits;
  const double limit = std::ldexp(1.0, is_signed ? width - 1 : width);
  const double whole = std::trunc(x);
  return !(whole >= (is_signed ? -limit : 0) && whole < limit);
}

// Converts a real to an integer dtype.
inline Open<ElementBits> cast_to_integer(const Profile& profile, double x,
                                         DType to) {
  const bool is_signed = category_of(to) == Category::kSigned;
  const int width = spec_of(to).bits;
  const double whole = std::trunc(x);  // cast.truncate
  // The dtype holds -limit … limit - 1, or 0 … limit - 1.
  const double limit = std::ldexp(1.0, is_signed ? width - 1 : width);
  const double lowest = is_signed ? -limit : 0;
  const std::uint64_t largest =
      ~std::uint64_t{0} >> (is_signed ? 65 - width : 64 - width);
  if (whole >= lowest && whole < limit) {
    const auto magnitude = static_cast<std::uint64_t>(std::fabs(whole));
    return {encode(to, whole < 0 ? 0 - magnitude : magnitude)};  // cast.value
  }
  const Freedom freedom = profile.is(kPolicy<"cast.out_of_range=any">)
                              ? Freedom::kAny
                              : Freedom::kNone;
  if (is_nan(x)) return {encode(to, std::uint64_t{0}), freedom};  // cast.nan
  if (x > 0) return {encode(to, largest), freedom};  // cast.out_of_range
  const std::uint64_t smallest = is_signed ? ~largest : 0;
  return {encode(to, smallest), freedom};  // cast.out_of_range
}

inline Open<ElementBits> evaluate(OpTag<"cast">, const Profile& profile,
                                  Bool auto x, DType to) {
  return cast_integer(profile, false, x ? 1 : 0, to);  // cast.from_bool
}

template <Integer T>
Open<ElementBits> evaluate(OpTag<"cast">, const Profile& profile, T x,
                           DType to) {
  const auto bits = static_cast<std::uint64_t>(x);
  return cast_integer(profile, x < 0, x < 0 ? 0 - bits : bits, to);
}

inline Open<ElementBits> evaluate(OpTag<"cast">, const Profile& profile,
                                  Complex z, DType to) {
  switch (category_of(to)) {
    case Category::kBool: {
      const bool reads_both = profile.is(kPolicy<"cast.complex_bool=either">);
      return {encode(to, z.re != 0 || (reads_both && z.im != 0))};  // cast.bool
    }
    case Category::kSigned:
    case Category::kUnsigned:
      return cast_to_integer(profile, z.re, to);  // cast.complex
    case Category::kReal:
      if (is_nan(z.re)) return {encode(to, z.re)};
      return with_float8_overflow(profile, to,
                                  encode(to, z.re));  // cast.complex
    case Category::kComplex:
      break;
  }
  return {encode(to, z)};  // cast.overflow, cast.subnormal
}

// Converts a real to any dtype. As a complex number its imaginary part is +0.
inline Open<ElementBits> evaluate(OpTag<"cast">, const Profile& profile,
                                  Real auto x, DType to) {
  return evaluate(OpTag<"cast">{}, profile, Complex{x, 0}, to);  // cast.complex
}

}  // namespace assay
