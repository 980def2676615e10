// Provides the loop for plain expressions, which the compiler turns into
// vectors. Large results are computed in pieces and each piece is stored past
// the caches. A piece is small, so that the processor keeps reading operands
// while it is stored.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_PIECES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PIECES_INL_H_
#undef ASSAY_OPTIMIZED_PIECES_INL_H_
#else
#define ASSAY_OPTIMIZED_PIECES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/resources/plain_run.h"
#include "optimized/vectors/lines_ahead-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// An element of the result may share its place with an operand's element of the
// same index and with nothing else, so no step depends on another.
#undef ASSAY_INDEPENDENT_STEPS
#if HWY_COMPILER_GCC_ACTUAL
#define ASSAY_INDEPENDENT_STEPS _Pragma("GCC ivdep")
#else
#define ASSAY_INDEPENDENT_STEPS
#endif

// Stores to[i] = f(i) for i < count.
template <typename T, typename F>
HWY_INLINE void each_element(T* to, std::int64_t count, F f) {
  constexpr std::int64_t kPiece = 64;  // whole cache lines of any element
  constexpr std::size_t kLine = 64;
  std::int64_t i = 0;
  if (goes_past_caches(count * std::int64_t{sizeof(T)}) &&
      reinterpret_cast<std::uintptr_t>(to) % sizeof(T) == 0) {
    for (; i < count && reinterpret_cast<std::uintptr_t>(to + i) % kLine != 0;
         ++i)
      to[i] = f(i);
    const hn::CappedTag<std::uint8_t, kLine> d;
    for (; i + kPiece <= count; i += kPiece) {
      alignas(kLine) T piece[kPiece];
      ASSAY_INDEPENDENT_STEPS
      for (std::int64_t k = 0; k < kPiece; ++k) piece[k] = f(i + k);
      const auto* from = reinterpret_cast<const std::uint8_t*>(piece);
      auto* place = reinterpret_cast<std::uint8_t*>(to + i);
      for (std::size_t byte = 0; byte < sizeof(piece); byte += hn::Lanes(d))
        hn::Stream(hn::Load(d, from + byte), d, place + byte);
    }
    end_past_caches();
  }
  // Bytes are stored a line at a time, so they wait less.
  if (sizeof(T) > 1 &&
      fetches_results(static_cast<std::size_t>(count) * sizeof(T)))
    for (; i + kPiece <= count; i += kPiece) {
      for (std::int64_t k = 0; k < kPiece;
           k += static_cast<std::int64_t>(kLine / sizeof(T)))
        fetch_result(to, static_cast<std::size_t>(i + k));
      ASSAY_INDEPENDENT_STEPS
      for (std::int64_t k = 0; k < kPiece; ++k) to[i + k] = f(i + k);
    }
  ASSAY_INDEPENDENT_STEPS
  for (; i < count; ++i) to[i] = f(i);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
