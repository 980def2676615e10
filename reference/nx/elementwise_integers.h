// Defines the scalar evaluators of the elementwise ops on integers and bool, in
// 64 bits. + - · use unsigned arithmetic, which wraps. Storing keeps the low w
// bits.
// Tested by tests/reference/elementwise_integers_test.cc.
#pragma once

#include "reference/elements.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

template <Integer T>
T evaluate(OpTag<"add">, T x, T y) {
  return wrapped<T>(bits_of(x) + bits_of(y));  // add.wrap
}
template <Integer T>
T evaluate(OpTag<"sub">, T x, T y) {
  return wrapped<T>(bits_of(x) - bits_of(y));  // sub.wrap
}
template <Integer T>
T evaluate(OpTag<"mul">, T x, T y) {
  return wrapped<T>(bits_of(x) * bits_of(y));  // mul.wrap
}
template <Integer T>
T evaluate(OpTag<"neg">, T x) {
  return wrapped<T>(0 - bits_of(x));  // neg.wrap
}

// Returns the quotient x / y truncated toward zero, for y != 0. INT64_MIN / -1
// wraps. For narrower dtypes INT_MIN / -1 is 2^(w-1), which wraps when it is
// stored.
template <Integer T>
T quotient(T x, T y) {
  if (std::is_signed_v<T> && y == static_cast<T>(-1))
    return wrapped<T>(0 - bits_of(x));
  return x / y;
}

// Returns x - trunc(x / y) · y, for y != 0.
template <Integer T>
T remainder_of(T x, T y) {
  return wrapped<T>(bits_of(x) - bits_of(quotient(x, y)) * bits_of(y));
}

// Returns whether a non-zero remainder must be changed to the divisor's sign.
template <Integer T>
bool signs_differ(T remainder, T divisor) {
  return remainder != 0 && (remainder < 0) != (divisor < 0);
}

// Returns how much of the value is open: everything if the profile has this
// value `any` of an axis, else nothing.
inline Freedom freedom_under(const Profile& profile, Policy any) {
  return profile.is(any) ? Freedom::kAny : Freedom::kNone;
}

// Returns whether the profile makes a call with these operands an error.
template <Integer T>
bool is_error(OpTag<"div">, const Profile& profile, T, T y) {
  return profile.is(kPolicy<"div.integer_zero=error">) && y == 0;
}
template <Integer T>
bool is_error(OpTag<"mod">, const Profile& profile, T, T y) {
  return profile.is(kPolicy<"mod.integer_zero=error">) && y == 0;
}
template <Integer T>
bool is_error(OpTag<"pow">, const Profile& profile, T, T y) {
  return profile.is(kPolicy<"pow.negative_exponent=error">) && y < 0;
}

template <Integer T>
Open<T> evaluate(OpTag<"div">, const Profile& profile, T x, T y) {
  if (y == 0)
    return {
        0, freedom_under(profile,
                         kPolicy<"div.integer_zero=any">)};  // div.integer_zero
  T q = quotient(x, y);  // div.truncate, div.int_min
  if (profile.is(kPolicy<"div.integer=floor">) &&
      signs_differ(remainder_of(x, y), y))
    q = wrapped<T>(bits_of(q) - 1);
  return {q};
}

template <Integer T>
Open<T> evaluate(OpTag<"mod">, const Profile& profile, T x, T y) {
  if (y == 0)
    return {
        0, freedom_under(profile,
                         kPolicy<"mod.integer_zero=any">)};  // mod.integer_zero
  T r = remainder_of(x, y);  // mod.value, mod.sign, mod.int_min
  if (profile.is(kPolicy<"mod.sign=divisor">) && signs_differ(r, y))
    r = wrapped<T>(bits_of(r) + bits_of(y));
  return {r};
}

// Returns x^y modulo 2^64 for y >= 0, by repeated squaring. x^0 is 1 for every
// x.
template <Integer T>
T power(T x, T y) {
  std::uint64_t result = 1;  // pow.zero_exponent
  std::uint64_t square = bits_of(x);
  for (std::uint64_t left = bits_of(y); left != 0; left >>= 1) {
    if ((left & 1) != 0) result *= square;  // pow.wrap
    square *= square;
  }
  return wrapped<T>(result);
}

template <Integer T>
Open<T> evaluate(OpTag<"pow">, const Profile& profile, T x, T y) {
  // 63 is the largest exponent of six bits.
  if (y > 63 && profile.is(kPolicy<"pow.overflow=any">))
    return {power(x, y), Freedom::kAny};
  if (y >= 0) return {power(x, y)};  // pow.value
  if (profile.is(kPolicy<"pow.negative_exponent=any">))
    return {0, Freedom::kAny};
  if (profile.is(kPolicy<"pow.negative_exponent=zero">)) return {0};
  if (x == 1) return {1};  // pow.one
  if (x == static_cast<T>(-1)) return {y % 2 == 0 ? T{1} : x};
  return {0};  // pow.negative_exponent
}

template <Integer T>
Open<T> evaluate(OpTag<"recip">, const Profile& profile, T x) {
  if (x == 0 && profile.is(kPolicy<"recip.integer_zero=any">))
    return {0, Freedom::kAny};
  if (x == 0) return {0};  // recip.integer_zero
  const bool is_unit =
      x == 1 || (std::is_signed_v<T> && x == static_cast<T>(-1));
  return {is_unit ? x : T{0}};  // recip.integer
}

template <Integer T>
T evaluate(OpTag<"abs">, T x) {
  return x < 0 ? wrapped<T>(0 - bits_of(x)) : x;  // abs.value, abs.int_min
}

template <Integer T>
T evaluate(OpTag<"sign">, const Profile&, T x) {
  if (x == 0) return 0;
  return x < 0 ? static_cast<T>(-1) : T{1};
}

// Return the integer unchanged, because it needs no rounding.
template <Integer T>
T evaluate(OpTag<"trunc">, T x) {
  return x;  // trunc.integer
}
template <Integer T>
T evaluate(OpTag<"ceil">, T x) {
  return x;  // ceil.integer
}
template <Integer T>
T evaluate(OpTag<"floor">, T x) {
  return x;  // floor.integer
}
template <Integer T>
T evaluate(OpTag<"round">, const Profile&, T x) {
  return x;  // round.integer
}

// Operate on the dtype's bits, sign extended. Storing keeps the low w of them.
template <Integer T>
T evaluate(OpTag<"xor">, T x, T y) {
  return wrapped<T>(bits_of(x) ^ bits_of(y));  // xor.value
}
template <Integer T>
T evaluate(OpTag<"or">, T x, T y) {
  return wrapped<T>(bits_of(x) | bits_of(y));  // or.value
}
template <Integer T>
T evaluate(OpTag<"and">, T x, T y) {
  return wrapped<T>(bits_of(x) & bits_of(y));  // and.value
}
inline bool evaluate(OpTag<"xor">, Bool auto x, Bool auto y) {
  return x != y;  // xor.bool
}
inline bool evaluate(OpTag<"or">, Bool auto x, Bool auto y) {
  return x || y;  // or.bool
}
inline bool evaluate(OpTag<"and">, Bool auto x, Bool auto y) {
  return x && y;  // and.bool
}

}  // namespace assay
