// Maps each dtype to the C++ type in which its elements are computed, so that
// one kernel serves several dtypes: floats of 16 and 8 bits as float, 4-bit
// integers as 8-bit ones, bool as a byte of 0 or 1.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "spec/dtype.h"

namespace assay::optimized {

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// The type in which elements of T wrap when they are added.
template <typename T>
struct SummandOf {
  using type = T;
};
template <typename T>
requires std::is_integral_v<T>
struct SummandOf<T> {
  using type = std::make_unsigned_t<T>;
};
template <typename T>
using Summand = typename SummandOf<T>::type;

// Returns the bytes of an element, or 1 if two elements share a byte.
constexpr std::int64_t bytes_of(DType dtype) {
  return spec_of(dtype).bits < 8 ? 1 : spec_of(dtype).bits / 8;
}

// Returns the dtype that stores exactly the compute type of the given one.
constexpr DType compute_dtype_of(DType dtype) {
  if (is_narrow_real(dtype)) return DType::kFloat32;
  if (dtype == DType::kInt4) return DType::kInt8;
  if (dtype == DType::kUint4 || dtype == DType::kBool) return DType::kUint8;
  return dtype;
}

// Calls f(std::type_identity<T>()), where T is the compute type of the dtype,
// and returns the result.
template <typename F>
constexpr decltype(auto) with_compute_type(DType dtype, F f) {
  switch (compute_dtype_of(dtype)) {
    case DType::kFloat32:
      return f(std::type_identity<float>());
    case DType::kFloat64:
      return f(std::type_identity<double>());
    case DType::kInt8:
      return f(std::type_identity<std::int8_t>());
    case DType::kInt16:
      return f(std::type_identity<std::int16_t>());
    case DType::kUint16:
      return f(std::type_identity<std::uint16_t>());
    case DType::kInt32:
      return f(std::type_identity<std::int32_t>());
    case DType::kUint32:
      return f(std::type_identity<std::uint32_t>());
    case DType::kInt64:
      return f(std::type_identity<std::int64_t>());
    case DType::kUint64:
      return f(std::type_identity<std::uint64_t>());
    case DType::kComplex64:
      return f(std::type_identity<std::complex<float>>());
    case DType::kComplex128:
      return f(std::type_identity<std::complex<double>>());
    default:
      return f(std::type_identity<std::uint8_t>());
  }
}

}  // namespace assay::optimized
