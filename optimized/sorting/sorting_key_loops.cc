// Implements the conversions as plain loops, which the compiler turns into
// vectors once per target.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_key_loops.h"

#include <algorithm>
#include <mutex>
#include <type_traits>

#include "optimized/layout/compute_type.h"
#include "optimized/resources/parallel.h"
#include "optimized/sorting/sorting_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/sorting_key_loops.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T>
using KeyOf = typename SortKey<T>::Key;

template <bool descending, typename Key, typename T>
void to_keys(const T* x, std::int64_t count, Key* keys) {
  for (std::int64_t i = 0; i < count; ++i)
    keys[i] = SortKey<T>::of(x[i], descending);
}
template <bool descending, typename Key, typename T>
void to_elements(const Key* keys, std::int64_t count, T* out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = SortKey<T>::element(static_cast<KeyOf<T>>(keys[i]), descending);
}
// Returns the key of an element, where zeros of both signs have the same.
template <bool descending, typename T>
KeyOf<T> equal_key(T x) {
  if constexpr (std::is_floating_point_v<T>) x += T{0};
  return SortKey<T>::of(x, descending);
}
template <bool descending, typename T>
KeyRange range_of(const T* x, std::int64_t count) {
  KeyOf<T> lowest = SortKey<T>::kNan;
  KeyOf<T> highest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const KeyOf<T> key = equal_key<descending>(x[i]);
    lowest = key < lowest ? key : lowest;
    highest = key < highest ? highest : key;
  }
  return {lowest, highest};
}
template <bool descending, typename Word, typename T>
void to_words(const T* x, std::int64_t first, std::int64_t count,
              const WordLayout& layout, Word* words) {
  const Word lowest = static_cast<Word>(layout.lowest);
  const int dropped = layout.dropped_bits;
  const int position = layout.position_bits;
  for (std::int64_t i = 0; i < count; ++i) {
    const Word key = Word{equal_key<descending>(x[i])} - lowest;
    words[i] = key >> dropped << position | static_cast<Word>(first + i);
  }
}
template <typename Word>
void to_positions(const Word* words, std::int64_t count, int position_bits,
                  std::int32_t* out) {
  const Word low = (Word{1} << position_bits) - 1;
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = static_cast<std::int32_t>(words[i] & low);
}

// Calls f(std::type_identity<T>()) for a real type T.
template <typename F>
void with_real_type(DType compute, F f) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T> type) {
    if constexpr (std::is_arithmetic_v<T>) f(type);
  });
}

// Calls f(std::type_identity<Key>()) for keys of T of `key_bytes` bytes.
template <typename T, typename F>
void with_key_type(std::int64_t key_bytes, F f) {
  if constexpr (sizeof(T) == 2)
    if (key_bytes == 4) return f(std::type_identity<std::uint32_t>());
  f(std::type_identity<KeyOf<T>>());
}

void to_keys_here(DType compute, const std::byte* x, std::int64_t count,
                  bool descending, std::int64_t key_bytes, std::byte* keys) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    with_key_type<T>(key_bytes, [&]<typename Key>(std::type_identity<Key>) {
      const T* from = reinterpret_cast<const T*>(x);
      Key* to = reinterpret_cast<Key*>(keys);
      descending ? to_keys<true>(from, count, to)
                 : to_keys<false>(from, count, to);
    });
  });
}

void to_elements_here(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* out) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    with_key_type<T>(key_bytes, [&]<typename Key>(std::type_identity<Key>) {
      const Key* from = reinterpret_cast<const Key*>(keys);
      T* to = reinterpret_cast<T*>(out);
      descending ? to_elements<true>(from, count, to)
                 : to_elements<false>(from, count, to);
    });
  });
}

KeyRange key_range_here(DType compute, const std::byte* x, std::int64_t count,
                        bool descending) {
  KeyRange range{};
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    range =
        descending ? range_of<true>(from, count) : range_of<false>(from, count);
  });
  return range;
}

template <typename Word, typename T>
void to_words_of(const T* x, std::int64_t first, std::int64_t count,
                 bool descending, const WordLayout& layout, std::byte* words) {
  Word* to = reinterpret_cast<Word*>(words);
  descending ? to_words<true>(x, first, count, layout, to)
             : to_words<false>(x, first, count, layout, to);
}

void to_words_here(DType compute, const std::byte* x, std::int64_t first,
                   std::int64_t count, bool descending,
                   const WordLayout& layout, std::int64_t word_bytes,
                   std::byte* words) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    if constexpr (sizeof(T) == 2)
      if (word_bytes == 4)
        return to_words_of<std::uint32_t>(from, first, count, descending,
                                          layout, words);
    to_words_of<std::uint64_t>(from, first, count, descending, layout, words);
  });
}

void to_positions_here(const std::byte* words, std::int64_t count,
                       int position_bits, std::int64_t word_bytes,
                       std::int32_t* out) {
  if (word_bytes == 4)
    to_positions(reinterpret_cast<const std::uint32_t*>(words), count,
                 position_bits, out);
  else
    to_positions(reinterpret_cast<const std::uint64_t*>(words), count,
                 position_bits, out);
}

bool equal_neighbours_here(const std::uint64_t* words, std::int64_t count,
                           int position_bits) {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::int64_t i = 1; i < count; ++i) {
    const std::uint64_t difference = words[i] ^ words[i - 1];
    least = difference < least ? difference : least;
  }
  return least >> position_bits == 0;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(to_keys_here);
HWY_EXPORT(to_elements_here);
HWY_EXPORT(key_range_here);
HWY_EXPORT(to_words_here);
HWY_EXPORT(to_positions_here);
HWY_EXPORT(equal_neighbours_here);

void elements_to_keys(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, std::int64_t key_bytes,
                      std::byte* keys) {
  HWY_DYNAMIC_DISPATCH(to_keys_here)
  (compute, x, count, descending, key_bytes, keys);
}

void keys_to_elements(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* out) {
  HWY_DYNAMIC_DISPATCH(to_elements_here)
  (compute, keys, count, descending, key_bytes, out);
}

KeyRange key_range(DType compute, const std::byte* x, std::int64_t count,
                   bool descending) {
  return HWY_DYNAMIC_DISPATCH(key_range_here)(compute, x, count, descending);
}

KeyRange key_range_of_row(DType compute, const std::byte* x, std::int64_t count,
                          bool descending, bool splits) {
  const std::int64_t size = bytes_of(compute);
  if (!splits || !is_worth_threads(count * size))
    return key_range(compute, x, count, descending);
  KeyRange all{~std::uint64_t{0}, 0};
  std::mutex mutex;
  in_ranges(count, 64, true, [&](std::int64_t first, std::int64_t last) {
    const KeyRange part =
        key_range(compute, x + first * size, last - first, descending);
    const std::lock_guard lock(mutex);
    all = {std::min(all.lowest, part.lowest),
           std::max(all.highest, part.highest)};
  });
  return all;
}

void elements_to_words(DType compute, const std::byte* x, std::int64_t first,
                       std::int64_t count, bool descending,
                       const WordLayout& layout, std::int64_t word_bytes,
                       std::byte* words) {
  HWY_DYNAMIC_DISPATCH(to_words_here)
  (compute, x, first, count, descending, layout, word_bytes, words);
}

void words_to_positions(const std::byte* words, std::int64_t count,
                        const WordLayout& layout, std::int64_t word_bytes,
                        std::int32_t* out) {
  HWY_DYNAMIC_DISPATCH(to_positions_here)
  (words, count, layout.position_bits, word_bytes, out);
}

bool has_equal_neighbours(const std::byte* words, std::int64_t count,
                          const WordLayout& layout) {
  return HWY_DYNAMIC_DISPATCH(equal_neighbours_here)(
      reinterpret_cast<const std::uint64_t*>(words), count,
      layout.position_bits);
}

}  // namespace assay::optimized
#endif
