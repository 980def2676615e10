// Has the formulas of the elementwise ops of lax that scalars suffice for.
// Tested by tests/reference/lax_elementwise_test.cc.
#pragma once

#include <cmath>

#include "reference/exact_complex.h"
#include "reference/exact_real.h"
#include "reference/scalar.h"
#include "spec/op_name.h"

namespace assay {

inline Complex evaluate(OpTag<"conj">, Complex z) {
  const Complex conjugate = {z.re, -z.im};  // conj.value, conj.signed_zero
  return conjugate;                         // conj.nan
}
inline double evaluate(OpTag<"conj">, Real auto x) {
  return x;  // conj.real
}
template <Integer T>
T evaluate(OpTag<"conj">, T x) {
  return x;  // conj.real
}

inline ExactReal evaluate(OpTag<"rsqrt">, Real auto x) {
  if (is_nan(x)) return exact(x);                              // rsqrt.nan
  if (x == 0) return exact(std::copysign(kInfinity, x));       // rsqrt.zero
  if (x < 0) return exact(kNaN);                               // rsqrt.domain
  if (std::isinf(x)) return exact(0.0);                        // rsqrt.infinity
  const ExactReal root = evaluated(mpfr_rec_sqrt, double{x});  // rsqrt.value
  return root;                                                 // rsqrt.exact
}
ExactComplex evaluate(OpTag<"rsqrt">, Complex z);

inline ExactReal evaluate(OpTag<"expm1">, Real auto x) {
  if (is_nan(x)) return exact(x);                        // expm1.nan
  if (x == 0) return exact(x);                           // expm1.signed_zero
  if (std::isinf(x)) return exact(x < 0 ? -1.0 : x);     // expm1.infinity
  const ExactReal y = evaluated(mpfr_expm1, double{x});  // expm1.value
  return y;  // expm1.small, expm1.range, expm1.overflow
}
ExactComplex evaluate(OpTag<"expm1">, Complex z);

template <Ordered T>
bool evaluate(OpTag<"cmpgt">, T x, T y) {
  const bool greater = x > y;  // cmpgt.value, cmpgt.unsigned
  return greater;              // cmpgt.nan, cmpgt.signed_zero
}
template <Ordered T>
bool evaluate(OpTag<"cmpge">, T x, T y) {
  const bool greater_or_equal = x >= y;  // cmpge.value, cmpge.unsigned
  return greater_or_equal;               // cmpge.nan, cmpge.signed_zero
}

}  // namespace assay
