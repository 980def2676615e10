// Sorts bytes, and positions of integers of small range, by counting (Knuth,
// The Art of Computer Programming 3, 5.2). Threads count the keys of parts of a
// row, so that each knows where its own ones go.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_key_loops.h"
#include "optimized/sorting/sorting_keys.h"
#include "optimized/sorting/sorting_split.h"
#include "spec/dtype.h"

namespace assay::optimized {

// The number of elements with each key, or where the next one of them goes.
template <std::size_t keys>
using KeyCounts = std::array<std::int64_t, keys>;

inline KeyCounts<256> counts_of(const std::uint8_t* keys, std::int64_t count) {
  KeyCounts<256> counts{};
  for (std::int64_t i = 0; i < count; ++i) ++counts[keys[i]];
  return counts;
}

// Sorts bytes, ascending.
inline void sort_counted(std::uint8_t* keys, std::int64_t count) {
  const KeyCounts<256> counts = counts_of(keys, count);
  for (std::size_t key = 0; key < counts.size(); ++key)
    keys = std::fill_n(keys, counts[key], static_cast<std::uint8_t>(key));
}

// Sorts bytes with several threads. fill(first, some) writes keys of the row,
// and done(keys, some) is called with those that are in order.
template <typename Fill, typename Done>
void sort_counted_split(std::uint8_t* keys, std::int64_t count, Fill fill,
                        Done done) {
  const std::int64_t parts = settings().threads;
  const auto begin = [&](std::int64_t part) { return count * part / parts; };
  std::vector<KeyCounts<256>> of_parts(static_cast<std::size_t>(parts));
  each_in_threads(parts, [&](std::int64_t part) {
    const std::int64_t first = begin(part), some = begin(part + 1) - first;
    fill(first, some);
    of_parts[static_cast<std::size_t>(part)] = counts_of(keys + first, some);
  });
  each_in_threads(parts, [&](std::int64_t part) {
    std::int64_t place = 0;
    for (std::size_t key = 0; key < of_parts[0].size(); ++key) {
      const std::int64_t first = std::max(place, begin(part));
      for (const auto& counts : of_parts) place += counts[key];
      const std::int64_t last = std::min(place, begin(part + 1));
      if (first < last)
        std::fill(keys + first, keys + last, static_cast<std::uint8_t>(key));
    }
    done(keys + begin(part), begin(part + 1) - begin(part));
  });
}

// Argsorts by counting, with several threads if `splits`. Keys, less the lowest
// one, are below `keys`.
template <std::size_t keys, typename T>
void argsort_counted(const T* x, std::int64_t count, bool descending,
                     std::uint64_t lowest, bool splits, std::int32_t* out) {
  const auto place_of = [=](T element) {
    return static_cast<std::size_t>(SortKey<T>::of(element, descending) -
                                    lowest);
  };
  const auto count_keys = [=](std::int64_t i, std::int64_t end,
                              KeyCounts<keys>& counts) {
    for (; i < end; ++i) ++counts[place_of(x[i])];
  };
  const auto store = [=](std::int64_t i, std::int64_t end,
                         KeyCounts<keys>& places) {
    for (; i < end; ++i)
      out[places[place_of(x[i])]++] = static_cast<std::int32_t>(i);
  };
  std::int64_t place = 0;
  if (!splits) {
    KeyCounts<keys> counts{};
    count_keys(0, count, counts);
    for (std::int64_t& of_key : counts) place += std::exchange(of_key, place);
    return store(0, count, counts);
  }
  const std::int64_t parts = settings().threads;
  std::vector<KeyCounts<keys>> of_parts(static_cast<std::size_t>(parts));
  const auto each_part = [&](const auto& work) {
    each_in_threads(parts, [&](std::int64_t part) {
      // Counts on the thread's own stack share no cache line with others.
      KeyCounts<keys> counts = of_parts[static_cast<std::size_t>(part)];
      work(count * part / parts, count * (part + 1) / parts, counts);
      of_parts[static_cast<std::size_t>(part)] = counts;
    });
  };
  each_part(count_keys);
  for (std::size_t key = 0; key < keys; ++key)
    for (auto& counts : of_parts) place += std::exchange(counts[key], place);
  each_part(store);
}

// Argsorts integers by counting if their range is small compared to their
// number, as it is for labels. Returns whether it did.
template <typename T>
bool argsort_labels(DType compute, const T* x, std::int64_t count,
                    bool descending, bool splits, std::int32_t* out) {
  constexpr std::size_t kKeys = 1024;
  // An element takes about as long as this many floating-point operations.
  constexpr std::int64_t kFlops = 400;
  if (count < settings().sort_labels) return false;
  const auto [lowest, highest] =
      key_range_of_row(compute, reinterpret_cast<const std::byte*>(x), count,
                       descending, splits);
  if (highest - lowest >= kKeys) return false;
  argsort_counted<kKeys>(x, count, descending, lowest,
                         splits && is_worth_threads(0, kFlops * count), out);
  return true;
}

}  // namespace assay::optimized
