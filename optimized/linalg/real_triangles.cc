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
  // `room` has 2 * n elements, and packed_strip() of the strips of L if more
  // than a few strips of sides are going to read it.
  StripSystem(const T* a, std::int64_t n, const Triangle& triangle, bool packs,
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
    if (packs) {
      l_.elements = room + 2 * n;
      l_.storage = StripTriangle<T>::Storage::kPanels;
      pack(triangle.transpose, room + 2 * n);
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

  // Replaces some columns of row-major right-hand sides b by the solutions,
  // which are stored in x. `strips` has room for them.
  void solve(const T* b, std::int64_t sides, std::int64_t columns, T* strips,
             T* x) const {
    const std::int64_t last_row = is_reversed_ ? (n_ - 1) * sides : 0;
    const std::int64_t row = is_reversed_ ? -sides : sides;
    const std::int64_t part =
        std::max(settings().factor_depth / kStripRows, std::int64_t{1}) *
        kStripRows;
    for (std::int64_t first = 0; first < n_; first += part) {
      const std::int64_t last = std::min(n_, first + part);
      for (std::int64_t j = 0; j < columns; j += kStripColumns) {
        const Strip<T> strip{strips + j * n_,
                             std::min(kStripColumns, columns - j),
                             b + last_row + j, x + last_row + j, row};
        solve_strip(l_, strip, first, last);
        if (last < n_)
          subtract_from_strip(l_, strip, first, last, last, n_, n_);
      }
    }
  }

 private:
  std::int64_t row_of(std::int64_t i) const {
    return is_reversed_ ? n_ - 1 - i : i;
  }

  // Copies Lᵀ to panels. Those of a reversed L are read forwards and then
  // reversed as a whole, which reverses rows and columns.
  void pack(bool transposes, T* to) const {
    for (std::int64_t first = 0, s = 0; first < n_; first += kStripRows) {
      T* panel = to + packed_strip(s++, kStripRows);
      const std::int64_t columns = std::min(kStripRows, n_ - first);
      const std::int64_t rows = first + columns;
      const std::int64_t i = is_reversed_ ? n_ - rows : first;
      const std::int64_t k = is_reversed_ ? n_ - rows : 0;
      T* place = panel + (is_reversed_ ? kStripRows - columns : 0);
      if (transposes)
        for (std::int64_t r = 0; r < rows; ++r)
          std::copy_n(a_ + (k + r) * n_ + i, columns, place + r * kStripRows);
      else
        transpose_block(place, kStripRows, a_ + i * n_ + k, n_, rows, columns);
      if (is_reversed_) std::reverse(panel, panel + rows * kStripRows);
    }
  }

  const T* a_;
  std::int64_t n_;
  bool is_reversed_;
  StripTriangle<T> l_;
};

template <typename T>
void solve_sides(const T* a, std::int64_t n, const Triangle& triangle,
                 const T* b, std::int64_t sides, T* x) {
  constexpr std::int64_t kFewStrips = 3;
  // A matrix of so many bytes stays in L2 and is read where it is.
  constexpr std::int64_t kNearMatrix = 1 << 18;
  constexpr std::int64_t kNear = 40960;        // bytes
  constexpr std::int64_t kTogether = 1 << 19;  // bytes that L2 keeps
  constexpr std::int64_t kBytes{sizeof(T)};
  const std::int64_t strips = (sides + kStripColumns - 1) / kStripColumns;
  const std::int64_t of_strip = n * kStripColumns;
  const std::int64_t together =
      std::clamp<std::int64_t>(kTogether / (of_strip * kBytes), 1, strips);
  const bool packs = strips > kFewStrips && n * n * kBytes > kNearMatrix;
  const std::int64_t packed =
      packs ? packed_strip((n + kStripRows - 1) / kStripRows, kStripRows) : 0;
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
    const StripSystem<T> system(a, n, triangle, packs,
                                rows + together * of_strip);
    if (strips == 1 || !is_worth_threads(0, n * n * sides))
      return solve_strips(system, 0, strips, rows);
    split_ranges(strips, 1, [&](std::int64_t from, std::int64_t to) {
      const Scratch own(together * of_strip * kBytes);
      solve_strips(system, from, to, reinterpret_cast<T*>(own.bytes()));
    });
  };
  // Small systems would take longer to allocate memory than to solve.
  const std::int64_t bytes = (together * of_strip + packed + 2 * n) * kBytes;
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
