// Implements the bitonic sort. Blocks of 16 vectors are sorted by columns,
// transposed and merged (Batcher, "Sorting networks and their applications",
// AFIPS 1968). Within a vector the keys are in bit-reversed order, so that one
// shuffle, into even and odd lanes, brings keys of every distance side by side
// (Stone, "Parallel processing with the perfect shuffle", IEEE Trans. Comp.
// C-20, 1971).
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_bitonic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/sorting_bitonic.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/sorting/exchange-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

template <typename Key>
void sort_keys(Key* keys, std::int64_t count) {
  std::sort(keys, keys + count);
}

#else

// Below, Key is the type of the numbers that stand for keys.
template <typename Key>
using Tag = hn::ScalableTag<Key>;
template <typename Key>
using Vector = decltype(hn::Zero(Tag<Key>()));
template <typename Key>
inline constexpr std::size_t kLanes = HWY_LANES(Key);

constexpr std::size_t kBlock = 16;  // vectors that are kept in registers

// Moves the even lanes of both vectors into the first and the odd ones into the
// second.
template <typename Key>
HWY_INLINE void unshuffle(Vector<Key>& a, Vector<Key>& b) {
  const Tag<Key> d;
  const auto even = hn::ConcatEven(d, b, a);
  b = hn::ConcatOdd(d, b, a);
  a = even;
}

// Green's network of 60 comparisons (Knuth, "The Art of Computer Programming",
// vol. 3, 5.3.4).
constexpr std::uint8_t kNetwork[][2] = {
    {0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},   {10, 11}, {12, 13},
    {14, 15}, {0, 2},   {1, 3},   {4, 6},   {5, 7},   {8, 10},  {9, 11},
    {12, 14}, {13, 15}, {0, 4},   {1, 5},   {2, 6},   {3, 7},   {8, 12},
    {9, 13},  {10, 14}, {11, 15}, {0, 8},   {1, 9},   {2, 10},  {3, 11},
    {4, 12},  {5, 13},  {6, 14},  {7, 15},  {5, 10},  {6, 9},   {3, 12},
    {7, 11},  {13, 14}, {4, 8},   {1, 2},   {1, 4},   {7, 13},  {2, 8},
    {11, 14}, {2, 4},   {5, 6},   {9, 10},  {11, 13}, {3, 8},   {7, 12},
    {3, 5},   {6, 8},   {7, 9},   {10, 12}, {3, 4},   {5, 6},   {7, 8},
    {9, 10},  {11, 12}, {6, 7},   {8, 9}};

// Sorts a bitonic sequence of `count` vectors.
template <typename Key, std::size_t count>
HWY_INLINE void sort_halves(Vector<Key>* v) {
  if constexpr (count == 2) {
    repeat<std::bit_width(kLanes<Key>)>([&](auto) ASSAY_INLINE {
      exchange(v[0], v[1]);
      unshuffle<Key>(v[0], v[1]);
    });
  } else {
    repeat<count / 2>([&](auto i)
                          ASSAY_INLINE { exchange(v[i], v[i + count / 2]); });
    sort_halves<Key, count / 2>(v);
    sort_halves<Key, count / 2>(v + count / 2);
  }
}

// Merges runs of `run` vectors within a block, and then the merged ones, until
// there is one.
template <typename Key, std::size_t run>
HWY_INLINE void merge_runs(Vector<Key>* v) {
  if constexpr (run < kBlock) {
    repeat<kBlock / (2 * run)>([&](auto pair) ASSAY_INLINE {
      Vector<Key>* low = v + pair * 2 * run;
      Vector<Key> high[run];
      repeat<run>([&](auto i) ASSAY_INLINE {
        high[i] = hn::Reverse(Tag<Key>(), low[2 * run - 1 - i]);
      });
      repeat<run>([&](auto i) ASSAY_INLINE {
        exchange(low[i], high[i]);
        low[run + i] = high[i];
      });
      sort_halves<Key, 2 * run>(low);
    });
    merge_runs<Key, 2 * run>(v);
  }
}

template <typename Key>
HWY_INLINE void load_block(const Key* keys, Vector<Key>* v) {
  repeat<kBlock>([&](auto i) ASSAY_INLINE {
    v[i] = hn::Load(Tag<Key>(), keys + i * kLanes<Key>);
  });
}
template <typename Key>
HWY_INLINE void store_block(const Vector<Key>* v, Key* keys) {
  repeat<kBlock>([&](auto i) ASSAY_INLINE {
    hn::Store(v[i], Tag<Key>(), keys + i * kLanes<Key>);
  });
}

// Sorts a block of keys and leaves their numbers.
template <typename Key>
void sort_block(Key* keys) {
  constexpr std::size_t kRun = kBlock / kLanes<Key>;
  Vector<Key> rows[kBlock];
  load_block(keys, rows);
  for (Vector<Key>& row : rows) row = numbers_or_keys(Tag<Key>(), row);
  repeat<std::size(kNetwork)>([&](auto i) ASSAY_INLINE {
    exchange(rows[kNetwork[i][0]], rows[kNetwork[i][1]]);
  });
  // Transposes: bits of the row's number take the place of the lane's.
  repeat<std::bit_width(kLanes<Key>) - 1>([&](auto step) ASSAY_INLINE {
    constexpr std::size_t kApart = kLanes<Key> / (std::size_t{2} << step);
    repeat<kBlock>([&](auto i) ASSAY_INLINE {
      if constexpr ((i & kApart) == 0)
        unshuffle<Key>(rows[i], rows[i + kApart]);
    });
  });
  Vector<Key> runs[kBlock];
  repeat<kBlock>([&](auto i) ASSAY_INLINE {
    runs[i] = rows[i % kRun * kLanes<Key> + i / kRun];
  });
  merge_runs<Key, kRun>(runs);
  store_block(runs, keys);
}

// Merges a run of `run` vectors with the run after it, which is not longer;
// both together have `count` vectors. Missing vectors would stay at the end.
// The lanes of the second run stay reversed, because the sequence is bitonic
// either way.
template <typename Key>
void merge(Key* keys, std::size_t run, std::size_t count) {
  const Tag<Key> d;
  const auto at = [&](std::size_t i) { return keys + i * kLanes<Key>; };
  for (std::size_t j = run; j < count; ++j) {
    const std::size_t i = 2 * run - 1 - j;
    auto low = hn::Load(d, at(i));
    auto high = hn::Reverse(d, hn::Load(d, at(j)));
    exchange(low, high);
    hn::Store(low, d, at(i));
    hn::Store(high, d, at(j));
  }
  for (std::size_t apart = run / 2; apart >= kBlock; apart /= 2)
    for (std::size_t from = 0; from + apart < count; from += 2 * apart)
      for (std::size_t i = from; i < std::min(from + apart, count - apart);
           ++i) {
        auto low = hn::Load(d, at(i));
        auto high = hn::Load(d, at(i + apart));
        exchange(low, high);
        hn::Store(low, d, at(i));
        hn::Store(high, d, at(i + apart));
      }
  for (std::size_t i = 0; i < count; i += kBlock) {
    Vector<Key> v[kBlock];
    load_block(at(i), v);
    sort_halves<Key, kBlock>(v);
    store_block(v, at(i));
  }
}

// Puts the lanes into bit-reversed order.
template <typename Key>
constexpr auto reversed_lanes() {
  std::array<Key, HWY_LANES(Key)> reversed{};
  for (std::size_t lane = 0; lane < kLanes<Key>; ++lane)
    for (std::size_t bit = 1; bit < kLanes<Key>; bit *= 2)
      reversed[lane] =
          static_cast<Key>(2 * reversed[lane] + ((lane & bit) != 0 ? 1 : 0));
  return reversed;
}

template <typename Key>
void sort_keys(Key* keys, std::int64_t count) {
  constexpr std::size_t kKeys = kBlock * kLanes<Key>;
  const auto size = static_cast<std::size_t>(count);
  const std::size_t whole = (size + kKeys - 1) / kKeys * kKeys;
  std::fill(keys + size, keys + whole, static_cast<Key>(~Key{0}));
  for (std::size_t i = 0; i < whole; i += kKeys) sort_block(keys + i);
  const std::size_t vectors = whole / kLanes<Key>;
  for (std::size_t run = kBlock; run < vectors; run *= 2)
    for (std::size_t from = 0; from + run < vectors; from += 2 * run)
      merge(keys + from * kLanes<Key>, run, std::min(2 * run, vectors - from));
  const Tag<Key> d;
  alignas(64) static constexpr auto kReversed = reversed_lanes<Key>();
  const auto order = hn::SetTableIndices(d, kReversed.data());
  for (std::size_t i = 0; i < whole; i += kLanes<Key>) {
    const auto sorted = hn::TableLookupLanes(hn::Load(d, keys + i), order);
    hn::Store(numbers_or_keys(d, sorted), d, keys + i);
  }
}

#endif

void sort_here(std::byte* keys, std::int64_t count, std::int64_t key_bytes) {
  if (key_bytes == 4)
    sort_keys(reinterpret_cast<Number<std::uint32_t>*>(keys), count);
  else
    sort_keys(reinterpret_cast<Number<std::uint64_t>*>(keys), count);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sort_here);

std::int64_t bitonic_bytes(std::int64_t count, std::int64_t key_bytes) {
  constexpr std::int64_t kBlockBytes = 1024;  // for the longest vectors
  return (count * key_bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

void sort_bitonic(std::byte* keys, std::int64_t count, std::int64_t key_bytes) {
  HWY_DYNAMIC_DISPATCH(sort_here)(keys, count, key_bytes);
}

}  // namespace assay::optimized
#endif
