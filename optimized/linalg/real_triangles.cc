// Implements substitution in strips of right-hand sides, which threads take.
// Within a strip, a block of rows is solved and its products are subtracted
// from all rows below. An upper triangle is solved from its last row on, which
// is a lower one with negative strides.
// Tested by tests/optimized/linalg_strips_test.cc.
#include "optimized/linalg/real_triangles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "optimized/layout/dense.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/triangles/triangle_strips.h"

namespace assay::optimized {
namespace {

template <typename T>
class StripSystem {
 public:
  // `room` has 2 * n elements, and copied_elements(n) if L is copied.
  StripSystem(const T* a, std::int64_t n, const Triangle& triangle, bool copies,
              T* room)
      : a_(a), n_(n), is_reversed_(triangle.upper != triangle.transpose) {
    T* pivots = room;
    T* inverses = room + n;
    if (triangle.unit_diag)
      std::fill_n(pivots, n, T(1));
    else
      for (std::int64_t i = 0; i < n; ++i) pivots[i] = a[row_of(i) * (n + 1)];
    // The reciprocals have to be far from the ends of the range of T.
    constexpr T kLargest = sizeof(T) == 4 ? T(0x1p100) : T(0x1p1000);
    T largest = 0, smallest = 1;
    for (std::int64_t i = 0; i < n; ++i) {
      const T size = std::abs(pivots[i]);
      largest = std::max(size, largest);
      smallest = std::min(size, smallest);
    }
    for (std::int64_t i = 0; i < n; ++i) inverses[i] = 1 / pivots[i];
    const bool has_inverses = largest < kLargest && smallest > 1 / kLargest;
    l_.pivots = pivots;
    if (has_inverses) l_.inverses = inverses;
    if (copies) {
      copied_ = room + 2 * n;
      copy_parts(triangle.transpose);
      return;
    }
    l_.elements = a;
    l_.row = n;
    l_.column = 1;
    if (triangle.transpose) std::swap(l_.row, l_.column);
    if (is_reversed_) {
      l_.elements += n * n - 1;
      l_.row = -l_.row;
      l_.column = -l_.column;
    }
  }

  // Returns how many elements a copy of L has.
  static std::int64_t copied_elements(std::int64_t n) {
    return copied_place(n, (n + part_rows() - 1) / part_rows() * part_rows());
  }

  // Replaces some columns of row-major right-hand sides b by the solutions,
  // which are stored in x. `strips` has room for them.
  void solve(const T* b, std::int64_t sides, std::int64_t columns, T* strips,
             T* x) const {
    const std::int64_t last_row = is_reversed_ ? (n_ - 1) * sides : 0;
    const std::int64_t row = is_reversed_ ? -sides : sides;
    for (std::int64_t first = 0; first < n_; first += part_rows()) {
      const std::int64_t last = std::min(n_, first + part_rows());
      StripTriangle<T> l = l_;
      if (copied_ != nullptr) place_copied(first, last, l);
      for (std::int64_t j = 0; j < columns; j += kStripColumns) {
        const Strip<T> strip{strips + j * n_,
                             std::min(kStripColumns, columns - j),
                             b + last_row + j, x + last_row + j, row};
        solve_strip(l, strip, first, last);
        if (last < n_) subtract_from_strip(l, strip, first, last, last, n_, n_);
      }
    }
  }

 private:
  std::int64_t row_of(std::int64_t i) const {
    return is_reversed_ ? n_ - 1 - i : i;
  }

  // Returns how many rows are solved for before their products are subtracted
  // from all rows below.
  static std::int64_t part_rows() {
    return std::max(settings().factor_depth / kStripRows, std::int64_t{1}) *
           kStripRows;
  }
  // Rows of a copied part are not a power of two apart, because they would
  // compete for the same sets of L1.
  static std::int64_t copied_row() {
    constexpr std::int64_t kLine = 64 / sizeof(T);
    return part_rows() + kLine;
  }

  // Returns where the copy of the columns from `first` on begins, which has the
  // rows from `first` on.
  static std::int64_t copied_place(std::int64_t n, std::int64_t first) {
    const std::int64_t part = first / part_rows();
    return (part * n - part * (part - 1) / 2 * part_rows()) * copied_row();
  }

  // Copies L in parts of some columns, in the order of op(A). All parts of a
  // few rows are copied before the next rows, because the processor expects
  // reads of long rows.
  void copy_parts(bool transposes) const {
    in_ranges(
        n_, kStripRows, is_worth_threads(2 * n_ * n_ * std::int64_t{sizeof(T)}),
        [&](std::int64_t from, std::int64_t to) {
          for (std::int64_t i = from; i < to; i += kStripRows) {
            const std::int64_t end = std::min(n_, i + kStripRows);
            for (std::int64_t first = 0; first < end; first += part_rows())
              copy_block(transposes, i, end, first,
                         std::min(n_, first + part_rows()));
          }
        });
  }

  // Copies the columns [first, last) of the rows [i, end) of L that are at or
  // before the last diagonal element.
  void copy_block(bool transposes, std::int64_t i, std::int64_t end,
                  std::int64_t first, std::int64_t last) const {
    const std::int64_t columns = std::min(last, end) - first;
    // The first element of the block in op(A), and in the copy of the part.
    const std::int64_t row = is_reversed_ ? n_ - end : i;
    const std::int64_t column = is_reversed_ ? n_ - first - columns : first;
    const std::int64_t to_row = is_reversed_ ? row : i - first;
    const std::int64_t to_column = is_reversed_ ? last - first - columns : 0;
    T* to =
        copied_ + copied_place(n_, first) + to_row * copied_row() + to_column;
    if (transposes) {
      transpose_block(to, copied_row(), a_ + column * n_ + row, n_, end - i,
                      columns);
      return;
    }
    for (std::int64_t r = 0; r < end - i; ++r)
      std::copy_n(a_ + (row + r) * n_ + column, columns, to + r * copied_row());
  }

  // Says that L is in the copied part of the columns [first, last).
  void place_copied(std::int64_t first, std::int64_t last,
                    StripTriangle<T>& l) const {
    l.elements = copied_ + copied_place(n_, first);
    l.row = copied_row();
    l.column = 1;
    l.first = first;
    if (is_reversed_) {
      l.elements += (n_ - first - 1) * l.row + last - first - 1;
      l.row = -l.row;
      l.column = -1;
    }
  }

  const T* a_;
  std::int64_t n_;
  bool is_reversed_;
  StripTriangle<T> l_;
  T* copied_ = nullptr;
};

template <typename T>
void solve_sides(const T* a, std::int64_t n, const Triangle& triangle,
                 const T* b, std::int64_t sides, T* x) {
  constexpr std::int64_t kFewStrips = 3;
  // A matrix of at most this many bytes stays in L2 and is not copied.
  constexpr std::int64_t kNearMatrix = 1 << 18;
  constexpr std::int64_t kNear = 40960;        // bytes
  constexpr std::int64_t kTogether = 1 << 19;  // bytes that L2 keeps
  constexpr std::int64_t kBytes{sizeof(T)};
  const std::int64_t strips = (sides + kStripColumns - 1) / kStripColumns;
  const std::int64_t of_strip = n * kStripColumns;
  const std::int64_t together =
      std::clamp<std::int64_t>(kTogether / (of_strip * kBytes), 1, strips);
  const bool copies = strips > kFewStrips && n * n * kBytes > kNearMatrix;
  const std::int64_t copied = copies ? StripSystem<T>::copied_elements(n) : 0;
  // Solves for strips [from, to), some of which are copied to `rows` together.
  const auto solve_strips = [&](const StripSystem<T>& system, std::int64_t from,
                                std::int64_t to, T* rows) {
    for (std::int64_t s = from; s < to; s += together) {
      const std::int64_t first = s * kStripColumns;
      const std::int64_t last =
          std::min(sides, std::min(to, s + together) * kStripColumns);
      system.solve(b + first, sides, last - first, rows, x + first);
    }
  };
  const auto solve_in = [&](std::byte* room) {
    T* rows = reinterpret_cast<T*>(room);
    const StripSystem<T> system(a, n, triangle, copies,
                                rows + together * of_strip);
    if (strips == 1 || !is_worth_threads(0, n * n * sides))
      return solve_strips(system, 0, strips, rows);
    split_ranges(strips, 1, [&](std::int64_t from, std::int64_t to) {
      const Scratch own(together * of_strip * kBytes);
      solve_strips(system, from, to, reinterpret_cast<T*>(own.bytes()));
    });
  };
  // Small systems would take longer to allocate memory than to solve.
  const std::int64_t bytes = (together * of_strip + copied + 2 * n) * kBytes;
  if (bytes <= kNear) {
    alignas(64) std::byte near[kNear];
    return solve_in(near);
  }
  const Scratch room(bytes);
  solve_in(room.bytes());
}

}  // namespace

void solve_in_strips(const float* a, std::int64_t n, const Triangle& triangle,
                     const float* b, std::int64_t sides, float* x) {
  solve_sides(a, n, triangle, b, sides, x);
}
void solve_in_strips(const double* a, std::int64_t n, const Triangle& triangle,
                     const double* b, std::int64_t sides, double* x) {
  solve_sides(a, n, triangle, b, sides, x);
}

}  // namespace assay::optimized
