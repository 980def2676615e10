// Implements the network with Batcher's odd-even merge sort, which exists for
// any number of keys (Knuth, "The Art of Computer Programming", vol. 3, 5.2.2,
// algorithm M).
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_network.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/sorting_network.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename Key>
HWY_INLINE void exchange(Key* HWY_RESTRICT low, Key* HWY_RESTRICT high) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  for (std::int64_t lane = 0; lane < kLanes; ++lane) {
    const Key a = low[lane];
    const Key b = high[lane];
    low[lane] = a < b ? a : b;
    high[lane] = a < b ? b : a;
  }
}

// Merges pairs of runs of `sorted` keys; each step compares keys that are
// `apart` within a pair.
template <typename Key>
void sort_lanes(Key* keys, std::int64_t count) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  for (std::int64_t sorted = 1; sorted < count; sorted *= 2)
    for (std::int64_t apart = sorted; apart > 0; apart /= 2)
      for (std::int64_t from = apart % sorted; from + apart < count;
           from += 2 * apart)
        for (std::int64_t i = from; i < std::min(from + apart, count - apart);
             ++i)
          if (i / (2 * sorted) == (i + apart) / (2 * sorted))
            exchange(keys + i * kLanes, keys + (i + apart) * kLanes);
}

void sort_here(std::byte* keys, std::int64_t count, std::int64_t key_bytes) {
  if (key_bytes == 4)
    sort_lanes(reinterpret_cast<std::uint32_t*>(keys), count);
  else
    sort_lanes(reinterpret_cast<std::uint64_t*>(keys), count);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sort_here);

void sort_side_by_side(std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes) {
  HWY_DYNAMIC_DISPATCH(sort_here)(keys, count, key_bytes);
}

}  // namespace assay::optimized
#endif
