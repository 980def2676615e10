// Sorts bytes, and positions of integers of small range, by counting (Knuth,
// The Art of Computer Programming 3, 5.2). Tested by
// tests/optimized/sorting_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_key_loops.h"
#include "optimized/sorting/sorting_keys.h"
#include "spec/dtype.h"

namespace assay::optimized {

using ByteCounts = std::array<std::int64_t, 256>;

inline ByteCounts counts_of(const std::uint8_t* keys, std::int64_t count) {
  ByteCounts counts{};
  for (std::int64_t i = 0; i < count; ++i) ++counts[keys[i]];
  return counts;
}

// Sorts bytes, ascending.
inline void sort_counted(std::uint8_t* keys, std::int64_t count) {
  const ByteCounts counts = counts_of(keys, count);
  for (std::size_t key = 0; key < counts.size(); ++key)
    keys = std::fill_n(keys, counts[key], static_cast<std::uint8_t>(key));
}

// Argsorts by counting. Keys, less the lowest one, are below `keys`.
template <std::size_t keys, typename T>
void argsort_counted(const T* x, std::int64_t count, bool descending,
                     std::uint64_t lowest, std::int32_t* out) {
  const auto place_of = [&](T element) {
    return static_cast<std::size_t>(SortKey<T>::of(element, descending) -
                                    lowest);
  };
  std::array<std::int64_t, keys> from{};
  for (std::int64_t i = 0; i < count; ++i) ++from[place_of(x[i])];
  std::exclusive_scan(from.begin(), from.end(), from.begin(), std::int64_t{0});
  for (std::int64_t i = 0; i < count; ++i)
    out[from[place_of(x[i])]++] = static_cast<std::int32_t>(i);
}

// Argsorts integers by counting if their range is small compared to their
// number, as it is for labels. Returns whether it did.
template <typename T>
bool argsort_labels(DType compute, const T* x, std::int64_t count,
                    bool descending, std::int32_t* out) {
  constexpr std::size_t kKeys = 1024;
  if (count < settings().sort_labels) return false;
  const auto [lowest, highest] = key_range(
      compute, reinterpret_cast<const std::byte*>(x), count, descending);
  if (highest - lowest >= kKeys) return false;
  argsort_counted<kKeys>(x, count, descending, lowest, out);
  return true;
}

}  // namespace assay::optimized
