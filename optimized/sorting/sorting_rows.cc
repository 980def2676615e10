// Implements the sorts of rows. Elements are sorted as keys; bytes, and the
// positions of integers of small range, are counted instead. For argsort a key
// shares a word with its position, so that no two words are equal and only one
// order is possible.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <numeric>
#include <optional>
#include <utility>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/panel_transpose.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/argsort_words.h"
#include "optimized/sorting/counting.h"
#include "optimized/sorting/quicksort.h"
#include "optimized/sorting/sorting_bitonic.h"
#include "optimized/sorting/sorting_key_loops.h"
#include "optimized/sorting/sorting_keys.h"
#include "optimized/sorting/sorting_network.h"
#include "optimized/sorting/sorting_radix.h"
#include "optimized/sorting/sorting_split.h"

namespace assay::optimized {
namespace {

// True if elements are sorted as keys. Bytes are counted.
template <typename T>
inline constexpr bool kHasKeys = !kIsComplex<T> && sizeof(T) > 1;

// Sorts keys and calls done(keys, count) with every part that is in order.
template <typename Key>
void sort_keys(Key* keys, std::int64_t count, const PartDone<Key>& done) {
  if constexpr (sizeof(Key) == 1) {
    sort_counted(keys, count);
  } else if constexpr (sizeof(Key) == 2) {
    count < settings().sort_vector ? std::sort(keys, keys + count)
                                   : sort_radix(keys, count, 16);
  } else {
    return quicksort(keys, count, done);
  }
  done(keys, count);
}

// Returns whether a row is sorted by a bitonic network. Its keys must then be
// unsigned, of 4 or 8 bytes, in bitonic_bytes() of memory.
bool is_bitonic(std::int64_t count, std::int64_t key_bytes) {
  return count >= settings().sort_vector &&
         count * key_bytes <= settings().sort_bitonic;
}

// Returns by how many bits the keys of wide integers are sorted if only few of
// them differ, as in indices and counts.
template <typename T>
std::optional<int> few_bits_of(DType compute, const std::byte* x,
                               std::int64_t count, bool descending,
                               bool splits) {
  if (!std::is_integral_v<T> || sizeof(T) < 8 || count < settings().sort_labels)
    return std::nullopt;
  const auto [lowest, highest] =
      key_range_of_row(compute, x, count, descending, splits);
  const int bits = static_cast<int>(std::bit_width(lowest ^ highest));
  if (bits > few_bits()) return std::nullopt;
  return bits;
}

// The size of the keys of a network; those of 2 bytes are widened.
template <typename T>
inline constexpr std::int64_t kNetworkBytes = std::max<std::int64_t>(sizeof(T),
                                                                     4);

// Returns a function that writes keys of a row of elements that are `step`
// apart.
template <typename T>
auto sampled_keys(const T* x, bool descending) {
  using Key = typename SortKey<T>::Key;
  return [=](std::int64_t step, std::int64_t size, Key* sample) {
    for (std::int64_t i = 0; i < size; ++i)
      sample[i] = SortKey<T>::of(x[i * step], descending);
  };
}

// Sorts a row as keys, with several threads if `splits`. `room` is null, or has
// bitonic_bytes() for a network.
template <typename T>
void sort_row(DType compute, const T* x, std::int64_t count, bool descending,
              bool splits, std::byte* room, T* out) {
  using Key = typename SortKey<T>::Key;
  const auto* elements = reinterpret_cast<const std::byte*>(x);
  auto* bytes = reinterpret_cast<std::byte*>(out);
  if (room != nullptr) {
    constexpr std::int64_t kBytes = kNetworkBytes<T>;
    elements_to_keys(compute, elements, count, descending, kBytes, room);
    sort_bitonic(room, count, kBytes);
    keys_to_elements(compute, room, count, descending, kBytes, bytes);
    return;
  }
  constexpr std::int64_t kElement{sizeof(T)};
  const auto fill = [&](std::int64_t first, std::int64_t some) {
    elements_to_keys(compute, elements + first * kElement, some, descending,
                     kElement, bytes + first * kElement);
  };
  const auto restore = [&](Key* keys, std::int64_t some) {
    auto* place = reinterpret_cast<std::byte*>(keys);
    keys_to_elements(compute, place, some, descending, kElement, place);
  };
  const auto bits =
      few_bits_of<T>(compute, elements, count, descending, splits);
  const PartDone<Key> done = restore;
  const auto sort = [&](Key* keys, std::int64_t some) {
    if constexpr (sizeof(Key) == 8)
      if (bits) {
        sort_radix(keys, some, *bits);
        return restore(keys, some);
      }
    sort_keys(keys, some, done);
  };
  Key* keys = reinterpret_cast<Key*>(out);
  auto state = SplitState::kUntouched;
  if constexpr (sizeof(Key) == 1)
    if (splits) return sort_counted_split(keys, count, fill, restore);
  if constexpr (sizeof(Key) >= 4)
    if (splits)
      state = sort_split(
          {keys, count, fill, sampled_keys(x, descending), sort, done});
  if (state == SplitState::kUntouched) fill(0, count);
  if (state != SplitState::kSorted) sort(keys, count);
}

// Orders by the real and then by the imaginary part. A number with a NaN in
// either comes after all others.
template <typename T>
bool is_before(T a, T b, bool descending) {
  const bool a_nan = a.real() != a.real() || a.imag() != a.imag();
  const bool b_nan = b.real() != b.real() || b.imag() != b.imag();
  if (a_nan || b_nan) return !a_nan;
  if (descending) std::swap(a, b);
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

template <typename T>
void argsort_complex(const T* x, std::int64_t count, bool descending,
                     std::int32_t* out) {
  std::iota(out, out + count, 0);
  std::stable_sort(out, out + count, [&](std::int32_t a, std::int32_t b) {
    return is_before(x[a], x[b], descending);
  });
}

// Returns memory for the keys of a row. Short rows use memory that the thread
// keeps, because an allocation would take a good part of the time of a short
// sort.
std::byte* room_for(std::int64_t bytes, Scratch& more) {
  constexpr std::int64_t kKept = std::int64_t{64} << 10;
  thread_local const Scratch kept(kKept);
  if (bytes <= kKept) return kept.bytes();
  more = Scratch(bytes);
  return more.bytes();
}

// From this many rows on it is worth filling the lanes of a network.
constexpr std::int64_t kFewRows = 8;

bool are_side_by_side(std::int64_t rows, std::int64_t columns,
                      std::int64_t key_bytes) {
  return rows >= kFewRows && columns * key_bytes <= settings().sort_network;
}

// Sorts rows of keys side by side. fill(first, count, keys) provides the keys
// of rows, one row after the other, and drain(first, count, keys) takes them
// sorted.
template <typename Key, typename Fill, typename Drain>
void sort_many(std::int64_t rows, std::int64_t columns, Fill fill,
               Drain drain) {
  constexpr std::int64_t kLanes = kSideBytes / sizeof(Key);
  const Scratch row_memory(columns * kSideBytes);
  const Scratch lane_memory(side_by_side_room(columns) * kSideBytes);
  Key* keys = reinterpret_cast<Key*>(row_memory.bytes());
  std::fill_n(keys, columns * kLanes, Key{0});
  for (std::int64_t first = 0; first < rows; first += kLanes) {
    const std::int64_t count = std::min(kLanes, rows - first);
    fill(first, count, keys);
    transpose(row_memory.bytes(), columns, kLanes, columns, lane_memory.bytes(),
              kLanes, sizeof(Key));
    sort_side_by_side(lane_memory.bytes(), columns, sizeof(Key));
    transpose(lane_memory.bytes(), kLanes, columns, kLanes, row_memory.bytes(),
              columns, sizeof(Key));
    drain(first, count, keys);
  }
}

template <typename T>
void sort_many_rows(DType compute, const T* x, std::int64_t rows,
                    std::int64_t columns, bool descending, T* out) {
  using Key = typename SortKey<T>::Key;
  sort_many<Key>(
      rows, columns,
      [&](std::int64_t row, std::int64_t count, Key* keys) {
        elements_to_keys(compute,
                         reinterpret_cast<const std::byte*>(x + row * columns),
                         count * columns, descending, sizeof(Key),
                         reinterpret_cast<std::byte*>(keys));
      },
      [&](std::int64_t row, std::int64_t count, const Key* keys) {
        keys_to_elements(compute, reinterpret_cast<const std::byte*>(keys),
                         count * columns, descending, sizeof(Key),
                         reinterpret_cast<std::byte*>(out + row * columns));
      });
}

template <typename T>
void argsort_many_rows(DType compute, const T* x, std::int64_t rows,
                       std::int64_t columns, bool descending,
                       std::int32_t* out) {
  using Word = std::uint64_t;
  const WordLayout layout{.position_bits = 32};
  sort_many<Word>(
      rows, columns,
      [&](std::int64_t row, std::int64_t count, Word* words) {
        for (std::int64_t r = 0; r < count; ++r)
          elements_to_words(
              compute,
              reinterpret_cast<const std::byte*>(x + (row + r) * columns), 0,
              columns, descending, layout, sizeof(Word),
              reinterpret_cast<std::byte*>(words + r * columns));
      },
      [&](std::int64_t row, std::int64_t count, const Word* words) {
        words_to_positions(reinterpret_cast<const std::byte*>(words),
                           count * columns, layout, sizeof(Word),
                           out + row * columns);
      });
}

// Sorts some rows. If `splits`, each is sorted by several threads.
template <typename T>
void sort_some_rows(DType compute, const T* from, std::int64_t rows,
                    std::int64_t columns, bool descending, bool splits, T* to) {
  if constexpr (!kIsComplex<T> && sizeof(T) >= 4)
    if (are_side_by_side(rows, columns, sizeof(T)))
      return sort_many_rows(compute, from, rows, columns, descending, to);
  const bool has_room = kHasKeys<T> && is_bitonic(columns, kNetworkBytes<T>);
  Scratch memory;
  std::byte* room =
      has_room ? room_for(bitonic_bytes(columns, kNetworkBytes<T>), memory)
               : nullptr;
  for (std::int64_t k = 0; k < rows; ++k, from += columns, to += columns) {
    if constexpr (kIsComplex<T>) {
      std::copy_n(from, columns, to);
      std::stable_sort(to, to + columns, [&](const T& a, const T& b) {
        return is_before(a, b, descending);
      });
    } else {
      sort_row(compute, from, columns, descending, splits, room, to);
    }
  }
}

template <typename T>
void argsort_some_rows(DType compute, const T* from, std::int64_t rows,
                       std::int64_t columns, bool descending, bool splits,
                       std::int32_t* out) {
  if constexpr (!kIsComplex<T> && sizeof(T) <= 4)
    if (are_side_by_side(rows, columns, sizeof(std::uint64_t)))
      return argsort_many_rows(compute, from, rows, columns, descending, out);
  const std::int64_t word_bytes = word_bytes_of(sizeof(T), columns);
  Scratch memory;
  std::byte* words = kHasKeys<T>
                         ? room_for(bitonic_bytes(columns, word_bytes), memory)
                         : nullptr;
  for (std::int64_t k = 0; k < rows; ++k, from += columns, out += columns) {
    if constexpr (kIsComplex<T>) {
      argsort_complex(from, columns, descending, out);
    } else if constexpr (sizeof(T) == 1) {
      argsort_counted<256>(from, columns, descending, 0, splits, out);
    } else {
      if constexpr (std::is_integral_v<T>)
        if (argsort_labels(compute, from, columns, descending, splits, out))
          continue;
      argsort_by_words(compute, reinterpret_cast<const std::byte*>(from),
                       columns, descending, splits, words, out);
    }
  }
}

// Calls sort(first, rows, splits) for ranges of rows, each in a thread. Rows
// that would leave threads without one are split. `lanes` rows are sorted side
// by side.
template <typename F>
void in_row_ranges(std::int64_t rows, std::int64_t columns,
                   std::int64_t key_bytes, std::int64_t lanes, F sort) {
  const std::int64_t threads = settings().threads;
  constexpr std::int64_t kMany = 8;  // rows of a thread that hide one more
  if (rows < kMany * threads && is_worth_splitting(columns, 1, key_bytes)) {
    const std::int64_t whole = rows / threads * threads;
    if (whole > 0)
      in_ranges(whole, 1, true, [&](std::int64_t first, std::int64_t last) {
        sort(first, last - first, false);
      });
    if (whole < rows) sort(whole, rows - whole, true);
    return;
  }
  in_ranges(rows, lanes, is_worth_splitting(columns, rows, key_bytes),
            [&](std::int64_t first, std::int64_t last) {
              sort(first, last - first, false);
            });
}

}  // namespace

void sort_rows(DType compute, const std::byte* x, std::int64_t rows,
               std::int64_t columns, bool descending, std::byte* out) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    T* to = reinterpret_cast<T*>(out);
    const bool has_lanes = !kIsComplex<T> && sizeof(T) >= 4 &&
                           are_side_by_side(rows, columns, sizeof(T));
    in_row_ranges(rows, columns, sizeof(T),
                  has_lanes ? kSideBytes / std::int64_t{sizeof(T)} : 1,
                  [&](std::int64_t first, std::int64_t some, bool splits) {
                    const std::int64_t at = first * columns;
                    sort_some_rows(compute, from + at, some, columns,
                                   descending, splits, to + at);
                  });
  });
}

void argsort_rows(DType compute, const std::byte* x, std::int64_t rows,
                  std::int64_t columns, bool descending, std::int32_t* out) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    constexpr std::int64_t kWord{sizeof(std::uint64_t)};
    const bool has_lanes = !kIsComplex<T> && sizeof(T) <= 4 &&
                           are_side_by_side(rows, columns, kWord);
    in_row_ranges(rows, columns,
                  sizeof(T) == 1 ? 2 : word_bytes_of(sizeof(T), columns),
                  has_lanes ? kSideBytes / kWord : 1,
                  [&](std::int64_t first, std::int64_t some, bool splits) {
                    const std::int64_t at = first * columns;
                    argsort_some_rows(compute, from + at, some, columns,
                                      descending, splits, out + at);
                  });
  });
}

}  // namespace assay::optimized
