// Subtracts products from tiles of a strip, and solves for tiles, whose rows
// stay in registers.
// Included once per target. Tested by tests/optimized/linalg_strips_test.cc.
#if defined(ASSAY_OPTIMIZED_TRIANGLE_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TRIANGLE_TILES_INL_H_
#undef ASSAY_OPTIMIZED_TRIANGLE_TILES_INL_H_
#else
#define ASSAY_OPTIMIZED_TRIANGLE_TILES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "optimized/triangles/triangle_strips.h"
#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Registers hold the sums of 8 rows of two vectors with AVX-512, and of 6 rows
// with other targets, but 8 rows of a packed triangle are a unit. Groups of 8
// rows that are solved have one vector there.
inline constexpr bool kManyRegisters = HWY_TARGET <= HWY_AVX3;
template <StoredAs stored>
inline constexpr int kSumRows = kManyRegisters                ? 8
                                : stored == StoredAs::kStrips ? 4
                                                              : 6;
inline constexpr int kSumVectors = 2;
inline constexpr int kSolvedRows = kStripRows;
inline constexpr int kSolvedVectors = kManyRegisters ? 2 : 1;
// A tile of four vectors reads L once for all columns of a strip of doubles,
// and loads less for each product.
inline constexpr int kWideRows = 6;
inline constexpr int kWideVectors = 4;

enum class Quotient { kDivide, kMultiply, kCorrect };

// Where L is stored, of which the template knows as much as possible.
template <StoredAs stored, typename T>
struct TrianglePlace {
  static constexpr bool is_packed = stored == StoredAs::kStrips;
  const StripTriangle<T>& l;

  // Eight rows from a multiple of 8 on are in one strip.
  const T* at(std::int64_t i, std::int64_t k) const {
    if constexpr (is_packed)
      return l.elements + packed_strip(i / kStripColumns) + k * kStripColumns +
             i % kStripColumns;
    else
      return l.elements + (i - l.first) * l.row + (k - l.first) * l.column;
  }
  std::int64_t row() const { return is_packed ? 1 : l.row; }
  std::int64_t column() const { return is_packed ? kStripColumns : l.column; }
};

// Calls f(rows, i) for groups of rows that together are [i, end), in order. A
// group has `most` rows; those at the end have fewer. Two groups of 4 rows take
// less time than one of 6 and one of 2, whose sums wait for each other.
template <int most, typename F>
HWY_INLINE void for_groups(std::int64_t i, std::int64_t end, const F& f) {
  for (; i + most <= end && !(most == 6 && end - i == 8); i += most)
    f(std::integral_constant<int, most>(), i);
  if constexpr (most > 1)
    if (i < end) for_groups<(most > 4 ? 4 : most / 2)>(i, end, f);
}

// Adds the products with `depth` rows of x to a tile of sums, or subtracts
// them. `a` is the element of L in the first row that is multiplied first.
template <bool subtracts, int rows, int vectors, StoredAs stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void add_tile_products(D d, const TrianglePlace<stored, T>& place,
                                  const T* HWY_RESTRICT a,
                                  const T* HWY_RESTRICT x, std::int64_t depth,
                                  hn::Vec<D> (&sums)[rows][vectors]) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // Rows of a strip are too far apart for the processor to expect them.
  constexpr std::int64_t kAhead = 16;
#pragma GCC unroll 4
  for (std::int64_t k = 0; k < depth; ++k) {
    if constexpr (stored == StoredAs::kStrips && rows > 1)
      hwy::Prefetch(a + kAhead * kStripColumns);
    hn::Vec<D> right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) right[v] = hn::Load(d, x + v * lanes);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      const auto factor = hn::Set(d, a[r * place.row()]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = subtracts ? hn::NegMulAdd(factor, right[v], sums[r][v])
                               : hn::MulAdd(factor, right[v], sums[r][v]);
    }
    a += place.column();
    x += kStripColumns;
  }
}

// The rows of a strip from the first element of a tile on.
template <typename T>
struct TileRows {
  T* x;
  const T* given;
  T* solved;
  std::int64_t row;      // of `given` and `solved`
  std::int64_t columns;  // that are wanted
};

template <StoredAs stored, typename T>
TileRows<T> tile_rows(const Strip<T>& strip, std::int64_t i, std::int64_t j) {
  T* x = strip.x + i * kStripColumns + j;
  if constexpr (stored == StoredAs::kStrips) {
    return {x, nullptr, nullptr, 0, strip.columns - j};
  } else {
    const std::int64_t at = i * strip.row + j;
    return {x, strip.given + at, strip.solved + at, strip.row,
            strip.columns - j};
  }
}

// Loads or stores what is wanted of a vector of right-hand sides. With AVX-512
// there is no branch. Other targets may have slow masks.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_wanted(D d, const T* from, std::int64_t wanted) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if constexpr (kManyRegisters) {
    const auto first = static_cast<std::size_t>(std::min(wanted, lanes));
    return hn::MaskedLoad(hn::FirstN(d, first), d, from);
  } else {
    return load_first(d, from, wanted);
  }
}
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void store_wanted(D d, hn::Vec<D> v, T* to, std::int64_t wanted) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if constexpr (kManyRegisters) {
    const auto first = static_cast<std::size_t>(std::min(wanted, lanes));
    hn::BlendedStore(v, hn::FirstN(d, first), d, to);
  } else {
    store_first(d, v, to, wanted);
  }
}

// Fetches the lines of some rows, which are too far apart for the processor to
// expect them. The rows begin `ahead` rows after `from` and may be past the
// end.
template <int rows, typename T>
HWY_INLINE void fetch_rows(const T* from, std::int64_t row, std::int64_t ahead,
                           std::int64_t columns) {
  constexpr std::size_t kLine = 64;
  const std::size_t stride = static_cast<std::size_t>(row) * sizeof(T);
  const std::size_t bytes = static_cast<std::size_t>(columns) * sizeof(T);
  auto line = reinterpret_cast<std::uintptr_t>(from) +
              static_cast<std::size_t>(ahead) * stride;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r, line += stride)
    for (std::size_t j = 0; j < bytes; j += kLine)
      hwy::Prefetch(reinterpret_cast<const char*>(line + j));
}

// Subtracts the products of `depth` rows of the strip, which are at `above`,
// from a tile. This function and the next one are not inlined, because the
// addresses of all rows of a tile would take the registers of the loop.
template <int rows, int vectors, bool is_given, StoredAs stored, class D,
          typename T = hn::TFromD<D>>
HWY_NOINLINE void subtract_tile(const TrianglePlace<stored, T>& place,
                                const T* HWY_RESTRICT a,
                                const T* HWY_RESTRICT above, std::int64_t depth,
                                const TileRows<T>& tile) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if constexpr (is_given)
    fetch_rows<rows>(tile.given, tile.row, 0, vectors * lanes);
  hn::Vec<D> sums[rows][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = hn::Zero(d);
  add_tile_products<false>(d, place, a, above, depth, sums);
  T* HWY_RESTRICT x = tile.x;
  const T* given = tile.given;
  const std::int64_t row = tile.row, columns = tile.columns;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      T* to = x + r * kStripColumns + v * lanes;
      const auto from =
          is_given ? load_wanted(d, given + v * lanes, columns - v * lanes)
                   : hn::Load(d, to);
      hn::Store(hn::Sub(from, sums[r][v]), d, to);
    }
    given += row;
  }
}

// Solves for a tile, whose first row is row i of L, after subtracting the
// products of `depth` rows of the strip, which are at `above`. The next tile
// below is fetched meanwhile.
template <int rows, int vectors, bool is_given, Quotient quotient,
          StoredAs stored, class D, typename T = hn::TFromD<D>>
HWY_NOINLINE void solve_tile(const TrianglePlace<stored, T>& place,
                             const T* HWY_RESTRICT a,
                             const T* HWY_RESTRICT above, std::int64_t depth,
                             std::int64_t i, const TileRows<T>& tile) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  T* HWY_RESTRICT x = tile.x;
  const std::int64_t row = tile.row, columns = tile.columns;
  hn::Vec<D> left[rows][vectors];
  const T* given = tile.given;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      left[r][v] = is_given
                       ? load_wanted(d, given + v * lanes, columns - v * lanes)
                       : hn::Load(d, x + r * kStripColumns + v * lanes);
    given += row;
  }
  if constexpr (stored != StoredAs::kStrips && rows > 1)
    fetch_rows<rows>(tile.solved, row, rows, vectors * lanes);
  if constexpr (is_given && rows > 1)
    fetch_rows<rows>(tile.given, row, rows, vectors * lanes);
  add_tile_products<true>(d, place, a, above, depth, left);
  a += depth * place.column();
  const T* HWY_RESTRICT pivots = place.l.pivots;
  const T* HWY_RESTRICT inverses = place.l.inverses;
  if constexpr (quotient != Quotient::kMultiply) pivots += i;
  if constexpr (quotient != Quotient::kDivide) inverses += i;
  const std::int64_t a_row = place.row(), a_column = place.column();
  T* solved = tile.solved;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      auto& value = left[r][v];
      if constexpr (quotient == Quotient::kDivide) {
        value = hn::Div(value, hn::Set(d, pivots[r]));
      } else if constexpr (quotient == Quotient::kMultiply) {
        value = hn::Mul(value, hn::Set(d, inverses[r]));
      } else {
        const auto inverse = hn::Set(d, inverses[r]);
        const auto near = hn::Mul(value, inverse);
        const auto rest = hn::NegMulAdd(hn::Set(d, pivots[r]), near, value);
        value = hn::MulAdd(rest, inverse, near);
      }
      hn::Store(value, d, x + r * kStripColumns + v * lanes);
      if constexpr (stored != StoredAs::kStrips)
        store_wanted(d, value, solved + v * lanes, columns - v * lanes);
    }
#pragma GCC unroll 16
    for (int s = r + 1; s < rows; ++s) {
      const auto factor = hn::Set(d, a[s * a_row]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        left[s][v] = hn::NegMulAdd(factor, left[r][v], left[s][v]);
    }
    a += a_column;
    solved += row;
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
