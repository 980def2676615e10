// Implements the sort of one row by buckets.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#include "optimized/sorting/sorting_split.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

constexpr std::size_t kMostBuckets = 16;

// The keys of each bucket in one part of a row: their number, and then where
// the next one goes.
using BucketPlaces = std::array<std::int64_t, kMostBuckets>;

// Returns the keys at which buckets begin, the first bucket excepted. They are
// quantiles of a sample of evenly spaced keys. Returns none if many keys of the
// sample are equal, because such rows are sorted in little time anyway.
template <typename Key>
std::vector<Key> pivots_of(const Key* keys, std::int64_t count,
                           std::size_t buckets) {
  constexpr std::size_t kPerBucket = 128;
  std::vector<Key> sample(buckets * kPerBucket);
  const auto step = std::max<std::int64_t>(count / std::ssize(sample), 1);
  for (std::size_t i = 0; i < sample.size(); ++i)
    sample[i] = keys[static_cast<std::int64_t>(i) * step % count];
  std::sort(sample.begin(), sample.end());
  std::vector<Key> pivots;
  for (std::size_t bucket = 1; bucket < buckets; ++bucket)
    pivots.push_back(sample[bucket * kPerBucket]);
  const auto distinct = std::unique(sample.begin(), sample.end());
  if (2 * (distinct - sample.begin()) < std::ssize(sample)) pivots.clear();
  return pivots;
}

// Counts the keys of each bucket.
template <typename Key>
BucketPlaces count_keys(const Key* keys, std::int64_t count,
                        const std::vector<Key>& pivots) {
  BucketPlaces counts{count};
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    const Key pivot = pivots[i];
    std::int64_t above = 0;
    for (std::int64_t k = 0; k < count; ++k) above += keys[k] >= pivot;
    counts[i] -= above;
    counts[i + 1] = above;
  }
  return counts;
}

// Moves keys to the places of their buckets. Nothing here is a branch, because
// half of the branches would be mispredicted.
template <typename Key>
void move_keys(const Key* keys, std::int64_t count,
               const std::vector<Key>& pivots, BucketPlaces places, Key* to) {
  if (pivots.size() == 1) {  // places stay in registers
    const Key pivot = pivots[0];
    std::int64_t low = places[0], high = places[1];
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t is_high = keys[k] >= pivot;
      to[low ^ ((low ^ high) & -is_high)] = keys[k];
      high += is_high;
      low += 1 - is_high;
    }
    return;
  }
  for (std::int64_t k = 0; k < count; ++k) {
    std::size_t bucket = 0;
    for (const Key pivot : pivots) bucket += keys[k] >= pivot;
    to[places[bucket]++] = keys[k];
  }
}

// Each thread counts and then moves the keys of one part of the row, so that
// the parts of a bucket follow each other.
template <typename Key, typename Sort>
void sort_in_buckets(Key* keys, std::int64_t count, const Sort& sort) {
  const std::int64_t parts = settings().threads;
  const std::size_t buckets =
      std::min(static_cast<std::size_t>(parts), kMostBuckets);
  const std::vector<Key> pivots = pivots_of(keys, count, buckets);
  if (pivots.empty()) return sort(keys, count);
  const auto each = [](std::int64_t number, auto work) {
    in_ranges(number, 1, true, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) work(i);
    });
  };
  const auto part_begin = [&](std::int64_t part) {
    return count * part / parts;
  };
  const auto part_size = [&](std::int64_t part) {
    return part_begin(part + 1) - part_begin(part);
  };
  std::vector<BucketPlaces> places(static_cast<std::size_t>(parts));
  each(parts, [&](std::int64_t part) {
    places[static_cast<std::size_t>(part)] =
        count_keys(keys + part_begin(part), part_size(part), pivots);
  });
  std::array<std::int64_t, kMostBuckets + 1> begins{};
  std::int64_t place = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    for (BucketPlaces& of_part : places)
      place += std::exchange(of_part[bucket], place);
    begins[bucket + 1] = place;
  }
  const Scratch memory(count * std::int64_t{sizeof(Key)});
  Key* moved = reinterpret_cast<Key*>(memory.bytes());
  each(parts, [&](std::int64_t part) {
    move_keys(keys + part_begin(part), part_size(part), pivots,
              places[static_cast<std::size_t>(part)], moved);
  });
  each(static_cast<std::int64_t>(buckets), [&](std::int64_t bucket) {
    const std::int64_t begin = begins[static_cast<std::size_t>(bucket)];
    const std::int64_t end = begins[static_cast<std::size_t>(bucket) + 1];
    sort(moved + begin, end - begin);
    std::copy(moved + begin, moved + end, keys + begin);
  });
}

}  // namespace

bool is_worth_splitting(std::int64_t count, std::int64_t rows) {
  // A key takes about as long per level as this many floating-point operations.
  constexpr std::int64_t kFlops = 16;
  const auto levels = static_cast<std::int64_t>(
      std::bit_width(static_cast<std::uint64_t>(count)));
  return is_worth_threads(0, kFlops * rows * count * levels);
}

void sort_split(std::uint32_t* keys, std::int64_t count,
                const std::function<void(std::uint32_t*, std::int64_t)>& sort) {
  sort_in_buckets(keys, count, sort);
}
void sort_split(std::uint64_t* keys, std::int64_t count,
                const std::function<void(std::uint64_t*, std::int64_t)>& sort) {
  sort_in_buckets(keys, count, sort);
}

}  // namespace assay::optimized
