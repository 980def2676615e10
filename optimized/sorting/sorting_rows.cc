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
#include <utility>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/panel_transpose.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
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

// Calls work(first, elements) for the parts of a row that threads take.
template <typename F>
void each_part(std::int64_t count, bool splits, F work) {
  in_ranges(count, 64, splits, [&](std::int64_t first, std::int64_t last) {
    work(first, last - first);
  });
}

// Sorts keys, with several threads if `splits`, and calls done(keys, count)
// with every part that is in order.
template <typename Key>
void sort_keys(Key* keys, std::int64_t count, bool splits,
               const PartDone<Key>& done = {}) {
  if constexpr (sizeof(Key) == 1) {
    sort_counted(keys, count);
  } else if constexpr (sizeof(Key) == 2) {
    count < settings().sort_vector ? std::sort(keys, keys + count)
                                   : sort_radix(keys, count, 16);
  } else if (splits) {
    sort_split(keys, count,
               [](Key* some, std::int64_t size) { quicksort(some, size); });
  } else {
    return quicksort(keys, count, done);
  }
  if (!done) return;
  each_part(count, splits, [&](std::int64_t first, std::int64_t some) {
    done(keys + first, some);
  });
}

// Returns whether a row is sorted by a bitonic network. Its keys must then be
// unsigned, of 4 or 8 bytes, in bitonic_bytes() of memory.
bool is_bitonic(std::int64_t count, std::int64_t key_bytes) {
  return count >= settings().sort_vector &&
         count * key_bytes <= settings().sort_bitonic;
}

// Sorts the keys of wide integers by their digits if only few bits of them
// differ, as in indices and counts. Returns whether it did.
bool sort_few_bits(DType compute, const std::byte* x, std::int64_t count,
                   bool descending, bool splits, std::uint64_t* keys) {
  if (count < settings().sort_labels) return false;
  const auto [lowest, highest] = key_range(compute, x, count, descending);
  const int bits = static_cast<int>(std::bit_width(lowest ^ highest));
  if (bits > few_bits()) return false;
  const auto sort = [bits](std::uint64_t* some, std::int64_t size) {
    sort_radix(some, size, bits);
  };
  if (splits)
    sort_split(keys, count, sort);
  else
    sort(keys, count);
  return true;
}

// The size of the keys of a network; those of 2 bytes are widened.
template <typename T>
inline constexpr std::int64_t kNetworkBytes = std::max<std::int64_t>(sizeof(T),
                                                                     4);

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
  each_part(count, splits, [&](std::int64_t first, std::int64_t some) {
    elements_to_keys(compute, elements + first * kElement, some, descending,
                     kElement, bytes + first * kElement);
  });
  const auto restore = [&](Key* keys, std::int64_t some) {
    auto* place = reinterpret_cast<std::byte*>(keys);
    keys_to_elements(compute, place, some, descending, kElement, place);
  };
  Key* keys = reinterpret_cast<Key*>(out);
  if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
    if (sort_few_bits(compute, elements, count, descending, splits, keys))
      return each_part(count, splits,
                       [&](std::int64_t first, std::int64_t some) {
                         restore(keys + first, some);
                       });
  sort_keys<Key>(keys, count, splits, restore);
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

// Makes the words of a row of elements of T. The position is the low half of a
// word if the key fits into the other half. A key of 8 bytes drops the bits
// that all keys share and then its lowest bits, which refine() restores.
template <typename T>
WordLayout layout_of(DType compute, const std::byte* x, std::int64_t count,
                     bool descending, std::int64_t word_bytes) {
  if (sizeof(T) < 8) return {.position_bits = static_cast<int>(word_bytes) * 4};
  const auto [lowest, highest] = key_range(compute, x, count, descending);
  const auto bits_of = [](std::uint64_t most) {
    return static_cast<int>(std::bit_width(most));
  };
  const int position_bits = bits_of(static_cast<std::uint64_t>(count - 1));
  const int key_bits = bits_of(highest - lowest);
  return {lowest, std::max(key_bits + position_bits - 64, 0), position_bits};
}

// Sorts words whose keys differ in dropped bits only. There are at most as many
// dropped bits as bits of a position, so both fit into a word.
template <typename T>
void refine(const T* x, std::int64_t count, bool descending,
            const WordLayout& layout, std::uint64_t* words) {
  const std::uint64_t positions =
      (std::uint64_t{1} << layout.position_bits) - 1;
  const std::uint64_t dropped = (std::uint64_t{1} << layout.dropped_bits) - 1;
  const auto kept = [&](std::int64_t i) {
    return words[i] >> layout.position_bits;
  };
  std::int64_t end = 0;
  for (std::int64_t first = 0; first < count; first = end) {
    for (end = first + 1; end < count && kept(end) == kept(first);) ++end;
    if (end == first + 1) continue;
    for (std::int64_t i = first; i < end; ++i) {
      const std::uint64_t position = words[i] & positions;
      const std::uint64_t key =
          SortKey<T>::of(x[position] + T{0}, descending) - layout.lowest;
      words[i] = (key & dropped) << layout.position_bits | position;
    }
    if (!std::is_sorted(words + first, words + end))
      quicksort(words + first, end - first);
  }
}

// Argsorts by words of 4 or 8 bytes, which have bitonic_bytes(), with several
// threads if `splits`.
template <typename Word, typename T>
void argsort_words(DType compute, const T* x, std::int64_t count,
                   bool descending, bool splits, std::byte* words,
                   std::int32_t* out) {
  const auto* from = reinterpret_cast<const std::byte*>(x);
  const WordLayout layout =
      layout_of<T>(compute, from, count, descending, sizeof(Word));
  elements_to_words(compute, from, count, descending, layout, sizeof(Word),
                    words);
  Word* const all = reinterpret_cast<Word*>(words);
  if (is_bitonic(count, sizeof(Word)))
    sort_bitonic(words, count, sizeof(Word));
  else
    sort_keys(all, count, splits);
  if constexpr (sizeof(T) == 8)
    if (layout.dropped_bits > 0 && has_equal_neighbours(words, count, layout))
      refine(x, count, descending, layout,
             reinterpret_cast<std::uint64_t*>(words));
  each_part(count, splits, [&](std::int64_t first, std::int64_t some) {
    words_to_positions(words + first * std::int64_t{sizeof(Word)}, some, layout,
                       sizeof(Word), out + first);
  });
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
              reinterpret_cast<const std::byte*>(x + (row + r) * columns),
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
  const bool is_narrow = sizeof(T) == 2 && columns <= 1 << 16;
  const std::int64_t word_bytes = is_narrow ? 4 : 8;
  Scratch memory;
  std::byte* words = kHasKeys<T>
                         ? room_for(bitonic_bytes(columns, word_bytes), memory)
                         : nullptr;
  for (std::int64_t k = 0; k < rows; ++k, from += columns, out += columns) {
    if constexpr (kIsComplex<T>) {
      argsort_complex(from, columns, descending, out);
    } else if constexpr (sizeof(T) == 1) {
      argsort_counted<256>(from, columns, descending, 0, out);
    } else {
      if constexpr (std::is_integral_v<T>)
        if (argsort_labels(compute, from, columns, descending, out)) continue;
      const auto argsort_row = is_narrow ? argsort_words<std::uint32_t, T>
                                         : argsort_words<std::uint64_t, T>;
      argsort_row(compute, from, columns, descending, splits, words, out);
    }
  }
}

// Calls sort(first, rows, splits) for ranges of rows, each in a thread, or for
// all rows if they are too few. Each row may then be split.
template <typename F>
void in_row_ranges(std::int64_t rows, std::int64_t columns, F sort) {
  constexpr std::int64_t kLanes = 16;  // rows that are sorted side by side
  if (rows < settings().threads)
    return sort(std::int64_t{0}, rows, is_worth_splitting(columns));
  in_ranges(rows, rows >= kLanes * range_count() ? kLanes : 1,
            is_worth_splitting(columns, rows),
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
    in_row_ranges(rows, columns,
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
    in_row_ranges(rows, columns,
                  [&](std::int64_t first, std::int64_t some, bool splits) {
                    const std::int64_t at = first * columns;
                    argsort_some_rows(compute, from + at, some, columns,
                                      descending, splits, out + at);
                  });
  });
}

}  // namespace assay::optimized
