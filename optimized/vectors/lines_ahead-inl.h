// Fetches cache lines of operands before they are read, and those of results
// before they are stored.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LINES_AHEAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LINES_AHEAD_INL_H_
#undef ASSAY_OPTIMIZED_LINES_AHEAD_INL_H_
#else
#define ASSAY_OPTIMIZED_LINES_AHEAD_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/resources/plain_run.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Results of more bytes are mostly not in L1.
inline constexpr std::size_t kNearResult = std::size_t{32} << 10;

// Returns whether to fetch the lines of results ahead. The processor reads
// operands from L2 ahead, but not the lines of results: a store waits until its
// line has come, and the stores after it wait, too. Fetched ahead, results in
// L2 were seen to take 6 to 20 % less time. Those that L2 does not hold took up
// to 3 % less on Zen 3, but 10 to 25 % more on Zen 4.
HWY_INLINE bool fetches_results(std::size_t bytes) {
  return bytes > kNearResult && is_held_by_l2(static_cast<std::int64_t>(bytes));
}

// Asks for a line that is stored 512 bytes later than element i. The address
// may be past the end, so it is no pointer.
template <typename T>
HWY_INLINE void fetch_result(const T* to, std::size_t i) {
  constexpr std::size_t kAhead = 512;
  hwy::Prefetch(reinterpret_cast<const T*>(
      reinterpret_cast<std::uintptr_t>(to) + i * sizeof(T) + kAhead));
}

// Asks for a line that is read 2 KiB later than element i. The processor does
// not read far enough ahead by itself while a loop changes to another row, or
// stores a line for every few that it reads.
template <typename T>
HWY_INLINE void fetch_operand(const T* from, std::size_t i) {
  constexpr std::size_t kAhead = 2048;
  hwy::Prefetch(reinterpret_cast<const T*>(
      reinterpret_cast<std::uintptr_t>(from) + i * sizeof(T) + kAhead));
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
