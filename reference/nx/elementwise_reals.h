// Defines the scalar evaluators of the elementwise ops on reals, in float64.
// The double result of + - · / √ is rounded again when it is stored. For dtypes
// of at most 24 bits this is still correct rounding, because 53 >= 2·24 + 2
// (Figueroa, "When is double rounding innocuous?", 1995). Rounding ops, mod,
// abs, neg and sign are exact. Tested by
// tests/reference/elementwise_reals_test.cc.
#pragma once

#include <cmath>

#include "reference/elements.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

static_assert(std::numeric_limits<double>::is_iec559);

inline double evaluate(OpTag<"add">, Real auto x, Real auto y) {
  const double sum = x + y;  // add.value, add.overflow
  return sum;                // add.nan, add.infinity, add.signed_zero
}
inline double evaluate(OpTag<"sub">, Real auto x, Real auto y) {
  const double difference = x - y;  // sub.value, sub.overflow
  return difference;                // sub.nan, sub.infinity, sub.signed_zero
}
inline double evaluate(OpTag<"mul">, Real auto x, Real auto y) {
  const double product = x * y;  // mul.value, mul.overflow, mul.subnormal
  return product;                // mul.nan, mul.infinity, mul.signed_zero
}
inline double evaluate(OpTag<"div">, const Profile&, Real auto x, Real auto y) {
  const double quotient = x / y;  // div.value, div.overflow, div.subnormal
  return quotient;                // div.nan, div.infinity, div.zero
}
inline double evaluate(OpTag<"recip">, const Profile&, Real auto x) {
  const double quotient =
      1 / x;        // recip.value, recip.overflow, recip.subnormal
  return quotient;  // recip.zero, recip.infinity, recip.nan
}
inline double evaluate(OpTag<"sqrt">, Real auto x) {
  const double root = std::sqrt(x);  // sqrt.value, sqrt.domain, sqrt.nan
  return root;                       // sqrt.signed_zero, sqrt.infinity
}

// Computes mod with fmod, which is exact for every ratio and follows C in every
// special case.
inline double evaluate(OpTag<"mod">, const Profile& profile, Real auto x,
                       Real auto y) {
  const double r = std::fmod(x, y);  // mod.value, mod.sign, mod.infinity
  if (profile.is(kPolicy<"mod.sign=divisor">)) {
    if (r == 0) return std::copysign(0.0, y);
    return std::signbit(r) != std::signbit(y) ? r + y : r;
  }
  return r;  // mod.nan, mod.signed_zero
}

inline double evaluate(OpTag<"neg">, Real auto x) {
  return -x;  // neg.value, neg.nan, neg.signed_zero
}
inline double evaluate(OpTag<"abs">, Real auto x) {
  return std::fabs(x);  // abs.signed_zero, abs.nan, abs.infinity
}
inline double evaluate(OpTag<"sign">, const Profile& profile, Real auto x) {
  if (is_nan(x))
    return profile.is(kPolicy<"sign.nan=zero">) ? 0 : x;  // sign.nan
  if (x == 0)
    return profile.is(kPolicy<"sign.zero=kept">) ? x : 0;  // sign.zero
  return x < 0 ? -1 : 1;                                   // sign.value
}

inline double evaluate(OpTag<"trunc">, Real auto x) {
  return std::trunc(x);  // trunc.value, trunc.signed_zero, trunc.nonfinite
}
inline double evaluate(OpTag<"ceil">, Real auto x) {
  return std::ceil(x);  // ceil.value, ceil.signed_zero, ceil.nonfinite
}
inline double evaluate(OpTag<"floor">, Real auto x) {
  return std::floor(x);  // floor.value, floor.signed_zero, floor.nonfinite
}
inline double evaluate(OpTag<"round">, const Profile& profile, Real auto x) {
  const bool is_half = std::fabs(x - std::trunc(x)) == 0.5;
  if (is_half && profile.is(kPolicy<"round.half=even">))
    return 2 * std::round(x / 2);  // x / 2 ends in .25 or .75: no tie
  const double r = std::round(x);  // round.value, round.half
  return r;  // round.below_half, round.signed_zero, round.nonfinite
}

}  // namespace assay
