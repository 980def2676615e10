// Defines the scalar evaluators of comparisons, max and min. One evaluator
// serves every category, because operands are exact. C++ compares as IEEE 754
// does, with -0 == +0.
// Tested by tests/reference/elementwise_order_test.cc.
#pragma once

#include "reference/elements.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

template <Ordered T>
bool evaluate(OpTag<"cmpeq">, T x, T y) {
  return x == y;  // cmpeq.value, cmpeq.nan, cmpeq.signed_zero
}
inline bool evaluate(OpTag<"cmpeq">, Complex a, Complex b) {
  return a.re == b.re && a.im == b.im;  // cmpeq.complex
}
template <Ordered T>
bool evaluate(OpTag<"cmpne">, T x, T y) {
  return x != y;  // cmpne.value, cmpne.nan, cmpne.signed_zero
}
inline bool evaluate(OpTag<"cmpne">, Complex a, Complex b) {
  return a.re != b.re || a.im != b.im;  // cmpne.complex
}
template <Ordered T>
bool evaluate(OpTag<"cmplt">, T x, T y) {
  const bool less = x < y;  // cmplt.value, cmplt.unsigned
  return less;              // cmplt.nan, cmplt.signed_zero
}
template <Ordered T>
bool evaluate(OpTag<"cmple">, T x, T y) {
  const bool less_or_equal = x <= y;  // cmple.value, cmple.unsigned
  return less_or_equal;               // cmple.nan, cmple.signed_zero
}

// Returns the extremum if x or y is NaN, as the profile says.
inline Open<double> extremum_with_nan(const Profile& profile, double x,
                                      double y) {
  if (profile.is(kPolicy<"max.nan=ignore">)) return {is_nan(x) ? y : x};
  if (profile.is(kPolicy<"max.nan=any">)) return {kNaN, Freedom::kAny};
  return {kNaN};
}

// Returns the freedom of an extremum: its sign is open if both operands are
// zeros with different signs.
template <Ordered T>
Freedom extremum_freedom(T x, T y) {
  if constexpr (Real<T>)
    if (x == 0 && y == 0 && std::signbit(x) != std::signbit(y))
      return Freedom::kZeroSign;
  return Freedom::kNone;
}

template <Ordered T>
Open<T> evaluate(OpTag<"max">, const Profile& profile, T x, T y) {
  if constexpr (Real<T>)
    if (is_nan(x) || is_nan(y))
      return extremum_with_nan(profile, x, y);     // max.nan
  return {x < y ? y : x, extremum_freedom(x, y)};  // max.value, max.signed_zero
}
template <Ordered T>
Open<T> evaluate(OpTag<"min">, const Profile& profile, T x, T y) {
  if constexpr (Real<T>)
    if (is_nan(x) || is_nan(y))
      return extremum_with_nan(profile, x, y);     // min.nan
  return {y < x ? y : x, extremum_freedom(x, y)};  // min.value, min.signed_zero
}

}  // namespace assay
