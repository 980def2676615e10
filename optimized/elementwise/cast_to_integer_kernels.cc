// Provides the kernels that cast to integers and bool. Integers wrap, floats
// are truncated and saturate, NaN gives 0, and whatever is not 0 is true. The
// loops are plain and the compiler turns them into vectors, except from float32
// to integers of 8 and 16 bits.
// Tested by the suite on every target.
#include <complex>
#include <limits>
#include <type_traits>

#include "optimized/elementwise/cast.h"
#include "optimized/layout/compute_type.h"

// SSE4 does not make these loops faster than the fallback.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | ASSAY_ABSENT_TARGETS)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/cast_to_integer_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

struct Truth {
  template <typename From>
  std::uint8_t operator()(From x) const {
    if constexpr (kIsComplex<From>)
      return x.real() != 0 || x.imag() != 0;
    else
      return x != 0;
  }
};

// Converts to integers of `bits` bits, stored in a T.
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
      return static_cast<T>(x);  // packed dtypes keep the low bits
    } else {
      // Both ends are exact as floats, because kMax + 1 is a power of two.
      constexpr From kEnd = static_cast<From>(kMax / 2 + 1) * 2;
      constexpr From kFloor = static_cast<From>(kMin);
      const T end = x < 0 ? kMin : kMax;
      const T whole = x >= kFloor && x < kEnd ? static_cast<T>(x) : end;
      return x == x ? whole : T{0};
    }
  }
};

// Without AVX-512 the compiler uses masks for narrow elements, which are slower
// than clamping to 32-bit integers in explicit vectors.
#undef ASSAY_NARROW_VECTORS
#define ASSAY_NARROW_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET > HWY_AVX3)
#if ASSAY_NARROW_VECTORS
// Casts floats to integers of 8 or 16 bits in whole vectors. Returns how many
// elements these cover.
template <typename F, typename T>
std::size_t narrow_vectors(const float* x, T* to, std::size_t count) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<std::int32_t> d32;
  const hn::ScalableTag<std::int16_t> d16;
  const hn::ScalableTag<std::int8_t> d8;
  const std::size_t lanes = hn::Lanes(d);
  const auto low = hn::Set(d, F::kMin), high = hn::Set(d, F::kMax);
  const auto integers = [&](const float* from) HWY_ATTR {
    const auto v = hn::LoadU(d, from);
    const auto number = hn::IfThenElseZero(hn::Eq(v, v), v);
    return hn::ConvertTo(d32, hn::Clamp(number, low, high));
  };
  const auto halves = [&](const float* from) HWY_ATTR {
    return hn::ConcatEven(d16, hn::BitCast(d16, integers(from + lanes)),
                          hn::BitCast(d16, integers(from)));
  };
  const hn::ScalableTag<T> dt;
  return whole_vectors(dt, to, count, true, [&](std::size_t i) HWY_ATTR {
    if constexpr (sizeof(T) == 2)
      return hn::BitCast(dt, halves(x + i));
    else
      return hn::BitCast(
          dt, hn::ConcatEven(d8, hn::BitCast(d8, halves(x + i + 2 * lanes)),
                             hn::BitCast(d8, halves(x + i))));
  });
}
#endif

template <typename From, typename F>
void convert(std::byte* out, const std::byte* const* in, std::int64_t count) {
  using To = decltype(F()(From()));
  const From* x = reinterpret_cast<const From*>(in[0]);
  To* to = reinterpret_cast<To*>(out);
#if ASSAY_NARROW_VECTORS
  if constexpr (std::is_same_v<From, float> && !std::is_same_v<F, Truth> &&
                sizeof(To) < 4) {
    const std::size_t done =
        narrow_vectors<F>(x, to, static_cast<std::size_t>(count));
    x += done;
    to += done;
    count -= static_cast<std::int64_t>(done);
  }
#endif
  each_element(to, count, [=](std::int64_t i) HWY_ATTR { return F()(x[i]); });
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
