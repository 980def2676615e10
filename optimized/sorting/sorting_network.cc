// Implements the network. Few keys are sorted by Batcher's odd-even merge sort,
// which exists for any number of keys. More keys are sorted in blocks that fit
// the registers, and the blocks are then merged by bitonic networks, whose last
// steps stay within a block. Without blocks each comparison reads and writes
// memory (Knuth, "The Art of Computer Programming", vol. 3, 5.2.2, algorithm M,
// and 5.3.4).
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_network.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/sorting_network.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/sorting/exchange-inl.h"

// All targets share these.
#ifndef ASSAY_OPTIMIZED_SORTING_NETWORK_PAIRS_
#define ASSAY_OPTIMIZED_SORTING_NETWORK_PAIRS_
namespace assay::optimized {
namespace {

// The most keys of a lane in a block; all targets have the same padding.
constexpr std::int64_t kWidestBlock = 16;

// Calls compare(i, j) for the comparisons of odd-even merge sort. Runs of
// `sorted` keys are merged in pairs; each step compares keys that are `apart`
// within a pair.
template <typename F>
constexpr void for_comparisons(std::int64_t count, F compare) {
  for (std::int64_t sorted = 1; sorted < count; sorted *= 2)
    for (std::int64_t apart = sorted; apart > 0; apart /= 2)
      for (std::int64_t from = apart % sorted; from + apart < count;
           from += 2 * apart)
        for (std::int64_t i = from; i < std::min(from + apart, count - apart);
             ++i)
          if (i / (2 * sorted) == (i + apart) / (2 * sorted))
            compare(i, i + apart);
}

}  // namespace
}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Exchanges whole rows of lanes in memory.
template <typename Key>
HWY_INLINE void exchange_rows(Key* HWY_RESTRICT low, Key* HWY_RESTRICT high) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  for (std::int64_t lane = 0; lane < kLanes; ++lane) {
    const Key a = low[lane];
    const Key b = high[lane];
    low[lane] = a < b ? a : b;
    high[lane] = a < b ? b : a;
  }
}

template <typename Key>
void sort_few(Key* keys, std::int64_t count) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  for_comparisons(count, [&](std::int64_t i, std::int64_t j) HWY_ATTR {
    exchange_rows(keys + i * kLanes, keys + j * kLanes);
  });
}

#if HWY_TARGET == HWY_SCALAR

template <typename Key>
void sort_lanes(Key* keys, std::int64_t count) {
  sort_few(keys, count);
}

#else

// As many vectors as registers hold with room for the temporary ones.
constexpr std::int64_t kBlock = HWY_TARGET <= HWY_AVX3 ? kWidestBlock : 8;

// The comparisons of a block.
constexpr std::size_t kComparisons = [] {
  std::size_t count = 0;
  for_comparisons(kBlock, [&](std::int64_t, std::int64_t) { ++count; });
  return count;
}();
constexpr auto kNetwork = [] {
  std::array<std::array<std::size_t, 2>, kComparisons> pairs{};
  std::size_t count = 0;
  for_comparisons(kBlock, [&](std::int64_t i, std::int64_t j) {
    pairs[count++] = {static_cast<std::size_t>(i), static_cast<std::size_t>(j)};
  });
  return pairs;
}();

// The numbers of one vector of lanes.
template <typename T>
struct Column {
  static constexpr std::int64_t kStep = kSideBytes / sizeof(T);
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;

  T* first;

  HWY_INLINE V load(std::int64_t i) const {
    return hn::Load(D(), first + i * kStep);
  }
  HWY_INLINE void store(V v, std::int64_t i) const {
    hn::Store(v, D(), first + i * kStep);
  }
  HWY_INLINE void load_block(std::int64_t from, V* v) const {
    repeat<kBlock>([&](auto i) ASSAY_INLINE {
      v[i] = load(from + static_cast<std::int64_t>(i()));
    });
  }
  HWY_INLINE void store_block(std::int64_t from, const V* v) const {
    repeat<kBlock>([&](auto i) ASSAY_INLINE {
      store(v[i], from + static_cast<std::int64_t>(i()));
    });
  }

  // Sorts a block of keys and leaves their numbers.
  HWY_INLINE void sort_block(std::int64_t from) const {
    V v[kBlock];
    load_block(from, v);
    for (V& keys : v) keys = numbers_or_keys(D(), keys);
    repeat<kComparisons>([&](auto i) ASSAY_INLINE {
      exchange(v[kNetwork[i][0]], v[kNetwork[i][1]]);
    });
    store_block(from, v);
  }

  HWY_INLINE void restore_keys(std::int64_t count) const {
    if constexpr (std::is_signed_v<T>)
      for (std::int64_t i = 0; i < count; ++i)
        store(numbers_or_keys(D(), load(i)), i);
  }

  // Sorts a block that is bitonic.
  template <std::size_t apart = kBlock / 2>
  static HWY_INLINE void sort_halves(V* v) {
    repeat<kBlock>([&](auto i) ASSAY_INLINE {
      if constexpr ((i & apart) == 0) exchange(v[i], v[i + apart]);
    });
    if constexpr (apart > 1) sort_halves<apart / 2>(v);
  }

  // Merges a run of `run` keys with the run after it, which ends at `end` and
  // is not longer. Missing keys would stay at the end.
  HWY_INLINE void merge(std::int64_t from, std::int64_t run,
                        std::int64_t end) const {
    const std::int64_t middle = from + run;
    for (std::int64_t i = 0; i < end - middle; ++i) {
      V low = load(middle - 1 - i);
      V high = load(middle + i);
      exchange(low, high);
      store(low, middle - 1 - i);
      store(high, middle + i);
    }
    for (std::int64_t apart = run / 2; apart >= kBlock; apart /= 2)
      for (std::int64_t half = from; half + apart < end; half += 2 * apart)
        for (std::int64_t i = half; i < std::min(half + apart, end - apart);
             ++i) {
          V low = load(i);
          V high = load(i + apart);
          exchange(low, high);
          store(low, i);
          store(high, i + apart);
        }
    for (std::int64_t block = from; block < end; block += kBlock) {
      V v[kBlock];
      load_block(block, v);
      sort_halves(v);
      store_block(block, v);
    }
  }
};

template <typename Key>
void sort_lanes(Key* keys, std::int64_t count) {
  using T = Number<Key>;
  using Lanes = Column<T>;
  if (count <= kWidestBlock / 2) return sort_few(keys, count);
  const std::int64_t padded = (count + kBlock - 1) / kBlock * kBlock;
  std::fill(keys + count * Lanes::kStep, keys + padded * Lanes::kStep,
            std::numeric_limits<Key>::max());
  for (std::int64_t lane = 0; lane < Lanes::kStep;
       lane +=
       static_cast<std::int64_t>(hn::MaxLanes(hn::ScalableTag<Key>()))) {
    const Lanes column{reinterpret_cast<T*>(keys) + lane};
    for (std::int64_t from = 0; from < padded; from += kBlock)
      column.sort_block(from);
    for (std::int64_t run = kBlock; run < padded; run *= 2)
      for (std::int64_t from = 0; from + run < padded; from += 2 * run)
        column.merge(from, run, std::min(from + 2 * run, padded));
    column.restore_keys(padded);
  }
}

#endif

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

std::int64_t side_by_side_room(std::int64_t count) {
  return (count + kWidestBlock - 1) / kWidestBlock * kWidestBlock;
}

void sort_side_by_side(std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes) {
  HWY_DYNAMIC_DISPATCH(sort_here)(keys, count, key_bytes);
}

}  // namespace assay::optimized
#endif
