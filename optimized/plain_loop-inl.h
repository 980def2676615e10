// Loops that the compiler turns into vectors, with results that no cache keeps
// stored past them.
// Included once per target. Tested by tests/optimized/plain_run_test.cc.
#if defined(ASSAY_OPTIMIZED_PLAIN_LOOP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PLAIN_LOOP_INL_H_
#undef ASSAY_OPTIMIZED_PLAIN_LOOP_INL_H_
#else
#define ASSAY_OPTIMIZED_PLAIN_LOOP_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/plain_run.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Pieces of few lines: reading and writing go on at the same time.
inline constexpr std::size_t kPieceBytes = 512;

// to[i] = f(i) for i < count; where the result goes past the caches, piece by
// piece from the first aligned one on.
template <typename To, typename F>
HWY_INLINE void plain_loop(To* HWY_RESTRICT to, std::int64_t count, F f) {
  std::int64_t i = 0;
  constexpr std::int64_t kSize = sizeof(To);
  const auto place = reinterpret_cast<std::uintptr_t>(to);
  if (HWY_UNLIKELY(goes_past_caches(count * kSize)) && place % kSize == 0) {
    constexpr auto kPiece = static_cast<std::int64_t>(kPieceBytes) / kSize;
    const hn::ScalableTag<std::uint8_t> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto before =
        static_cast<std::int64_t>((lanes - place % lanes) % lanes) / kSize;
    HWY_ALIGN To piece[kPiece];
    for (; i < before && i < count; ++i) to[i] = f(i);
    for (; i + kPiece <= count; i += kPiece) {
      for (std::int64_t k = 0; k < kPiece; ++k) piece[k] = f(i + k);
      const auto* from = reinterpret_cast<const std::uint8_t*>(piece);
      auto* aligned = reinterpret_cast<std::uint8_t*>(to + i);
      for (std::size_t k = 0; k < kPieceBytes; k += lanes)
        hn::Stream(hn::Load(d, from + k), d, aligned + k);
    }
    hwy::FlushStream();
  }
  for (; i < count; ++i) to[i] = f(i);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
