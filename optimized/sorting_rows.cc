// Rows are sorted as keys by vector quicksort, bytes by counting, few elements
// by std::sort. Positions are the low bits of wider keys, so that no two keys
// are equal and the order is one. Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting_rows.h"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <complex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "optimized/compute_type.h"
#include "optimized/dense.h"
#include "optimized/panel_transpose.h"
#include "optimized/settings.h"
#include "optimized/sorting_key_loops.h"
#include "optimized/sorting_keys.h"
#include "optimized/sorting_network.h"

namespace assay::optimized {
namespace {

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// Whether argsort gives its elements keys: bytes are counted.
template <typename T>
inline constexpr bool kHasKeys = !kIsComplex<T> && sizeof(T) > 1;

struct KeyLess {
  template <typename Key>
  bool operator()(const Key& a, const Key& b) const {
    return a < b;
  }
  bool operator()(const hwy::uint128_t& a, const hwy::uint128_t& b) const {
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
  }
};

// Sorts in place. Highway's own fallback for processors without
// vectors does not sort keys of 128 bits.
class KeySorter {
 public:
  explicit KeySorter(std::string target)
      : target_(std::move(target)),
        is_scalar_(dispatched_target() == "scalar") {}

  const std::string& target() const { return target_; }

  template <typename Key>
  void operator()(Key* keys, std::int64_t count,
                  bool descending = false) const {
    const auto size = static_cast<std::size_t>(count);
    if (count < settings().sort_vector || is_scalar_) {
      std::sort(keys, keys + count, KeyLess());
      if (descending) std::reverse(keys, keys + count);
    } else if (descending) {
      sorter_(keys, size, hwy::SortDescending());
    } else {
      sorter_(keys, size, hwy::SortAscending());
    }
  }

 private:
  std::string target_;
  bool is_scalar_;
  hwy::Sorter sorter_;
};

// Returns the sorter of the thread. Making one asks the processor what it is,
// which costs as much as sorting thousands of keys on a virtual machine.
const KeySorter& thread_sorter() {
  thread_local std::optional<KeySorter> sorter;
  if (!sorter || sorter->target() != settings().target)
    sorter.emplace(settings().target);
  return *sorter;
}

using Counts = std::array<std::int64_t, 256>;

Counts counts_of(const std::uint8_t* keys, std::int64_t count) {
  Counts counts{};
  for (std::int64_t i = 0; i < count; ++i) ++counts[keys[i]];
  return counts;
}

void sort_keys(const KeySorter&, std::uint8_t* keys, std::int64_t count) {
  const Counts counts = counts_of(keys, count);
  for (std::size_t key = 0; key < counts.size(); ++key)
    keys = std::fill_n(keys, counts[key], static_cast<std::uint8_t>(key));
}
template <typename Key>
void sort_keys(const KeySorter& sorter, Key* keys, std::int64_t count) {
  sorter(keys, count);
}

template <typename T>
void sort_row(const KeySorter& sorter, DType compute, const T* x,
              std::int64_t count, bool descending, T* out) {
  if constexpr (std::is_integral_v<T> && sizeof(T) > 1) {
    std::copy_n(x, count, out);
    sorter(out, count, descending);
  } else {
    auto* bytes = reinterpret_cast<std::byte*>(out);
    elements_to_keys(compute, reinterpret_cast<const std::byte*>(x), count,
                     descending, bytes);
    sort_keys(sorter, reinterpret_cast<typename SortKey<T>::Key*>(out), count);
    keys_to_elements(compute, bytes, count, descending, bytes);
  }
}

// By real, then by imaginary part; a NaN in either is behind all others.
template <typename T>
bool is_before(T a, T b, bool descending) {
  const bool a_nan = a.real() != a.real() || a.imag() != a.imag();
  const bool b_nan = b.real() != b.real() || b.imag() != b.imag();
  if (a_nan || b_nan) return !a_nan;
  if (descending) std::swap(a, b);
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

// The key of an element for argsort: zeros are equal.
template <typename T>
auto equal_key(T x, bool descending) {
  if constexpr (std::is_floating_point_v<T>) x += T{0};
  return SortKey<T>::of(x, descending);
}

// Keys of 4 or 8 bytes whose low half is the position.
template <typename Wide>
void argsort_positioned(const KeySorter& sorter, DType compute,
                        const std::byte* x, std::int64_t count, bool descending,
                        std::byte* keys, std::int32_t* out) {
  elements_to_positioned_keys(compute, x, count, descending, sizeof(Wide),
                              keys);
  sorter(reinterpret_cast<Wide*>(keys), count);
  keys_to_positions(keys, count, sizeof(Wide), out);
}

template <typename T>
void argsort_pairs(const KeySorter& sorter, const T* x, std::int64_t count,
                   bool descending, std::byte* memory, std::int32_t* out) {
  auto* keys = reinterpret_cast<hwy::uint128_t*>(memory);
  for (std::int64_t i = 0; i < count; ++i)
    keys[i] = {static_cast<std::uint64_t>(i), equal_key(x[i], descending)};
  sorter(keys, count);
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = static_cast<std::int32_t>(keys[i].lo);
}

template <typename T>
void argsort_bytes(const T* x, std::int64_t count, bool descending,
                   std::int32_t* out) {
  Counts from{};
  for (std::int64_t i = 0; i < count; ++i)
    ++from[SortKey<T>::of(x[i], descending)];
  std::exclusive_scan(from.begin(), from.end(), from.begin(), std::int64_t{0});
  for (std::int64_t i = 0; i < count; ++i)
    out[from[SortKey<T>::of(x[i], descending)]++] =
        static_cast<std::int32_t>(i);
}

template <typename T>
void argsort_complex(const T* x, std::int64_t count, bool descending,
                     std::int32_t* out) {
  std::iota(out, out + count, 0);
  std::stable_sort(out, out + count, [&](std::int32_t a, std::int32_t b) {
    return is_before(x[a], x[b], descending);
  });
}

// Rows from which on the lanes of a network are worth filling.
constexpr std::int64_t kFewRows = 8;

bool are_side_by_side(std::int64_t rows, std::int64_t columns) {
  return rows >= kFewRows && columns <= settings().sort_network;
}

// Sorts rows of keys side by side: fill(row, keys) gives the keys of a row, and
// drain(row, keys) takes them sorted.
template <typename Key, typename Fill, typename Drain>
void sort_many(std::int64_t rows, std::int64_t columns, Fill fill,
               Drain drain) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  const Scratch row_memory(columns * kSideBytes);
  const Scratch lane_memory(columns * kSideBytes);
  Key* keys = reinterpret_cast<Key*>(row_memory.bytes());
  std::fill_n(keys, columns * kLanes, Key{0});
  for (std::int64_t first = 0; first < rows; first += kLanes) {
    const std::int64_t count = std::min(kLanes, rows - first);
    for (std::int64_t r = 0; r < count; ++r)
      fill(first + r, keys + r * columns);
    transpose(row_memory.bytes(), columns, kLanes, columns, lane_memory.bytes(),
              kLanes, sizeof(Key));
    sort_side_by_side(lane_memory.bytes(), columns, sizeof(Key));
    transpose(lane_memory.bytes(), kLanes, columns, kLanes, row_memory.bytes(),
              columns, sizeof(Key));
    for (std::int64_t r = 0; r < count; ++r)
      drain(first + r, keys + r * columns);
  }
}

template <typename T>
void sort_many_rows(DType compute, const T* x, std::int64_t rows,
                    std::int64_t columns, bool descending, T* out) {
  using Key = typename SortKey<T>::Key;
  sort_many<Key>(
      rows, columns,
      [&](std::int64_t row, Key* keys) {
        elements_to_keys(
            compute, reinterpret_cast<const std::byte*>(x + row * columns),
            columns, descending, reinterpret_cast<std::byte*>(keys));
      },
      [&](std::int64_t row, const Key* keys) {
        keys_to_elements(compute, reinterpret_cast<const std::byte*>(keys),
                         columns, descending,
                         reinterpret_cast<std::byte*>(out + row * columns));
      });
}

template <typename T>
void argsort_many_rows(DType compute, const T* x, std::int64_t rows,
                       std::int64_t columns, bool descending,
                       std::int32_t* out) {
  using Key = std::uint64_t;
  sort_many<Key>(
      rows, columns,
      [&](std::int64_t row, Key* keys) {
        elements_to_positioned_keys(
            compute, reinterpret_cast<const std::byte*>(x + row * columns),
            columns, descending, sizeof(Key),
            reinterpret_cast<std::byte*>(keys));
      },
      [&](std::int64_t row, const Key* keys) {
        keys_to_positions(reinterpret_cast<const std::byte*>(keys), columns,
                          sizeof(Key), out + row * columns);
      });
}

}  // namespace

void sort_rows(DType compute, const std::byte* x, std::int64_t rows,
               std::int64_t columns, bool descending, std::byte* out) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    T* to = reinterpret_cast<T*>(out);
    if constexpr (!kIsComplex<T> && sizeof(T) >= 4)
      if (are_side_by_side(rows, columns))
        return sort_many_rows(compute, from, rows, columns, descending, to);
    const KeySorter& sorter = thread_sorter();
    for (std::int64_t k = 0; k < rows; ++k, from += columns, to += columns) {
      if constexpr (kIsComplex<T>) {
        std::copy_n(from, columns, to);
        std::stable_sort(to, to + columns, [&](const T& a, const T& b) {
          return is_before(a, b, descending);
        });
      } else {
        sort_row(sorter, compute, from, columns, descending, to);
      }
    }
  });
}

void argsort_rows(DType compute, const std::byte* x, std::int64_t rows,
                  std::int64_t columns, bool descending, std::int32_t* out) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    if constexpr (!kIsComplex<T> && sizeof(T) <= 4)
      if (are_side_by_side(rows, columns))
        return argsort_many_rows(compute, from, rows, columns, descending, out);
    const KeySorter& sorter = thread_sorter();
    // The keys of one row, of the size that its elements ask for.
    const bool is_narrow = sizeof(T) == 2 && columns <= 1 << 16;
    const std::int64_t key_bytes = sizeof(T) == 8 ? 16 : is_narrow ? 4 : 8;
    const Scratch memory(kHasKeys<T> ? columns * key_bytes : 0);
    std::byte* keys = memory.bytes();
    for (std::int64_t k = 0; k < rows; ++k, from += columns, out += columns) {
      if constexpr (kIsComplex<T>) {
        argsort_complex(from, columns, descending, out);
      } else if constexpr (sizeof(T) == 1) {
        argsort_bytes(from, columns, descending, out);
      } else if constexpr (sizeof(T) == 8) {
        argsort_pairs(sorter, from, columns, descending, keys, out);
      } else {
        const auto argsort_row = is_narrow ? argsort_positioned<std::uint32_t>
                                           : argsort_positioned<std::uint64_t>;
        argsort_row(sorter, compute, reinterpret_cast<const std::byte*>(from),
                    columns, descending, keys, out);
      }
    }
  });
}

}  // namespace assay::optimized
