// Defines the scalar evaluators of the functions on reals. MPFR computes them:
// it is correct in every bit that it keeps and follows the special cases of C.
// The result is rounded once, when it is stored.
// Tested by tests/reference/elementwise_functions_test.cc.
#pragma once

#include "reference/exact_real.h"
#include "reference/scalar.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

inline ExactReal evaluate(OpTag<"exp">, Real auto x) {
  if (is_nan(x)) return exact(x);                  // exp.nan
  if (x == 0) return exact(1.0);                   // exp.zero
  if (std::isinf(x)) return exact(x < 0 ? 0 : x);  // exp.infinity
  return evaluated(mpfr_exp, x);                   // exp.value, exp.overflow
}
inline ExactReal evaluate(OpTag<"log">, Real auto x) {
  if (is_nan(x)) return exact(x);        // log.nan
  if (x == 0) return exact(-kInfinity);  // log.zero
  if (x < 0) return exact(kNaN);         // log.domain
  if (x == 1) return exact(0.0);         // log.one
  if (std::isinf(x)) return exact(x);    // log.infinity
  return evaluated(mpfr_log, x);         // log.value
}
inline ExactReal evaluate(OpTag<"sin">, Real auto x) {
  if (is_nan(x)) return exact(x);         // sin.nan
  if (x == 0) return exact(x);            // sin.signed_zero
  if (std::isinf(x)) return exact(kNaN);  // sin.infinity
  return evaluated(mpfr_sin, x);          // sin.value, sin.large
}
inline ExactReal evaluate(OpTag<"cos">, Real auto x) {
  if (is_nan(x)) return exact(x);         // cos.nan
  if (x == 0) return exact(1.0);          // cos.zero
  if (std::isinf(x)) return exact(kNaN);  // cos.infinity
  return evaluated(mpfr_cos, x);          // cos.value, cos.large
}
inline ExactReal evaluate(OpTag<"tan">, Real auto x) {
  if (is_nan(x)) return exact(x);         // tan.nan
  if (x == 0) return exact(x);            // tan.signed_zero
  if (std::isinf(x)) return exact(kNaN);  // tan.infinity
  return evaluated(mpfr_tan, x);          // tan.value, tan.large
}
inline ExactReal evaluate(OpTag<"asin">, Real auto x) {
  if (is_nan(x)) return exact(x);           // asin.nan
  if (x < -1 || x > 1) return exact(kNaN);  // asin.domain
  if (x == 0) return exact(x);              // asin.signed_zero
  return evaluated(mpfr_asin, x);           // asin.value
}
inline ExactReal evaluate(OpTag<"acos">, Real auto x) {
  if (is_nan(x)) return exact(x);           // acos.nan
  if (x < -1 || x > 1) return exact(kNaN);  // acos.domain
  if (x == 1) return exact(0.0);            // acos.one
  return evaluated(mpfr_acos, x);           // acos.value
}
inline ExactReal evaluate(OpTag<"atan">, Real auto x) {
  if (is_nan(x)) return exact(x);  // atan.nan
  if (x == 0) return exact(x);     // atan.signed_zero
  return evaluated(mpfr_atan, x);  // atan.value, atan.infinity
}
inline ExactReal evaluate(OpTag<"sinh">, Real auto x) {
  if (is_nan(x)) return exact(x);      // sinh.nan
  if (x == 0) return exact(x);         // sinh.signed_zero
  if (std::isinf(x)) return exact(x);  // sinh.infinity
  return evaluated(mpfr_sinh, x);      // sinh.value, sinh.overflow
}
inline ExactReal evaluate(OpTag<"cosh">, Real auto x) {
  if (is_nan(x)) return exact(x);              // cosh.nan
  if (x == 0) return exact(1.0);               // cosh.zero
  if (std::isinf(x)) return exact(kInfinity);  // cosh.infinity
  return evaluated(mpfr_cosh, x);              // cosh.value, cosh.overflow
}
inline ExactReal evaluate(OpTag<"tanh">, Real auto x) {
  if (is_nan(x)) return exact(x);                       // tanh.nan
  if (x == 0) return exact(x);                          // tanh.signed_zero
  if (std::isinf(x)) return exact(x < 0 ? -1.0 : 1.0);  // tanh.infinity
  return evaluated(mpfr_tanh, x);  // tanh.value, tanh.saturated
}
inline ExactReal evaluate(OpTag<"erf">, Real auto x) {
  if (is_nan(x)) return exact(x);                       // erf.nan
  if (x == 0) return exact(x);                          // erf.signed_zero
  if (std::isinf(x)) return exact(x < 0 ? -1.0 : 1.0);  // erf.infinity
  return evaluated(mpfr_erf, x);  // erf.value, erf.saturated
}

// Returns the angle of the point (x, y).
inline ExactReal evaluate(OpTag<"atan2">, Real auto y, Real auto x) {
  if (is_nan(x) || is_nan(y)) return exact(kNaN);  // atan2.nan
  // MPFR follows C for zeros and infinities: atan2(-0, x < 0) = -π.
  const auto angle =
      evaluated(mpfr_atan2, y, x);  // atan2.value, atan2.minus_pi
  return angle;                     // atan2.signed_zero, atan2.infinity
}

inline ExactReal evaluate(OpTag<"pow">, const Profile&, Real auto x,
                          Real auto y) {
  if (y == 0) return exact(1.0);                   // pow.zero_exponent
  if (x == 1) return exact(1.0);                   // pow.one
  if (y == 1) return exact(x);                     // pow.one
  if (is_nan(x) || is_nan(y)) return exact(kNaN);  // pow.nan
  // MPFR follows C for zeros, infinities and negative bases.
  const auto power = evaluated(mpfr_pow, x, y);  // pow.value, pow.infinity
  return power;                                  // pow.overflow, pow.subnormal
}

}  // namespace assay
