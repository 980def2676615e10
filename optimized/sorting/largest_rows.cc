// Implements the search for the largest elements. A row is compared with the
// k-th largest element so far, and the few that are larger become candidates.
// If k is a large part of a row, the whole row is sorted.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/sorting/largest_rows.h"

#include <algorithm>
#include <array>
#include <compare>
#include <numeric>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/larger_elements.h"
#include "optimized/sorting/sorting_keys.h"
#include "optimized/sorting/sorting_network.h"
#include "optimized/sorting/sorting_rows.h"
#include "optimized/sorting/sorting_split.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// At most this many elements are compared with one and the same candidate.
constexpr std::int64_t kCompared = 1024;
// Elements of rows that are sorted at once.
constexpr std::int64_t kSorted = std::int64_t{1} << 16;

// A candidate of a wide type. Those that come first in a descending sort are
// less than others.
struct WideCandidate {
  std::uint64_t key;
  std::uint64_t position;
  auto operator<=>(const WideCandidate&) const = default;
};

// Holds the largest elements of a row so far, and some that may be among them.
// Keys order elements as a descending sort does (sorting_keys.h); zeros of both
// signs have one key.
template <typename T>
class Candidates {
 public:
  Candidates(DType compute, std::int64_t k)
      : compute_(compute), k_(static_cast<std::size_t>(k)) {
    all_.reserve(first_count() + kCompared);
  }

  void find(const T* row, std::int64_t count, std::int32_t* out) {
    all_.clear();
    std::int64_t seen =
        std::min(count, static_cast<std::int64_t>(first_count()));
    for (std::int64_t i = 0; i < seen; ++i) add(row, i);
    keep_largest();
    std::array<std::int32_t, kCompared> larger;
    while (seen < count) {
      // So many elements have about k larger ones.
      const std::int64_t some = std::min({kCompared, seen, count - seen});
      const T least = row[position_of(all_[k_ - 1])];
      const std::int64_t found = larger_elements(
          compute_, reinterpret_cast<const std::byte*>(row + seen), some,
          reinterpret_cast<const std::byte*>(&least), larger.data());
      for (std::int64_t at = 0; at < found; ++at)
        add(row, seen + larger[static_cast<std::size_t>(at)]);
      seen += some;
      if (all_.size() > k_ + k_ / 2 + kSpare) keep_largest();
    }
    keep_largest();
    std::sort(all_.begin(), all_.end());
    for (const Word& word : all_)
      *out++ = static_cast<std::int32_t>(position_of(word));
  }

 private:
  static constexpr bool kIsWide = sizeof(T) == 8;
  // Candidates beyond k and half of k, before the largest are chosen again.
  static constexpr std::size_t kSpare = 8;
  using Word = std::conditional_t<kIsWide, WideCandidate, std::uint64_t>;

  std::size_t first_count() const {
    return 2 * k_ + static_cast<std::size_t>(settings().sort_vector);
  }
  static std::uint64_t position_of(const Word& word) {
    if constexpr (kIsWide)
      return word.position;
    else
      return word & 0xffff'ffffU;
  }
  void add(const T* row, std::int64_t i) {
    const std::uint64_t key =
        SortKey<T>::of(static_cast<T>(row[i] + T{0}), true);
    const auto position = static_cast<std::uint64_t>(i);
    if constexpr (kIsWide)
      all_.push_back({key, position});
    else
      all_.push_back(key << 32 | position);
  }
  // Puts the last of the largest at the end.
  void keep_largest() {
    const auto last = all_.begin() + static_cast<std::ptrdiff_t>(k_) - 1;
    std::nth_element(all_.begin(), last, all_.end());
    all_.resize(k_);
  }

  DType compute_;
  std::size_t k_;
  std::vector<Word> all_;
};

template <typename T>
void largest_of_rows(DType compute, const T* x, std::int64_t rows,
                     std::int64_t columns, std::int64_t k, std::int32_t* out) {
  // Rows up to those that are sorted side by side are sorted, and longer ones
  // the more elements are taken of them.
  constexpr std::int64_t kWord{sizeof(std::uint64_t)};
  const bool is_partial =
      columns * kWord > settings().sort_network * (k / 2 + 1);
  const auto find = [&](std::int64_t first, std::int64_t last) {
    Candidates<T> candidates(compute, k);
    for (std::int64_t row = first; row < last; ++row)
      candidates.find(x + row * columns, columns, out + row * k);
  };
  if (is_partial) {
    // An element takes about as long as this many floating-point operations,
    // and so does a candidate at the beginning of a row.
    constexpr std::int64_t kFlops = 36, kCandidateFlops = 2800;
    const std::int64_t candidates =
        std::min(columns, 2 * k + settings().sort_vector);
    return in_ranges(rows, 1,
                     is_worth_threads(0, rows * (kFlops * columns +
                                                 kCandidateFlops * candidates)),
                     find);
  }
  const std::int64_t part =
      std::min(std::max<std::int64_t>(kSorted / columns, 1), rows);
  in_ranges(rows, kSideBytes / kWord, is_worth_splitting(columns, rows, kWord),
            [&](std::int64_t first, std::int64_t last) {
              const Scratch sorted(std::min(part, last - first) * columns *
                                   std::int64_t{sizeof(std::int32_t)});
              auto* positions = reinterpret_cast<std::int32_t*>(sorted.bytes());
              for (std::int64_t row = first; row < last; row += part) {
                const std::int64_t some = std::min(part, last - row);
                argsort_rows(
                    compute,
                    reinterpret_cast<const std::byte*>(x + row * columns), some,
                    columns, true, positions);
                for (std::int64_t i = 0; i < some; ++i)
                  std::copy_n(positions + i * columns, k, out + (row + i) * k);
              }
            });
}

}  // namespace

void largest(const Tensor& out, const Tensor& x, std::int64_t axis,
             std::int64_t k) {
  const Shape& shape = x.view.shape();
  std::vector<std::int64_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), std::int64_t{0});
  std::rotate(axes.begin() + axis, axes.begin() + axis + 1, axes.end());
  const std::int64_t columns = shape[static_cast<std::size_t>(axis)];
  const std::int64_t rows = x.view.numel() / columns;
  const DType compute = compute_dtype_of(x.dtype);
  auto* to = reinterpret_cast<std::int32_t*>(HostMemory::storage_of(out)) +
             out.view.offset();
  const bool is_last =
      axes.back() == axis && std::is_sorted(axes.begin(), axes.end());
  const DenseBytes from(is_last ? x : permuted(x, axes));
  Scratch moved;
  std::int32_t* found = to;
  if (!is_last) {
    moved = Scratch(rows * k * std::int64_t{sizeof(std::int32_t)});
    found = reinterpret_cast<std::int32_t*>(moved.bytes());
  }
  with_compute_type(compute, [&]<typename T>(std::type_identity<T>) {
    if constexpr (!kIsComplex<T>)
      largest_of_rows(compute, reinterpret_cast<const T*>(from.bytes()), rows,
                      columns, k, found);
  });
  if (is_last) return;
  const View target = *View(out.view.shape()).permute(axes);
  strided_copy(reinterpret_cast<std::byte*>(to), target, moved.bytes(),
               View(target.shape()), sizeof(std::int32_t));
}

}  // namespace assay::optimized
