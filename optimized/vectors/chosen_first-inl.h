// Moves the lanes of a vector that a mask chooses to its front, in order.
// Included once per target. Tested by tests/optimized/selection_test.cc.
#if defined(ASSAY_OPTIMIZED_CHOSEN_FIRST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_CHOSEN_FIRST_INL_H_
#undef ASSAY_OPTIMIZED_CHOSEN_FIRST_INL_H_
#else
#define ASSAY_OPTIMIZED_CHOSEN_FIRST_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX2
// Returns, for each mask of the lanes, which word goes to each of the eight
// places of a vector, four bits each. A lane has 8 / lanes words.
template <unsigned lanes>
constexpr std::array<std::uint32_t, 1 << lanes> words_by_mask() {
  constexpr unsigned kWords = 8 / lanes;
  std::array<std::uint32_t, 1 << lanes> table{};
  for (unsigned mask = 0; mask < table.size(); ++mask) {
    unsigned place = 0;
    for (const unsigned wanted : {1u, 0u})
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if ((mask >> lane & 1) != wanted) continue;
        for (unsigned word = 0; word < kWords; ++word, ++place)
          table[mask] |= (lane * kWords + word) << 4 * place;
      }
  }
  return table;
}
template <unsigned lanes>
inline constexpr std::array<std::uint32_t, 1 << lanes> kWordsByMask =
    words_by_mask<lanes>();

template <typename T>
inline constexpr bool kOthersFollow = true;

// Highway's table is a local variable, which g++ 12 copies for each vector.
template <class D, class V, class M>
HWY_INLINE V chosen_first(D d, V x, M mask) {
  constexpr unsigned kLanes = 32 / sizeof(hn::TFromD<D>);
  const hn::Repartition<std::uint32_t, D> words;
  const __m256i chosen = hn::BitCast(words, hn::VecFromMask(d, mask)).raw;
  const int bits = kLanes == 8
                       ? _mm256_movemask_ps(_mm256_castsi256_ps(chosen))
                       : _mm256_movemask_pd(_mm256_castsi256_pd(chosen));
  const auto packed =
      hn::Set(words, kWordsByMask<kLanes>[static_cast<std::size_t>(bits)]);
  const auto places =
      hn::Shr(packed, hn::Mul(hn::Iota(words, 0u), hn::Set(words, 4u)));
  return hn::BitCast(d, hn::Vec<decltype(words)>{_mm256_permutevar8x32_epi32(
                            hn::BitCast(words, x).raw, places.raw)});
}
#elif HWY_TARGET != HWY_SCALAR
// Whether chosen_first() puts the other lanes behind those chosen. If not, they
// are unspecified.
template <typename T>
inline constexpr bool kOthersFollow = hn::CompressIsPartition<T>::value;

template <class D, class V, class M>
HWY_INLINE V chosen_first(D d, V x, M mask) {
  static_cast<void>(d);
  return hn::Compress(x, mask);
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
