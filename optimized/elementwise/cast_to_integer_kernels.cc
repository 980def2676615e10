// Provides the kernels that cast to integers and bool. Integers wrap, floats
// are truncated and saturate, NaN gives 0, and whatever is not 0 is true. The
// loops are plain and the compiler turns them into vectors, except from float32
// to signed and narrow integers.
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

// Explicit vectors are faster than the compiler's masks.
#undef ASSAY_FLOAT_VECTORS
#define ASSAY_FLOAT_VECTORS (HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86)
#if ASSAY_FLOAT_VECTORS
using Floats = hn::ScalableTag<float>;
using Int32s = hn::ScalableTag<std::int32_t>;

// Truncates numbers. NaN and numbers out of range become the lowest integer.
HWY_INLINE hn::Vec<Int32s> truncated(hn::Vec<Floats> x) {
#if HWY_TARGET <= HWY_AVX3
  return hn::Vec<Int32s>{_mm512_cvttps_epi32(x.raw)};
#else
  return hn::Vec<Int32s>{_mm256_cvttps_epi32(x.raw)};
#endif
}

// Pack two vectors, each 128-bit block apart, and saturate.
template <bool to_signed>
HWY_INLINE hn::Vec<Int32s> packed_halves(hn::Vec<Int32s> a, hn::Vec<Int32s> b) {
#if HWY_TARGET <= HWY_AVX3
  return {to_signed ? _mm512_packs_epi32(a.raw, b.raw)
                    : _mm512_packus_epi32(a.raw, b.raw)};
#else
  return {to_signed ? _mm256_packs_epi32(a.raw, b.raw)
                    : _mm256_packus_epi32(a.raw, b.raw)};
#endif
}
template <bool to_signed>
HWY_INLINE hn::Vec<Int32s> packed_bytes(hn::Vec<Int32s> a, hn::Vec<Int32s> b) {
#if HWY_TARGET <= HWY_AVX3
  return {to_signed ? _mm512_packs_epi16(a.raw, b.raw)
                    : _mm512_packus_epi16(a.raw, b.raw)};
#else
  return {to_signed ? _mm256_packs_epi16(a.raw, b.raw)
                    : _mm256_packus_epi16(a.raw, b.raw)};
#endif
}

// The order of 32-bit lanes that undoes the packing of whole 128-bit blocks.
// Blocks of four vectors are packed into bytes, or of two into 16 bits.
template <std::size_t size>
HWY_INLINE auto block_order(Int32s d) {
  HWY_ALIGN std::int32_t lanes[HWY_MAX_BYTES / 4];
  const auto blocks = static_cast<std::int32_t>(hn::Lanes(d) / 4);
  std::size_t to = 0;
  for (std::int32_t part = 0; part < 4; part += size)
    for (std::int32_t block = 0; block < blocks; ++block)
      for (std::int32_t lane = 0; lane < std::int32_t{size}; ++lane)
        lanes[to++] = block * 4 + part + lane;
  return hn::SetTableIndices(d, lanes);
}

// Casts floats to integers of 8 or 16 bits in whole vectors. Returns how many
// elements these cover.
template <typename F, typename T>
std::size_t float_vectors(const float* x, T* to, std::size_t count) {
  const Floats d;
  const Int32s d32;
  const hn::ScalableTag<T> dt;
  constexpr bool kIsSigned = std::is_signed_v<T>;
  const std::size_t lanes = hn::Lanes(d);
  const auto low = hn::Set(d, F::kMin), high = hn::Set(d, F::kMax);
  // Packing saturates at the lower end of T, and the lowest integer, which a
  // number below the range becomes, is there too.
  const auto integers = [&](std::size_t at) HWY_ATTR {
    const auto v = hn::LoadU(d, x + at);
    auto number = hn::Min(v, high);
    if constexpr (F::kMin != std::numeric_limits<T>::min())
      number = hn::Max(number, low);
    return hn::IfThenElseZero(hn::RebindMask(d32, hn::Eq(v, v)),
                              truncated(number));
  };
  const auto halves = [&](std::size_t at) HWY_ATTR {
    return packed_halves < kIsSigned ||
           sizeof(T) == 1 > (integers(at), integers(at + lanes));
  };
  const auto order = block_order < sizeof(T) == 1 ? 1 : 2 > (d32);
  return whole_vectors(dt, to, count, true, [&](std::size_t i) HWY_ATTR {
    if constexpr (sizeof(T) == 2)
      return hn::BitCast(dt, hn::TableLookupLanes(halves(i), order));
    else
      return hn::BitCast(
          dt, hn::TableLookupLanes(
                  packed_bytes<kIsSigned>(halves(i), halves(i + 2 * lanes)),
                  order));
  });
}

// Casts floats to int32 in whole vectors.
template <typename F>
std::size_t float_vectors(const float* x, std::int32_t* to, std::size_t count) {
  const Floats d;
  const Int32s d32;
  const auto end = hn::Set(d, 0x1p31f);
  const auto highest = hn::Set(d32, F::kMax);
  return whole_vectors<StepLength::kShort>(
      d32, to, count, true, [&](std::size_t i) HWY_ATTR {
        const auto v = hn::LoadU(d, x + i);
        const auto whole =
            hn::IfThenElseZero(hn::RebindMask(d32, hn::Eq(v, v)), truncated(v));
        return hn::IfThenElse(hn::RebindMask(d32, hn::Ge(v, end)), highest,
                              whole);
      });
}
#endif

template <typename From, typename F>
void convert(std::byte* out, const std::byte* const* in, std::int64_t count) {
  using To = decltype(F()(From()));
  const From* x = reinterpret_cast<const From*>(in[0]);
  To* to = reinterpret_cast<To*>(out);
#if ASSAY_FLOAT_VECTORS
  if constexpr (std::is_same_v<From, float> && !std::is_same_v<F, Truth> &&
                (sizeof(To) < 4 || std::is_same_v<To, std::int32_t>)) {
    const std::size_t done =
        float_vectors<F>(x, to, static_cast<std::size_t>(count));
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
