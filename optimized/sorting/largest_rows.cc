// Implements the search for the largest elements. A row is compared with the
// k-th largest element so far, and the few that are larger become candidates.
// If k is a large part of a row, the whole row is sorted.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/sorting/largest_rows.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/larger_elements.h"
#include "optimized/sorting/sorting_rows.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Elements that are compared with one and the same candidate.
constexpr std::int64_t kCompared = 1024;
// A row is sorted unless it has this many times as many elements as are taken.
constexpr std::int64_t kSortedShare = 4;
// Elements of rows that are sorted at once.
constexpr std::int64_t kSorted = std::int64_t{1} << 16;

template <typename T>
struct Candidate {
  T value;
  std::int32_t position;

  // Returns whether this comes before another one in a descending sort.
  bool operator<(const Candidate& other) const {
    const bool is_number = value == value;
    const bool is_other = other.value == other.value;
    if (is_number != is_other) return is_number;
    if (is_number && value != other.value) return value > other.value;
    return position < other.position;
  }
};

// Holds the largest elements of a row so far, and some that may be among them.
template <typename T>
class Candidates {
 public:
  explicit Candidates(std::int64_t k)
      : k_(static_cast<std::size_t>(k)),
        most_(2 * k_ + static_cast<std::size_t>(settings().sort_vector)) {
    all_.reserve(most_ + kCompared);
  }

  void find(DType compute, const T* row, std::int64_t count,
            std::int32_t* out) {
    all_.clear();
    const auto first = std::min(count, static_cast<std::int64_t>(most_));
    for (std::int64_t i = 0; i < first; ++i) add(row, i);
    keep_largest();
    std::array<std::int32_t, kCompared> larger;
    for (std::int64_t i = first; i < count; i += kCompared) {
      const std::int64_t found = larger_elements(
          compute, reinterpret_cast<const std::byte*>(row + i),
          std::min(kCompared, count - i),
          reinterpret_cast<const std::byte*>(&least_), larger.data());
      for (std::int64_t at = 0; at < found; ++at)
        add(row, i + larger[static_cast<std::size_t>(at)]);
      if (all_.size() >= most_) keep_largest();
    }
    keep_largest();
    std::sort(all_.begin(), all_.end());
    for (const Candidate<T>& each : all_) *out++ = each.position;
  }

 private:
  void add(const T* row, std::int64_t i) {
    all_.push_back({row[i], static_cast<std::int32_t>(i)});
  }
  void keep_largest() {
    const auto last = all_.begin() + static_cast<std::ptrdiff_t>(k_) - 1;
    std::nth_element(all_.begin(), last, all_.end());
    least_ = last->value;
    all_.resize(k_);
  }

  std::size_t k_;
  std::size_t most_;  // candidates, before the largest are chosen
  T least_{};         // the k-th largest element
  std::vector<Candidate<T>> all_;
};

template <typename T>
void largest_of_rows(DType compute, const T* x, std::int64_t rows,
                     std::int64_t columns, std::int64_t k, std::int32_t* out) {
  const bool is_partial =
      columns >= settings().sort_vector && kSortedShare * k <= columns;
  const auto find = [&](std::int64_t first, std::int64_t last) {
    Candidates<T> candidates(k);
    for (std::int64_t row = first; row < last; ++row)
      candidates.find(compute, x + row * columns, columns, out + row * k);
  };
  if (is_partial)
    return in_ranges(rows, 1,
                     is_worth_threads(rows * columns * std::int64_t{sizeof(T)}),
                     find);
  const std::int64_t part =
      std::min(std::max<std::int64_t>(kSorted / columns, 1), rows);
  const Scratch sorted(part * columns * std::int64_t{sizeof(std::int32_t)});
  auto* positions = reinterpret_cast<std::int32_t*>(sorted.bytes());
  for (std::int64_t row = 0; row < rows; row += part) {
    const std::int64_t some = std::min(part, rows - row);
    argsort_rows(compute, reinterpret_cast<const std::byte*>(x + row * columns),
                 some, columns, true, positions);
    for (std::int64_t i = 0; i < some; ++i)
      std::copy_n(positions + i * columns, k, out + (row + i) * k);
  }
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
