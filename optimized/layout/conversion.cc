// Implements the conversions as loops without branches, which the compiler
// turns into vectors for each target. float16 uses conversion instructions
// where the target has them.
// Tested by tests/optimized/conversion_test.cc.
#include "optimized/layout/conversion.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/conversion.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

constexpr std::int32_t kFloatInfinity = 0x7f800000;

// Returns the bits without the sign. The result is signed, because vectors
// compare signed integers.
constexpr std::int32_t magnitude_of(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits & 0x7fffffffu);
}

// A bfloat16 is the upper half of a float.
float widened_bfloat16(std::uint32_t half) {
  const std::uint32_t bits = half << 16;
  const bool is_nan = magnitude_of(bits) > kFloatInfinity;
  return std::bit_cast<float>(is_nan ? bits | 0x00400000u : bits);
}

// Adds half an ulp, less one bit if the upper half is even, and so rounds ties
// to even.
std::uint32_t narrowed_bfloat16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t nearest = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  const std::uint32_t nan = (bits >> 16 & 0x8000u) | 0x7fc0u;
  return magnitude_of(bits) > kFloatInfinity ? nan : nearest;
}

// Shifted left, the exponent and fraction of a narrow format take the places of
// a float's. Multiplying by a power of two then corrects the exponent's bias
// and makes subnormals normal.
template <DType dtype>
float widened(std::uint32_t bits) {
  if constexpr (dtype == DType::kBfloat16) return widened_bfloat16(bits);
  constexpr FloatFormat kFormat = format_of(dtype);
  constexpr int kShift = 24 - kFormat.precision;
  constexpr std::uint32_t kSign = 1u << (kFormat.bits - 1);
  const std::uint32_t magnitude = bits & (kSign - 1);
  const std::uint32_t sign = (bits & kSign) << (32 - kFormat.bits);
  constexpr auto kScale =
      static_cast<std::uint32_t>(253 + kFormat.min_exponent);
  const float scaled = std::bit_cast<float>(magnitude << kShift) *
                       std::bit_cast<float>(kScale << 23);
  std::uint32_t result = std::bit_cast<std::uint32_t>(scaled);
  if constexpr (kFormat.has_infinity) {
    constexpr std::uint32_t kInfinity =
        ((1u << (kFormat.bits - kFormat.precision)) - 1)
        << (kFormat.precision - 1);
    // The largest exponent is that of infinity and NaN, which keep their bits;
    // NaNs become quiet.
    const std::uint32_t special = 0x7f800000u | (magnitude << kShift) |
                                  (magnitude > kInfinity ? 0x00400000u : 0u);
    result = magnitude >= kInfinity ? special : result;
  } else {
    result = magnitude == kSign - 1 ? 0x7fc00000u : result;
  }
  return std::bit_cast<float>(result | sign);
}

template <DType dtype>
std::uint32_t narrowed(float x) {
  if constexpr (dtype == DType::kBfloat16) return narrowed_bfloat16(x);
  constexpr FloatFormat kFormat = format_of(dtype);
  constexpr int kShift = 24 - kFormat.precision;
  constexpr std::uint32_t kLow = (1u << kShift) - 1;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const std::uint32_t sign = (bits >> 31) << (kFormat.bits - 1);
  // Normal results: add half an ulp of the result, less one bit if it is even.
  constexpr std::uint32_t kBias =
      static_cast<std::uint32_t>(126 + kFormat.min_exponent) << 23;
  const std::uint32_t even = (magnitude >> kShift) & 1u;
  const std::uint32_t normal =
      (magnitude - kBias + (kLow >> 1) + even) >> kShift;
  // Subnormal results: add a number whose ulp is the format's smallest
  // subnormal, so that the processor rounds there.
  constexpr int kUlp = kFormat.min_exponent - (kFormat.precision - 1);
  constexpr std::uint32_t kAddend = static_cast<std::uint32_t>(kUlp + 23 + 127)
                                    << 23;
  const std::uint32_t subnormal =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) +
                                   std::bit_cast<float>(kAddend)) -
      kAddend;
  constexpr std::uint32_t kSmallestNormal =
      static_cast<std::uint32_t>(127 + kFormat.min_exponent) << 23;
  std::uint32_t result = magnitude < kSmallestNormal ? subnormal : normal;
  constexpr std::uint32_t kOverflow =
      kFormat.has_infinity ? ((1u << (kFormat.bits - kFormat.precision)) - 1)
                                 << (kFormat.precision - 1)
                           : (1u << (kFormat.bits - 1)) - 1;
  constexpr std::uint32_t kNan = kFormat.has_infinity
                                     ? kOverflow | 1u << (kFormat.precision - 2)
                                     : kOverflow;
  result = result > kOverflow ? kOverflow : result;
  // In formats with few exponents, `normal` has more bits than the format for
  // values from 2^127 on.
  constexpr std::uint32_t kHuge =
      kFormat.max_exponent < 127
          ? static_cast<std::uint32_t>(127 + kFormat.max_exponent + 1) << 23
          : 0x7f800000u;
  result = magnitude >= kHuge ? kOverflow : result;
  result = magnitude > 0x7f800000u ? kNan : result;
  return result | sign;
}

// Every AVX2 target has F16C.
#if HWY_TARGET <= HWY_AVX2
std::size_t widen_vectors(const std::byte* storage, float* out,
                          std::size_t size) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> narrow;
  const auto* in = reinterpret_cast<const std::uint16_t*>(storage);
  return whole_vectors<StepLength::kShort>(
      d, out, size, true,
      [&](std::size_t i) HWY_ATTR {
        return Float16Lanes::widened(d, hn::LoadU(narrow, in + i));
      },
      OperandsAhead<1, std::uint16_t>{&in});
}

// Rounds whole vectors and returns how many elements they cover.
std::size_t narrow_vectors(const float* x, std::byte* storage,
                           std::size_t size) {
  const hn::ScalableTag<float> d;
  const hn::Twice<NarrowTag<decltype(d)>> narrow2;
  auto* out = reinterpret_cast<std::uint16_t*>(storage);
  const float* const halves[] = {x, x + std::min(size, hn::Lanes(d))};
  const auto at = [&](std::size_t i) HWY_ATTR {
    const auto low = hn::LoadU(d, x + i);
    const auto high = hn::LoadU(d, x + i + hn::Lanes(d));
    // NaNs are few, and take twice the steps of numbers. If there is one, the
    // sum is a NaN, too.
    if (HWY_LIKELY(hn::AllFalse(d, hn::IsNaN(hn::Add(low, high)))))
      return hn::Combine(narrow2, Float16Lanes::rounded(d, high),
                         Float16Lanes::rounded(d, low));
    return hn::Combine(narrow2, Float16Lanes::narrowed(d, high),
                       Float16Lanes::narrowed(d, low));
  };
  return whole_vectors<StepLength::kShort>(narrow2, out, size, true, at,
                                           OperandsAhead<2, float>{halves});
}
#else
std::size_t widen_vectors(const std::byte*, float*, std::size_t) { return 0; }
std::size_t narrow_vectors(const float*, std::byte*, std::size_t) { return 0; }
#endif

template <DType dtype, typename Bits>
void widen_all(const std::byte* storage, float* out, std::int64_t count) {
  std::int64_t done = 0;
  if constexpr (dtype == DType::kFloat16)
    done = static_cast<std::int64_t>(
        widen_vectors(storage, out, static_cast<std::size_t>(count)));
  const Bits* in = reinterpret_cast<const Bits*>(storage) + done;
  each_element(out + done, count - done,
               [=](std::int64_t i) HWY_ATTR { return widened<dtype>(in[i]); });
}

template <DType dtype, typename Bits>
void narrow_all(const float* x, std::byte* storage, std::int64_t count) {
  std::int64_t done = 0;
  if constexpr (dtype == DType::kFloat16)
    done = static_cast<std::int64_t>(
        narrow_vectors(x, storage, static_cast<std::size_t>(count)));
  each_element(reinterpret_cast<Bits*>(storage) + done, count - done,
               [in = x + done](std::int64_t i) HWY_ATTR {
                 return static_cast<Bits>(narrowed<dtype>(in[i]));
               });
}

void widen_dtype(DType narrow, const std::byte* storage, float* out,
                 std::int64_t count) {
  switch (narrow) {
    case DType::kFloat16:
      return widen_all<DType::kFloat16, std::uint16_t>(storage, out, count);
    case DType::kBfloat16:
      return widen_all<DType::kBfloat16, std::uint16_t>(storage, out, count);
    case DType::kFloat8E4m3fn:
      return widen_all<DType::kFloat8E4m3fn, std::uint8_t>(storage, out, count);
    default:
      return widen_all<DType::kFloat8E5m2, std::uint8_t>(storage, out, count);
  }
}

void narrow_dtype(DType narrow, const float* x, std::byte* storage,
                  std::int64_t count) {
  switch (narrow) {
    case DType::kFloat16:
      return narrow_all<DType::kFloat16, std::uint16_t>(x, storage, count);
    case DType::kBfloat16:
      return narrow_all<DType::kBfloat16, std::uint16_t>(x, storage, count);
    case DType::kFloat8E4m3fn:
      return narrow_all<DType::kFloat8E4m3fn, std::uint8_t>(x, storage, count);
    default:
      return narrow_all<DType::kFloat8E5m2, std::uint8_t>(x, storage, count);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(widen_dtype);
HWY_EXPORT(narrow_dtype);

void widen(DType narrow, const std::byte* storage, float* out,
           std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(widen_dtype)(narrow, storage, out, count);
}

void narrow(DType narrow, const float* x, std::byte* storage,
            std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(narrow_dtype)(narrow, x, storage, count);
}

void unpack_nibbles(DType packed, const std::byte* storage, std::int64_t first,
                    std::uint8_t* out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at = first + i;
    const auto byte = static_cast<std::uint8_t>(storage[at / 2]);
    const int nibble = at % 2 == 0 ? byte & 15 : byte >> 4;
    // The sign of a nibble is its bit of value 8.
    const int value = packed == DType::kInt4 ? (nibble ^ 8) - 8 : nibble;
    out[i] = static_cast<std::uint8_t>(value);
  }
}

void pack_nibbles(const std::uint8_t* x, std::byte* storage, std::int64_t first,
                  std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at = first + i;
    const auto byte = static_cast<std::uint8_t>(storage[at / 2]);
    const int packed = at % 2 == 0 ? (byte & 0xf0) | (x[i] & 15)
                                   : (byte & 0x0f) | (x[i] & 15) << 4;
    storage[at / 2] = static_cast<std::byte>(packed);
  }
}

}  // namespace assay::optimized
#endif
