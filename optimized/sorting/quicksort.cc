// Implements quicksort in place. A partition compresses each vector twice: the
// keys that go to the left are stored at the left end of the free room, the
// others at its right end. A compression in registers takes every processor
// with AVX-512 a few cycles; one into memory takes some (Zen 4) a hundred.
// Few keys are sorted by a bitonic network.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/quicksort.h"

#include <algorithm>
#include <cstddef>

#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_bitonic.h"
#include "optimized/sorting/sorting_radix.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/quicksort.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/sorting/exchange-inl.h"
#include "optimized/sorting/few_values-inl.h"
#include "optimized/vectors/chosen_first-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

template <typename Key>
using KeyTag = hn::ScalableTag<Key>;
template <typename Key>
using Keys = decltype(hn::Zero(KeyTag<Key>()));
template <typename Key>
inline constexpr std::int64_t kKeyLanes = HWY_LANES(Key);

// Vectors that a partition reads from one end before it decides again from
// which end to read. The processor mispredicts half of the decisions.
constexpr std::size_t kBlockVectors = 8;
template <typename Key>
inline constexpr std::int64_t kBlockKeys = kBlockVectors* kKeyLanes<Key>;

// The keys that a partition moves to the right: those above the pivot, or those
// that are not below it.
enum class Right { kAbove, kNotBelow };

// The free room between the keys that are on their side of the pivot.
template <typename Key, Right to_right>
struct Gap {
  Key* left;
  Key* right;
  Keys<Key> pivot;

  HWY_INLINE auto goes_right(Keys<Key> x) const {
    if constexpr (to_right == Right::kAbove) return hn::Lt(pivot, x);
    return hn::Not(hn::Lt(x, pivot));
  }

  // Stores the keys of a vector at both ends. The room has at least a vector.
  HWY_INLINE void store(Keys<Key> x) {
    store(x, goes_right(x), kKeyLanes<Key>);
  }
  // Stores the first `some` keys of a vector.
  HWY_INLINE void store_first(Keys<Key> x, std::int64_t some) {
    const auto valid =
        hn::FirstN(KeyTag<Key>(), static_cast<std::size_t>(some));
    store(x, hn::And(valid, goes_right(x)), some);
  }

 private:
  template <typename Mask>
  HWY_INLINE void store(Keys<Key> x, Mask greater, std::int64_t some) {
    const KeyTag<Key> d;
    const auto count = static_cast<std::int64_t>(hn::CountTrue(d, greater));
    const auto low_first = chosen_first(d, x, hn::Not(greater));
    hn::StoreU(low_first, d, left);
    if constexpr (kOthersFollow<Key>) {
      hn::StoreU(low_first, d, right - kKeyLanes<Key>);
    } else {
      hn::BlendedStore(chosen_first(d, x, greater),
                       hn::FirstN(d, static_cast<std::size_t>(count)), d,
                       right - count);
    }
    left += some - count;
    right -= count;
  }
};

// Moves keys, of which there are two blocks at least, to their sides of the
// pivot and returns how many are on the left. The first and the last block make
// room for the others. Blocks are then read from the end that has less room, so
// that each end has room for a block.
template <Right to_right, typename Key>
std::int64_t partition(Key* keys, std::int64_t count, Key pivot) {
  constexpr std::int64_t kLanes = kKeyLanes<Key>, kBlock = kBlockKeys<Key>;
  const KeyTag<Key> d;
  Gap<Key, to_right> gap{keys, keys + count, hn::Set(d, pivot)};
  HWY_ALIGN Key saved[2 * kBlock];
  std::copy_n(keys, kBlock, saved);
  std::copy_n(keys + count - kBlock, kBlock, saved + kBlock);
  const Key* first = keys + kBlock;
  const Key* last = keys + count - kBlock;
  if (const std::int64_t some = (last - first) % kLanes; some != 0) {
    gap.store_first(hn::LoadU(d, first), some);
    first += some;
  }
  for (; (last - first) % kBlock != 0; first += kLanes)
    gap.store(hn::LoadU(d, first));
  while (first != last) {
    if (first - gap.left > kBlock) {
      repeat<kBlockVectors>([&](auto) ASSAY_INLINE {
        last -= kLanes;
        gap.store(hn::LoadU(d, last));
      });
    } else {
      repeat<kBlockVectors>([&](auto) ASSAY_INLINE {
        gap.store(hn::LoadU(d, first));
        first += kLanes;
      });
    }
  }
  for (std::int64_t i = 0; i < 2 * kBlock; i += kLanes)
    gap.store(hn::Load(d, saved + i));
  return gap.left - keys;
}

template <typename Key>
bool are_all(Key key, const Key* keys, std::int64_t count) {
  const KeyTag<Key> d;
  const auto same = hn::Set(d, key);
  std::int64_t i = 0;
  for (; i + kKeyLanes<Key> <= count; i += kKeyLanes<Key>)
    if (!hn::AllTrue(d, hn::Eq(same, hn::LoadU(d, keys + i)))) return false;
  return std::all_of(keys + i, keys + count, [=](Key k) { return k == key; });
}

template <typename Key>
struct Pivot {
  Key key;
  bool is_least, is_most;  // of the sample
};

template <typename Key>
HWY_INLINE Keys<Key> median(Keys<Key> a, Keys<Key> b, Keys<Key> c) {
  return hn::Max(hn::Min(a, b), hn::Min(hn::Max(a, b), c));
}

// Returns the median over the lanes of medians of three vectors, or of nine in
// long rows.
template <typename Key>
Pivot<Key> pivot_of(const Key* keys, std::int64_t count) {
  constexpr std::int64_t kLong = std::int64_t{8} << 10;
  constexpr std::int64_t kLanes = kKeyLanes<Key>;
  const KeyTag<Key> d;
  const auto at = [&](std::int64_t i)
                      HWY_ATTR { return hn::LoadU(d, keys + count / 9 * i); };
  auto sample = median<Key>(at(1), at(4), at(7));
  if (count >= kLong)
    sample = median<Key>(median<Key>(at(0), at(2), at(3)), sample,
                         median<Key>(at(5), at(6), at(8)));
  HWY_ALIGN Key drawn[kLanes];
  hn::Store(sample, d, drawn);
  Key key = drawn[0];
  std::int64_t highest_rank = -1;
  for (const Key one : drawn) {
    const auto rank = static_cast<std::int64_t>(
        hn::CountTrue(d, hn::Lt(sample, hn::Set(d, one))));
    const bool is_nearer = rank <= kLanes / 2 && rank > highest_rank;
    key = is_nearer ? one : key;
    highest_rank = is_nearer ? rank : highest_rank;
  }
  const auto [least, most] = std::minmax_element(drawn, drawn + kLanes);
  return {key, key == *least, key == *most};
}

template <typename Key>
class Quicksort {
 public:
  explicit Quicksort(const PartDone<Key>& done)
      : done_(done),
        few_(std::clamp(settings().sort_bitonic / kBytes, 2 * kBlockKeys<Key>,
                        kMost)) {}

  // Sorts keys if few of them are different. Returns whether it did.
  bool sort_few_values(Key* keys, std::int64_t count) {
    FewValues<Key> values;
    if (!values.count(keys, count)) return false;
    values.store(keys, [&](Key* same, std::int64_t some)
                           HWY_ATTR { finish(same, some); });
    return true;
  }

  // Either side of a partition has keys of the sample, unless all keys of the
  // sample are equal.
  void sort(Key* keys, std::int64_t count, int levels) {
    while (count > few_) {
      if (levels-- == 0) return sort_digits(keys, count);
      const auto pivot = pivot_of(keys, count);
      std::int64_t left = 0;
      if (!pivot.is_most) {
        left = partition<Right::kAbove>(keys, count, pivot.key);
      } else if (!pivot.is_least) {
        left = partition<Right::kNotBelow>(keys, count, pivot.key);
      } else {
        if (are_all(pivot.key, keys, count)) return finish(keys, count);
        return sort_beside(keys, count, pivot.key, levels);
      }
      sort(keys + left, count - left, levels);
      count = left;
    }
    sort_few(keys, count);
  }

 private:
  static constexpr std::int64_t kBytes = sizeof(Key);
  // The network sorts up to this many keys, four of its blocks, in less time
  // than a partition of them and then their halves.
  static constexpr std::int64_t kMost = 64 * kKeyLanes<Key>;
  static_assert(kMost >= 2 * kBlockKeys<Key>);

  // Sorts keys many of which are equal to `key`.
  void sort_beside(Key* keys, std::int64_t count, Key key, int levels) {
    const std::int64_t left = partition<Right::kAbove>(keys, count, key);
    sort(keys + left, count - left, levels);
    if (left <= few_) return sort_few(keys, left);
    const std::int64_t below = partition<Right::kNotBelow>(keys, left, key);
    finish(keys + below, left - below);
    sort(keys, below, levels);
  }

  void sort_few(Key* keys, std::int64_t count) {
    std::copy_n(keys, count, room_);
    sort_bitonic(reinterpret_cast<std::byte*>(room_), count, kBytes);
    std::copy_n(room_, count, keys);
    finish(keys, count);
  }
  void sort_digits(Key* keys, std::int64_t count) {
    sort_radix(keys, count, int{8 * kBytes});
    finish(keys, count);
  }
  void finish(Key* keys, std::int64_t count) {
    if (done_ && count > 0) done_(keys, count);
  }

  const PartDone<Key>& done_;
  const std::int64_t few_;  // keys that the network sorts
  HWY_ALIGN Key room_[kMost];
};

#endif

template <typename Key>
void sort_row(Key* keys, std::int64_t count, [[maybe_unused]] int levels,
              const PartDone<Key>& done) {
  // Digits are faster than vectors of four keys.
  constexpr bool kByDigits = sizeof(Key) == 4 && HWY_MAX_BYTES <= 16;
  if (count >= settings().sort_vector) {
    if constexpr (kByDigits) {
      sort_radix(keys, count, 32);
      if (done) done(keys, count);
      return;
    }
#if HWY_TARGET != HWY_SCALAR
    Quicksort<Key> row(done);
    if (count < settings().sort_labels || !row.sort_few_values(keys, count))
      row.sort(keys, count, levels);
    return;
#endif
  }
  std::sort(keys, keys + count);
  if (done) done(keys, count);
}

template <typename Key>
std::int64_t partition_row(Key* keys, std::int64_t count, Key pivot) {
#if HWY_TARGET != HWY_SCALAR
  if (count >= 2 * kBlockKeys<Key>)
    return partition<Right::kNotBelow>(keys, count, pivot);
#endif
  return std::partition(keys, keys + count,
                        [=](Key key) { return key < pivot; }) -
         keys;
}
std::int64_t partition_words(std::uint32_t* keys, std::int64_t count,
                             std::uint32_t pivot) {
  return partition_row(keys, count, pivot);
}
std::int64_t partition_long_words(std::uint64_t* keys, std::int64_t count,
                                  std::uint64_t pivot) {
  return partition_row(keys, count, pivot);
}

template <typename Key>
void count_row(const Key* keys, std::int64_t count, ValueCounts<Key>& counts) {
  FewValues<Key> values;
  if (!values.count(keys, count)) return;
  values.for_each(
      [&](Key key, std::int64_t some) { counts.emplace_back(key, some); });
}
void count_words(const std::uint32_t* keys, std::int64_t count,
                 ValueCounts<std::uint32_t>& counts) {
  count_row(keys, count, counts);
}
void count_long_words(const std::uint64_t* keys, std::int64_t count,
                      ValueCounts<std::uint64_t>& counts) {
  count_row(keys, count, counts);
}

void sort_words(std::uint32_t* keys, std::int64_t count, int levels,
                const PartDone<std::uint32_t>& done) {
  sort_row(keys, count, levels, done);
}
void sort_long_words(std::uint64_t* keys, std::int64_t count, int levels,
                     const PartDone<std::uint64_t>& done) {
  sort_row(keys, count, levels, done);
}
int few_bits_here() { return HWY_MAX_BYTES == 64 ? 16 : 24; }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sort_words);
HWY_EXPORT(sort_long_words);
HWY_EXPORT(partition_words);
HWY_EXPORT(partition_long_words);
HWY_EXPORT(count_words);
HWY_EXPORT(count_long_words);
HWY_EXPORT(few_bits_here);

void quicksort(std::uint32_t* keys, std::int64_t count, int levels,
               const PartDone<std::uint32_t>& done) {
  HWY_DYNAMIC_DISPATCH(sort_words)(keys, count, levels, done);
}
void quicksort(std::uint64_t* keys, std::int64_t count, int levels,
               const PartDone<std::uint64_t>& done) {
  HWY_DYNAMIC_DISPATCH(sort_long_words)(keys, count, levels, done);
}

std::int64_t partition_keys(std::uint32_t* keys, std::int64_t count,
                            std::uint32_t pivot) {
  return HWY_DYNAMIC_DISPATCH(partition_words)(keys, count, pivot);
}
std::int64_t partition_keys(std::uint64_t* keys, std::int64_t count,
                            std::uint64_t pivot) {
  return HWY_DYNAMIC_DISPATCH(partition_long_words)(keys, count, pivot);
}

void count_values(const std::uint32_t* keys, std::int64_t count,
                  ValueCounts<std::uint32_t>& counts) {
  HWY_DYNAMIC_DISPATCH(count_words)(keys, count, counts);
}
void count_values(const std::uint64_t* keys, std::int64_t count,
                  ValueCounts<std::uint64_t>& counts) {
  HWY_DYNAMIC_DISPATCH(count_long_words)(keys, count, counts);
}

int few_bits() { return HWY_DYNAMIC_DISPATCH(few_bits_here)(); }

}  // namespace assay::optimized
#endif
