// Divides vectors of 32-bit integers by products of floats, which takes a third
// of the time of the divider, or, with AVX2, of doubles, which takes half of
// it. Included once per target. Tested by
// tests/optimized/integer_quotient_test.cc.
#if defined(ASSAY_OPTIMIZED_INTEGER_QUOTIENTS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_INTEGER_QUOTIENTS_INL_H_
#undef ASSAY_OPTIMIZED_INTEGER_QUOTIENTS_INL_H_
#else
#define ASSAY_OPTIMIZED_INTEGER_QUOTIENTS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3
struct MagnitudeDivision {
  __m512i quotient, rest;
};

// Divides magnitudes a and b below 2^32 exactly. Where b is zero the results
// mean nothing.
//
// Let d = 2^-21. The inverse r of b is computed from an estimate within 2^-14
// by a step of Newton's that aims at (1 - d) / b. Its relative distance from
// there is at most 2^-28 of the estimate, 2^-24 of the last rounding and 2^-24
// of rounding b to a float. Rounding a and the product p = a r adds 2^-24 each.
// As 2^-28 + 4 * 2^-24, with the products of these errors, is less than 2^-21.9
// < d, p is less than a / b and more than (1 - 2^-20) a / b. So
//
//   q = trunc(p) is at most floor(a / b), and the rest a - q b is not negative;
//   a / b - q < 1 + 2^-20 a / b <= 1 + 2^12.
//
// The same step on the rest, which is below 2^32, gives q' at most
// floor(rest / b), where rest / b - q' < 1 + 2^-20 (1 + 2^12) < 2. So the sum
// of both quotients is right or one too small, and the last rest says which.
HWY_INLINE MagnitudeDivision divide_magnitudes(__m512i a, __m512i b) {
  const __m512 divisor = _mm512_cvtepu32_ps(b);
  const __m512 estimate = _mm512_rcp14_ps(divisor);
  const __m512 step =
      _mm512_fnmadd_ps(divisor, estimate, _mm512_set1_ps(1 - 0x1p-21F));
  const __m512 inverse = _mm512_fmadd_ps(estimate, step, estimate);
  const __m512i first =
      _mm512_cvttps_epu32(_mm512_mul_ps(_mm512_cvtepu32_ps(a), inverse));
  const __m512i near = _mm512_sub_epi32(a, _mm512_mullo_epi32(first, b));
  const __m512i second =
      _mm512_cvttps_epu32(_mm512_mul_ps(_mm512_cvtepu32_ps(near), inverse));
  const __m512i rest = _mm512_sub_epi32(near, _mm512_mullo_epi32(second, b));
  const __m512i quotient = _mm512_add_epi32(first, second);
  const __mmask16 is_short = _mm512_cmpge_epu32_mask(rest, b);
  return {_mm512_mask_sub_epi32(quotient, is_short, quotient,
                                _mm512_set1_epi32(-1)),
          _mm512_mask_sub_epi32(rest, is_short, rest, b)};
}

// The truncated quotient of 32-bit integers, which wraps, or 0 if b is 0.
template <typename T>
struct QuotientByProducts {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    const __mmask16 has_divisor = _mm512_test_epi32_mask(b.raw, b.raw);
    if constexpr (std::is_signed_v<T>) {
      const __m512i magnitude =
          divide_magnitudes(_mm512_abs_epi32(a.raw), _mm512_abs_epi32(b.raw))
              .quotient;
      const __mmask16 is_negative =
          _mm512_movepi32_mask(_mm512_xor_si512(a.raw, b.raw));
      return V{_mm512_maskz_mov_epi32(
          has_divisor,
          _mm512_mask_sub_epi32(magnitude, is_negative, _mm512_setzero_si512(),
                                magnitude))};
    } else {
      return V{_mm512_maskz_mov_epi32(
          has_divisor, divide_magnitudes(a.raw, b.raw).quotient)};
    }
  }
};

// The remainder of that quotient, which has the sign of a, or 0 if b is 0.
template <typename T>
struct RemainderByProducts {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    const __mmask16 has_divisor = _mm512_test_epi32_mask(b.raw, b.raw);
    if constexpr (std::is_signed_v<T>) {
      const __m512i rest =
          divide_magnitudes(_mm512_abs_epi32(a.raw), _mm512_abs_epi32(b.raw))
              .rest;
      return V{_mm512_maskz_mov_epi32(
          has_divisor, _mm512_mask_sub_epi32(rest, _mm512_movepi32_mask(a.raw),
                                             _mm512_setzero_si512(), rest))};
    } else {
      return V{_mm512_maskz_mov_epi32(has_divisor,
                                      divide_magnitudes(a.raw, b.raw).rest)};
    }
  }
};

#elif HWY_TARGET == HWY_AVX2
// Convert four integers to doubles, and doubles that are integers plus a
// fraction back. A NaN gives any integer.
template <typename T>
HWY_INLINE __m256d doubles_of(__m128i x) {
  if constexpr (std::is_signed_v<T>) return _mm256_cvtepi32_pd(x);
  const __m128i shifted = _mm_xor_si128(x, _mm_set1_epi32(INT32_MIN));
  return _mm256_add_pd(_mm256_cvtepi32_pd(shifted), _mm256_set1_pd(0x1p31));
}
template <typename T>
HWY_INLINE __m128i truncated(__m256d x) {
  if constexpr (std::is_signed_v<T>) return _mm256_cvttpd_epi32(x);
  const __m256d shifted =
      _mm256_sub_pd(_mm256_floor_pd(x), _mm256_set1_pd(0x1p31));
  return _mm_xor_si128(_mm256_cvttpd_epi32(shifted), _mm_set1_epi32(INT32_MIN));
}

// The truncated quotients of integers, which wrap. Where b is zero they mean
// nothing.
//
// Let d = 2^-33. The inverse r of b is computed from an estimate within
// 1.5 * 2^-12 by a step of third order that aims at (1 + d) / b. The cube of
// the estimate's error is less than 2^-34.2, and roundings to float and double
// change it by less than 2^-40. So the product p = a r is a / b (1 + t) with
// 0 < t < 2^-32. As a is at most 2^31 in size, or below 2^32 without a sign, p
// is further from zero than a / b by less than 1 / |b|, which is the least
// distance of a / b from the next integer. So trunc(p) is the quotient.
template <typename T>
HWY_INLINE __m128i divide_four(__m128i a, __m128i b) {
  const __m256d divisor = doubles_of<T>(b);
  const __m256d estimate =
      _mm256_cvtps_pd(_mm_rcp_ps(_mm256_cvtpd_ps(divisor)));
  const __m256d off =
      _mm256_fnmadd_pd(divisor, estimate, _mm256_set1_pd(1 + 0x1p-33));
  const __m256d step = _mm256_fmadd_pd(off, off, off);
  const __m256d inverse = _mm256_fmadd_pd(estimate, step, estimate);
  return truncated<T>(_mm256_mul_pd(doubles_of<T>(a), inverse));
}

// The truncated quotient of 32-bit integers, which wraps, or 0 if b is 0.
template <typename T>
struct QuotientByProducts {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    const __m128i low = divide_four<T>(_mm256_castsi256_si128(a.raw),
                                       _mm256_castsi256_si128(b.raw));
    const __m128i high = divide_four<T>(_mm256_extracti128_si256(a.raw, 1),
                                        _mm256_extracti128_si256(b.raw, 1));
    const __m256i is_zero = _mm256_cmpeq_epi32(b.raw, _mm256_setzero_si256());
    return V{_mm256_andnot_si256(is_zero, _mm256_set_m128i(high, low))};
  }
};

// The remainder of that quotient, which has the sign of a, or 0 if b is 0.
template <typename T>
struct RemainderByProducts {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b) const {
    const V quotient = QuotientByProducts<T>()(d, a, b);
    const V rest = hn::Sub(a, hn::Mul(quotient, b));
    return hn::IfThenZeroElse(hn::Eq(b, hn::Zero(d)), rest);
  }
};
#endif

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <typename T, typename F>
void by_products(std::byte* out, const std::byte* const* in,
                 std::int64_t count) {
  transform<T, 2>(out, in, count, F());
}

#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
