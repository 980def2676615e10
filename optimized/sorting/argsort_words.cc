// Implements argsort by words.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#include "optimized/sorting/argsort_words.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "optimized/layout/compute_type.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/quicksort.h"
#include "optimized/sorting/sorting_bitonic.h"
#include "optimized/sorting/sorting_key_loops.h"
#include "optimized/sorting/sorting_keys.h"
#include "optimized/sorting/sorting_split.h"

namespace assay::optimized {
namespace {

// Makes the words of a row of elements of T. The position is the low half of a
// word if the key fits into the other half. A key of 8 bytes drops the bits
// that all keys share and then its lowest bits, which refine() restores.
template <typename T>
WordLayout layout_of(DType compute, const std::byte* x, std::int64_t count,
                     bool descending, bool splits, std::int64_t word_bytes) {
  if (sizeof(T) < 8) return {.position_bits = static_cast<int>(word_bytes) * 4};
  const auto [lowest, highest] =
      key_range_of_row(compute, x, count, descending, splits);
  const auto bits_of = [](std::uint64_t most) {
    return static_cast<int>(std::bit_width(most));
  };
  const int position_bits = bits_of(static_cast<std::uint64_t>(count - 1));
  const int key_bits = bits_of(highest - lowest);
  return {lowest, std::max(key_bits + position_bits - 64, 0), position_bits};
}

// A row of elements that are argsorted by words.
template <typename Word, typename T>
class WordRow {
 public:
  WordRow(DType compute, const T* x, std::int64_t count, bool descending,
          bool splits, std::byte* words, std::int32_t* out)
      : compute_(compute),
        x_(x),
        count_(count),
        descending_(descending),
        words_(reinterpret_cast<Word*>(words)),
        out_(out),
        layout_(layout_of<T>(compute, bytes_of(x), count, descending, splits,
                             kBytes)) {}

  // Sorts the row with one thread.
  void sort() {
    fill(0, count_);
    if (count_ >= settings().sort_vector &&
        count_ * kBytes <= settings().sort_bitonic) {
      sort_bitonic(reinterpret_cast<std::byte*>(words_), count_, kBytes);
      finish(words_, count_);
    } else {
      sort_some(words_, count_);
    }
  }

  // Sorts it with several threads. Returns whether it did.
  bool split() {
    const SplitRow<Word> row{
        .keys = words_,
        .count = count_,
        .fill = [this](std::int64_t first,
                       std::int64_t some) { fill(first, some); },
        .sample = [this](std::int64_t step, std::int64_t size,
                         Word* to) { sample(step, size, to); },
        .sort = [this](Word* some,
                       std::int64_t size) { sort_some(some, size); },
        .done = {},
        // Keys that differ in dropped bits alone are in one bucket.
        .unit = static_cast<Word>(
            layout_.dropped_bits > 0 ? Word{1} << layout_.position_bits : 1)};
    return sort_split(row) == SplitState::kSorted;
  }

 private:
  static constexpr std::int64_t kBytes = sizeof(Word);

  static const std::byte* bytes_of(const T* x) {
    return reinterpret_cast<const std::byte*>(x);
  }

  void fill(std::int64_t first, std::int64_t some) {
    elements_to_words(compute_, bytes_of(x_ + first), first, some, descending_,
                      layout_, kBytes,
                      reinterpret_cast<std::byte*>(words_ + first));
  }

  void sample(std::int64_t step, std::int64_t size, Word* to) const {
    std::vector<T> elements(static_cast<std::size_t>(size));
    for (std::int64_t i = 0; i < size; ++i)
      elements[static_cast<std::size_t>(i)] = x_[i * step];
    elements_to_words(compute_, bytes_of(elements.data()), 0, size, descending_,
                      layout_, kBytes, reinterpret_cast<std::byte*>(to));
    for (std::int64_t i = 0; i < size; ++i)
      to[i] += static_cast<Word>(i * (step - 1));
  }

  // Sorts words of which no key, except for its dropped bits, is elsewhere.
  void sort_some(Word* words, std::int64_t count) {
    if (layout_.dropped_bits > 0) {
      quicksort(words, count);
      return finish(words, count);
    }
    // Words become positions while they are in L1.
    const PartDone<Word> done = [this](Word* part, std::int64_t some) {
      store(part, some);
    };
    quicksort(words, count, done);
  }

  void finish(Word* words, std::int64_t count) {
    if constexpr (sizeof(T) == 8)
      if (layout_.dropped_bits > 0 &&
          has_equal_neighbours(reinterpret_cast<std::byte*>(words), count,
                               layout_))
        refine(words, count);
    store(words, count);
  }

  void store(const Word* words, std::int64_t count) {
    words_to_positions(reinterpret_cast<const std::byte*>(words), count,
                       layout_, kBytes, out_ + (words - words_));
  }

  // Sorts words whose keys differ in dropped bits only. There are at most as
  // many dropped bits as bits of a position, so both fit into a word.
  void refine(std::uint64_t* words, std::int64_t count) const {
    const std::uint64_t positions =
        (std::uint64_t{1} << layout_.position_bits) - 1;
    const std::uint64_t dropped =
        (std::uint64_t{1} << layout_.dropped_bits) - 1;
    const auto kept = [&](std::int64_t i) {
      return words[i] >> layout_.position_bits;
    };
    std::int64_t end = 0;
    for (std::int64_t first = 0; first < count; first = end) {
      for (end = first + 1; end < count && kept(end) == kept(first);) ++end;
      if (end == first + 1) continue;
      for (std::int64_t i = first; i < end; ++i) {
        const std::uint64_t position = words[i] & positions;
        const std::uint64_t key =
            SortKey<T>::of(x_[position] + T{0}, descending_) - layout_.lowest;
        words[i] = (key & dropped) << layout_.position_bits | position;
      }
      if (!std::is_sorted(words + first, words + end))
        quicksort(words + first, end - first);
    }
  }

  DType compute_;
  const T* x_;
  std::int64_t count_;
  bool descending_;
  Word* words_;
  std::int32_t* out_;
  WordLayout layout_;
};

template <typename Word, typename T>
void argsort_row(DType compute, const T* x, std::int64_t count, bool descending,
                 bool splits, std::byte* words, std::int32_t* out) {
  WordRow<Word, T> row(compute, x, count, descending, splits, words, out);
  if (!splits || !row.split()) row.sort();
}

}  // namespace

std::int64_t word_bytes_of(std::int64_t element_bytes, std::int64_t count) {
  return element_bytes == 2 && count <= 1 << 16 ? 4 : 8;
}

void argsort_by_words(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, bool splits, std::byte* words,
                      std::int32_t* out) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    if constexpr (!kIsComplex<T> && sizeof(T) > 1) {
      const T* from = reinterpret_cast<const T*>(x);
      if constexpr (sizeof(T) == 2)
        if (word_bytes_of(2, count) == 4)
          return argsort_row<std::uint32_t>(compute, from, count, descending,
                                            splits, words, out);
      argsort_row<std::uint64_t>(compute, from, count, descending, splits,
                                 words, out);
    }
  });
}

}  // namespace assay::optimized
