// Casts to integers and bool: integers wrap, floats are truncated and saturate,
// NaN gives 0, and whatever is not 0 is true. Plain loops, which the compiler
// turns into vectors. Tested by the suite on every target.
#include <complex>
#include <limits>
#include <type_traits>

#include "optimized/cast.h"
#include "optimized/compute_type.h"

// SSE4 does no more for these loops than the fallback.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cast_to_integer_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T>
constexpr bool kIsComplex = false;
template <typename T>
constexpr bool kIsComplex<std::complex<T>> = true;

struct Truth {
  template <typename From>
  std::uint8_t operator()(From x) const {
    if constexpr (kIsComplex<From>)
      return x.real() != 0 || x.imag() != 0;
    else
      return x != 0;
  }
};

// To integers of `bits` bits that T holds.
template <typename T, int bits>
struct Integer {
  static constexpr T kMax =
      static_cast<T>(std::numeric_limits<T>::max() >> (sizeof(T) * 8 - bits));
  static constexpr T kMin =
      std::is_signed_v<T> ? static_cast<T>(-kMax - 1) : T{0};

  template <typename From>
  T operator()(From x) const {
    if constexpr (kIsComplex<From>) {
      return (*this)(x.real());
    } else if constexpr (std::is_integral_v<From>) {
      return static_cast<T>(x);  // what is packed keeps its low bits
    } else {
      // Both ends are floats: kMax + 1 is a power of two.
      constexpr From kEnd = static_cast<From>(kMax / 2 + 1) * 2;
      constexpr From kFloor = static_cast<From>(kMin);
      const T end = x < 0 ? kMin : kMax;
      const T whole = x >= kFloor && x < kEnd ? static_cast<T>(x) : end;
      return x == x ? whole : T{0};
    }
  }
};

template <typename From, typename F>
void convert(std::byte* out, const std::byte* const* in, std::int64_t count) {
  using To = decltype(F()(From()));
  const From* HWY_RESTRICT x = reinterpret_cast<const From*>(in[0]);
  To* HWY_RESTRICT to = reinterpret_cast<To*>(out);
  for (std::int64_t i = 0; i < count; ++i) to[i] = F()(x[i]);
}

template <typename From>
Kernel kernel_from(DType to) {
  switch (to) {
    case DType::kBool:
      return &convert<From, Truth>;
    case DType::kInt4:
      return &convert<From, Integer<std::int8_t, 4>>;
    case DType::kUint4:
      return &convert<From, Integer<std::uint8_t, 4>>;
    case DType::kInt8:
      return &convert<From, Integer<std::int8_t, 8>>;
    case DType::kUint8:
      return &convert<From, Integer<std::uint8_t, 8>>;
    case DType::kInt16:
      return &convert<From, Integer<std::int16_t, 16>>;
    case DType::kUint16:
      return &convert<From, Integer<std::uint16_t, 16>>;
    case DType::kInt32:
      return &convert<From, Integer<std::int32_t, 32>>;
    case DType::kUint32:
      return &convert<From, Integer<std::uint32_t, 32>>;
    case DType::kInt64:
      return &convert<From, Integer<std::int64_t, 64>>;
    default:
      return &convert<From, Integer<std::uint64_t, 64>>;
  }
}

Kernel kernel_here(DType from, DType to) {
  return with_compute_type(from, [&](auto type) {
    return kernel_from<typename decltype(type)::type>(to);
  });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel cast_to_integer(DType from, DType to) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(from, to);
}

}  // namespace assay::optimized
#endif
