// Converts elements to and from scalars, with one C++ type per category. Every
// integer is exact in 64 bits and every real in float64, so one evaluator
// serves all dtypes of a category.
// Tested by tests/reference/conversion_test.cc.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "spec/element.h"
#include "spec/float_codec.h"

namespace assay {

// Holds a complex element.
struct Complex {
  double re = 0;
  double im = 0;
};

// Matches the scalars of the signed and unsigned categories. Narrower integers
// wrap when they are stored, so arithmetic modulo 2^64 is also right modulo
// 2^w.
template <typename T>
concept Integer =
    std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;

// Match the other scalars. An evaluator takes `Real auto x` instead of
// `double x`, so that an integer is not converted if its evaluator is missing.
template <typename T>
concept Bool = std::same_as<T, bool>;
template <typename T>
concept Real = std::same_as<T, double>;
template <typename T>
concept Ordered = Integer<T> || Bool<T> || Real<T>;

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline bool is_nan(double x) { return std::isnan(x); }
inline bool is_nan(Complex z) { return std::isnan(z.re) || std::isnan(z.im); }
template <typename T>
requires(Integer<T> || Bool<T>) constexpr bool is_nan(T) { return false; }
inline bool is_finite(Complex z) {
  return std::isfinite(z.re) && std::isfinite(z.im);
}

// Returns the exact value of one component. float32 and float64 need no
// decoding, because they are formats of the machine.
inline double decode_component(const FloatFormat& format, std::uint64_t bits) {
  if (format.bits == 64) return std::bit_cast<double>(bits);
  if (format.bits == 32)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return decode_real(format, bits);
}

// Returns an element as the scalar of its dtype's category.
template <typename T>
T decode(DType dtype, ElementBits bits) {
  if constexpr (Bool<T>) {
    return bits.re != 0;
  } else if constexpr (Integer<T>) {
    return static_cast<T>(signed_value(dtype, bits));
  } else if constexpr (Real<T>) {
    return decode_component(format_of(dtype), bits.re);
  } else {
    static_assert(std::is_same_v<T, Complex>);
    return {decode_component(format_of(dtype), bits.re),
            decode_component(format_of(dtype), bits.im)};
  }
}

// Convert between 64 bits and the integer that they stand for.
template <Integer T>
constexpr T wrapped(std::uint64_t bits) {
  return static_cast<T>(bits);
}
template <Integer T>
constexpr std::uint64_t bits_of(T x) {
  return static_cast<std::uint64_t>(x);
}

// Return the element of a scalar. Integers wrap, and reals are rounded once.
inline ElementBits encode(DType, bool x) { return {x ? 1u : 0u, 0}; }
template <Integer T>
ElementBits encode(DType dtype, T x) {
  const int unused = 64 - spec_of(dtype).bits;
  return {static_cast<std::uint64_t>(x) << unused >> unused, 0};
}
inline ElementBits encode(DType dtype, double x) {
  return {encode_real(format_of(dtype), x), 0};
}
inline ElementBits encode(DType dtype, Complex z) {
  return {encode_real(format_of(dtype), z.re),
          encode_real(format_of(dtype), z.im)};
}

// Calls `f` with std::type_identity<T>, where T is the scalar of the dtype's
// category.
template <typename F>
auto with_scalar_of(DType dtype, F f) {
  switch (category_of(dtype)) {
    case Category::kBool:
      return f(std::type_identity<bool>{});
    case Category::kSigned:
      return f(std::type_identity<std::int64_t>{});
    case Category::kUnsigned:
      return f(std::type_identity<std::uint64_t>{});
    case Category::kReal:
      return f(std::type_identity<double>{});
    case Category::kComplex:
      break;
  }
  return f(std::type_identity<Complex>{});
}

}  // namespace assay
