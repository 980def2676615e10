// Implements the steps on strips in tiles of eight rows that stay in registers.
// Tested by tests/optimized/linalg_strips_test.cc.
#include "optimized/triangles/triangle_strips.h"

#include <hwy/cache_control.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/triangles/triangle_strips.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kWidth = kStripColumns;
// Registers hold the sums of 8 rows of two vectors with AVX-512, and of 4 rows
// with other targets. Groups of 8 rows that are solved have one vector there.
constexpr bool kManyRegisters = HWY_TARGET <= HWY_AVX3;
constexpr int kSumRows = kManyRegisters ? 8 : 4;
constexpr int kSumVectors = 2;
constexpr int kSolvedRows = kStripRows;
constexpr int kSolvedVectors = kManyRegisters ? 2 : 1;

enum class Quotient { kDivide, kMultiply, kCorrect };

enum class Stored { kStrided, kPanels, kStrips };

// Where L is stored, of which the template knows as much as possible.
template <Stored stored, typename T>
struct Place {
  static constexpr bool is_packed = stored != Stored::kStrided;
  static constexpr std::int64_t width =
      stored == Stored::kStrips ? kWidth : kStripRows;
  const StripTriangle<T>& l;

  // Eight rows from a multiple of 8 on are in one strip.
  const T* at(std::int64_t i, std::int64_t k) const {
    if constexpr (is_packed)
      return l.elements + packed_strip(i / width, width) + k * width +
             i % width;
    else
      return l.elements + i * l.row + k * l.column;
  }
  std::int64_t row() const { return is_packed ? 1 : l.row; }
  std::int64_t column() const { return is_packed ? width : l.column; }
};

// Adds the products with `depth` rows of x to a tile of sums, or subtracts
// them. `a` is the element of L in the first row that is multiplied first.
template <bool subtracts, int rows, int vectors, Stored stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void add_products(D d, const Place<stored, T>& place,
                             const T* HWY_RESTRICT a, const T* HWY_RESTRICT x,
                             std::int64_t depth,
                             hn::Vec<D> (&sums)[rows][vectors]) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // Rows of a strip are too far apart for the processor to expect them.
  constexpr std::int64_t kAhead = 16;
#pragma GCC unroll 2
  for (std::int64_t k = 0; k < depth; ++k) {
    if constexpr (stored == Stored::kStrips && rows > 1)
      hwy::Prefetch(a + kAhead * kWidth);
    hn::Vec<D> right[vectors];
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v) right[v] = hn::Load(d, x + v * lanes);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      const auto factor = hn::Set(d, a[r * place.row()]);
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = subtracts ? hn::NegMulAdd(factor, right[v], sums[r][v])
                               : hn::MulAdd(factor, right[v], sums[r][v]);
    }
    a += place.column();
    x += kWidth;
  }
}

// Loads a vector of row i, from the strip or from the right-hand sides.
template <bool is_given, class D, typename T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_row(D d, const Strip<T>& strip, std::int64_t i,
                               std::int64_t j) {
  if constexpr (is_given) {
    return load_first(d, strip.given + i * strip.row + j, strip.columns - j);
  } else {
    return hn::Load(d, strip.x + i * kWidth + j);
  }
}

// Subtracts the products of rows [first, first + depth) from a tile, whose
// first element is (i, j).
template <int rows, int vectors, bool is_given, Stored stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void subtract_tile(D d, const Place<stored, T>& place,
                              const Strip<T>& strip, std::int64_t first,
                              std::int64_t depth, std::int64_t i,
                              std::int64_t j) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<D> sums[rows][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v) {
      if constexpr (is_given)
        hwy::Prefetch(strip.given + (i + r) * strip.row + j + v * lanes);
      sums[r][v] = hn::Zero(d);
    }
  add_products<false>(d, place, place.at(i, first),
                      strip.x + first * kWidth + j, depth, sums);
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      hn::Store(hn::Sub(load_row<is_given>(d, strip, i + r, j + v * lanes),
                        sums[r][v]),
                d, strip.x + (i + r) * kWidth + j + v * lanes);
}

// Subtracts from rows [from, to) of a few columns the products of rows [first,
// last).
template <int vectors, bool is_given, Stored stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void subtract_columns(D d, const Place<stored, T>& place,
                                 const Strip<T>& strip, std::int64_t first,
                                 std::int64_t last, std::int64_t from,
                                 std::int64_t to, std::int64_t j) {
  const std::int64_t depth = last - first;
  std::int64_t i = from;
  for (; i + kSumRows <= to; i += kSumRows)
    subtract_tile<kSumRows, vectors, is_given>(d, place, strip, first, depth, i,
                                               j);
  for (; i < to; ++i)
    subtract_tile<1, vectors, is_given>(d, place, strip, first, depth, i, j);
}

template <bool is_given, Stored stored, typename T>
void subtract_from(const Place<stored, T>& place, const Strip<T>& strip,
                   std::int64_t first, std::int64_t last, std::int64_t from,
                   std::int64_t to, std::int64_t diagonal) {
  const hn::CappedTag<T, kWidth / kSumVectors> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // Few columns are walked at a time, because L1 does not keep all of them
  // beside the rows of L.
  for (std::int64_t j = 0; j < strip.columns; j += kSumVectors * lanes) {
    const std::int64_t end = std::min(to, diagonal + j + kSumVectors * lanes);
    if (j + lanes < strip.columns)
      subtract_columns<kSumVectors, is_given>(d, place, strip, first, last,
                                              from, end, j);
    else
      subtract_columns<1, is_given>(d, place, strip, first, last, from, end, j);
  }
}

template <Stored stored, typename T>
void subtract_here(const StripTriangle<T>& l, const Strip<T>& strip,
                   std::int64_t first, std::int64_t last, std::int64_t from,
                   std::int64_t to, std::int64_t diagonal) {
  const Place<stored, T> place{l};
  if constexpr (stored != Stored::kStrips)
    if (first == 0)
      return subtract_from<true>(place, strip, first, last, from, to, diagonal);
  subtract_from<false>(place, strip, first, last, from, to, diagonal);
}

// Solves for a tile, whose first element is (i, j), after subtracting the
// products of the rows from `first` on.
template <int rows, int vectors, bool is_given, Quotient quotient,
          Stored stored, class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_tile(D d, const Place<stored, T>& place,
                           const Strip<T>& strip, std::int64_t first,
                           std::int64_t i, std::int64_t j) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<D> left[rows][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      left[r][v] = load_row<is_given>(d, strip, i + r, j + v * lanes);
  const T* a = place.at(i, first);
  add_products<true>(d, place, a, strip.x + first * kWidth + j, i - first,
                     left);
  a += (i - first) * place.column();
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v) {
      auto& value = left[r][v];
      if constexpr (quotient == Quotient::kDivide) {
        value = hn::Div(value, hn::Set(d, place.l.pivots[i + r]));
      } else if constexpr (quotient == Quotient::kMultiply) {
        value = hn::Mul(value, hn::Set(d, place.l.inverses[i + r]));
      } else {
        const auto inverse = hn::Set(d, place.l.inverses[i + r]);
        const auto near = hn::Mul(value, inverse);
        const auto rest =
            hn::NegMulAdd(hn::Set(d, place.l.pivots[i + r]), near, value);
        value = hn::MulAdd(rest, inverse, near);
      }
      const std::int64_t column = j + v * lanes;
      hn::Store(value, d, strip.x + (i + r) * kWidth + column);
      if constexpr (stored != Stored::kStrips)
        store_first(d, value, strip.solved + (i + r) * strip.row + column,
                    strip.columns - column);
    }
#pragma GCC unroll 16
    for (int s = r + 1; s < rows; ++s) {
      const auto factor = hn::Set(d, a[s * place.row()]);
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        left[s][v] = hn::NegMulAdd(factor, left[r][v], left[s][v]);
    }
    a += place.column();
  }
}

template <int rows, bool is_given, Quotient quotient, Stored stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void solve_group(D d, const Place<stored, T>& place,
                            const Strip<T>& strip, std::int64_t first,
                            std::int64_t i) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  if constexpr (kSolvedVectors == 2)
    for (; j + lanes < strip.columns; j += 2 * lanes)
      solve_tile<rows, 2, is_given, quotient>(d, place, strip, first, i, j);
  for (; j < strip.columns; j += lanes)
    solve_tile<rows, 1, is_given, quotient>(d, place, strip, first, i, j);
}

// Solves for the rows [first, last) of one block.
template <bool is_given, Quotient quotient, Stored stored, typename T>
void solve_block(const Place<stored, T>& place, const Strip<T>& strip,
                 std::int64_t first, std::int64_t last) {
  const hn::CappedTag<T, kWidth / kSumVectors> d;
  std::int64_t i = first;
  // A single vector per row would leave half of the registers unused, and more
  // rows wait less for each other.
  if constexpr (kManyRegisters && stored == Stored::kStrided)
    if (strip.columns <= static_cast<std::int64_t>(hn::Lanes(d)))
      for (; i + 2 * kSolvedRows <= last; i += 2 * kSolvedRows)
        solve_tile<2 * kSolvedRows, 1, is_given, quotient>(
            d, place, strip, first, i, std::int64_t{0});
  for (; i + kSolvedRows <= last; i += kSolvedRows)
    solve_group<kSolvedRows, is_given, quotient>(d, place, strip, first, i);
  for (; i < last; ++i)
    solve_group<1, is_given, quotient>(d, place, strip, first, i);
}

template <Stored stored, Quotient quotient, typename T>
void solve_here(const StripTriangle<T>& l, const Strip<T>& strip,
                std::int64_t first, std::int64_t last) {
  const Place<stored, T> place{l};
  // With many registers, products with the rows before are as fast as those of
  // a block, and do not wait for the group that was solved last.
  const std::int64_t block = kManyRegisters ? last - first : kStripColumns;
  for (std::int64_t start = first; start < last; start += block) {
    const std::int64_t end = std::min(last, start + block);
    if (stored != Stored::kStrips && start == 0)
      solve_block<stored != Stored::kStrips, quotient>(place, strip, start,
                                                       end);
    else
      solve_block<false, quotient>(place, strip, start, end);
    if (end < last)
      subtract_here<stored>(l, strip, start, end, end, last, last);
  }
}

template <Stored stored, typename T>
void solve_by_pivots(const StripTriangle<T>& l, const Strip<T>& strip,
                     std::int64_t first, std::int64_t last) {
  // Without fused products the remainder would be lost to rounding.
  if (HWY_NATIVE_FMA && l.inverses != nullptr)
    solve_here<stored, Quotient::kCorrect>(l, strip, first, last);
  else
    solve_here<stored, Quotient::kDivide>(l, strip, first, last);
}

template <typename T>
void solve_any(const StripTriangle<T>& l, const Strip<T>& strip,
               std::int64_t first, std::int64_t last) {
  using Storage = typename StripTriangle<T>::Storage;
  if (l.storage == Storage::kStrips)
    solve_here<Stored::kStrips, Quotient::kMultiply>(l, strip, first, last);
  else if (l.storage == Storage::kPanels)
    solve_by_pivots<Stored::kPanels>(l, strip, first, last);
  else
    solve_by_pivots<Stored::kStrided>(l, strip, first, last);
}

template <typename T>
void subtract_any(const StripTriangle<T>& l, const Strip<T>& strip,
                  std::int64_t first, std::int64_t last, std::int64_t from,
                  std::int64_t to, std::int64_t diagonal) {
  using Storage = typename StripTriangle<T>::Storage;
  if (l.storage == Storage::kStrips)
    subtract_here<Stored::kStrips>(l, strip, first, last, from, to, diagonal);
  else if (l.storage == Storage::kPanels)
    subtract_here<Stored::kPanels>(l, strip, first, last, from, to, diagonal);
  else
    subtract_here<Stored::kStrided>(l, strip, first, last, from, to, diagonal);
}

void solve_strip_float(const StripTriangle<float>& l, const Strip<float>& strip,
                       std::int64_t first, std::int64_t last) {
  solve_any(l, strip, first, last);
}
void solve_strip_double(const StripTriangle<double>& l,
                        const Strip<double>& strip, std::int64_t first,
                        std::int64_t last) {
  solve_any(l, strip, first, last);
}
void subtract_float(const StripTriangle<float>& l, const Strip<float>& strip,
                    std::int64_t first, std::int64_t last, std::int64_t from,
                    std::int64_t to, std::int64_t diagonal) {
  subtract_any(l, strip, first, last, from, to, diagonal);
}
void subtract_double(const StripTriangle<double>& l, const Strip<double>& strip,
                     std::int64_t first, std::int64_t last, std::int64_t from,
                     std::int64_t to, std::int64_t diagonal) {
  subtract_any(l, strip, first, last, from, to, diagonal);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(solve_strip_float);
HWY_EXPORT(solve_strip_double);
HWY_EXPORT(subtract_float);
HWY_EXPORT(subtract_double);

void solve_strip(const StripTriangle<float>& l, const Strip<float>& strip,
                 std::int64_t first, std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(solve_strip_float)(l, strip, first, last);
}
void solve_strip(const StripTriangle<double>& l, const Strip<double>& strip,
                 std::int64_t first, std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(solve_strip_double)(l, strip, first, last);
}
void subtract_from_strip(const StripTriangle<float>& l,
                         const Strip<float>& strip, std::int64_t first,
                         std::int64_t last, std::int64_t from, std::int64_t to,
                         std::int64_t diagonal) {
  HWY_DYNAMIC_DISPATCH(subtract_float)
  (l, strip, first, last, from, to, diagonal);
}
void subtract_from_strip(const StripTriangle<double>& l,
                         const Strip<double>& strip, std::int64_t first,
                         std::int64_t last, std::int64_t from, std::int64_t to,
                         std::int64_t diagonal) {
  HWY_DYNAMIC_DISPATCH(subtract_double)
  (l, strip, first, last, from, to, diagonal);
}

}  // namespace assay::optimized
#endif
