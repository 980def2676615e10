// Implements the steps on strips in tiles of eight rows that stay in registers.
// Tested by tests/optimized/linalg_strips_test.cc.
#include "optimized/triangles/triangle_strips.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/triangles/triangle_strips.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/triangles/triangle_tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Whether a tile can have all columns of a strip.
template <StoredAs stored, class D>
constexpr bool kHasWideTiles =
    stored ==
    StoredAs::kStrided&& kManyRegisters&& kWideVectors* std::int64_t{
        hn::MaxLanes(D())} == kStripColumns;

// Subtracts from rows [from, to) of a few columns the products of rows [first,
// last).
template <int rows, int vectors, bool is_given, StoredAs stored, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void subtract_columns(D, const TrianglePlace<stored, T>& place,
                                 const Strip<T>& strip, std::int64_t first,
                                 std::int64_t last, std::int64_t from,
                                 std::int64_t to, std::int64_t j) {
  for_groups<rows>(from, to, [&](auto some, std::int64_t i) HWY_ATTR {
    subtract_tile<some, vectors, is_given, stored, D>(
        place, place.at(i, first), strip.x + first * kStripColumns + j,
        last - first, tile_rows<stored>(strip, i, j));
  });
}

template <bool is_given, StoredAs stored, typename T>
void subtract_from(const TrianglePlace<stored, T>& place, const Strip<T>& strip,
                   std::int64_t first, std::int64_t last, std::int64_t from,
                   std::int64_t to, std::int64_t diagonal) {
  const hn::CappedTag<T, kStripColumns / kSumVectors> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if constexpr (kHasWideTiles<stored, decltype(d)>)
    if (strip.columns > kStripColumns - lanes)
      return subtract_columns<kWideRows, kWideVectors, is_given>(
          d, place, strip, first, last, from,
          std::min(to, diagonal + kStripColumns), std::int64_t{0});
  // Few columns are walked at a time, because L1 does not keep all of them
  // beside the rows of L.
  for (std::int64_t j = 0; j < strip.columns; j += kSumVectors * lanes) {
    const std::int64_t end = std::min(to, diagonal + j + kSumVectors * lanes);
    if (j + lanes < strip.columns)
      subtract_columns<kSumRows<stored>, kSumVectors, is_given>(
          d, place, strip, first, last, from, end, j);
    else
      subtract_columns<kSumRows<stored>, 1, is_given>(d, place, strip, first,
                                                      last, from, end, j);
  }
}

template <StoredAs stored, typename T>
void subtract_here(const StripTriangle<T>& l, const Strip<T>& strip,
                   std::int64_t first, std::int64_t last, std::int64_t from,
                   std::int64_t to, std::int64_t diagonal) {
  const TrianglePlace<stored, T> place{l};
  if constexpr (stored != StoredAs::kStrips)
    if (first == 0)
      return subtract_from<true>(place, strip, first, last, from, to, diagonal);
  subtract_from<false>(place, strip, first, last, from, to, diagonal);
}

// Solves for a few columns of a group of rows of the block that begins with row
// `first`.
template <int rows, int vectors, bool is_given, Quotient quotient,
          StoredAs stored, class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_columns(D, const TrianglePlace<stored, T>& place,
                              const Strip<T>& strip, std::int64_t first,
                              std::int64_t i, std::int64_t j) {
  solve_tile<rows, vectors, is_given, quotient, stored, D>(
      place, place.at(i, first), strip.x + first * kStripColumns + j, i - first,
      i, tile_rows<stored>(strip, i, j));
}

// Solves for the rows [first, last) of one block.
template <bool is_given, Quotient quotient, StoredAs stored, typename T>
void solve_block(const TrianglePlace<stored, T>& place, const Strip<T>& strip,
                 std::int64_t first, std::int64_t last) {
  const hn::CappedTag<T, kStripColumns / kSumVectors> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if constexpr (kHasWideTiles<stored, decltype(d)>)
    if (strip.columns > kStripColumns - lanes)
      return for_groups<kWideRows>(
          first, last, [&](auto some, std::int64_t i) HWY_ATTR {
            solve_columns<some, kWideVectors, is_given, quotient>(
                d, place, strip, first, i, std::int64_t{0});
          });
  std::int64_t start = first;
  // A single vector per row would leave half of the registers unused, and more
  // rows wait less for each other.
  if constexpr (kManyRegisters && stored == StoredAs::kStrided)
    if (strip.columns <= lanes)
      for (; start + 2 * kSolvedRows <= last; start += 2 * kSolvedRows)
        solve_columns<2 * kSolvedRows, 1, is_given, quotient>(
            d, place, strip, first, start, std::int64_t{0});
  for_groups<kSolvedRows>(start, last, [&](auto some, std::int64_t i) HWY_ATTR {
    std::int64_t j = 0;
    if constexpr (kSolvedVectors == 2)
      for (; j + lanes < strip.columns; j += 2 * lanes)
        solve_columns<some, 2, is_given, quotient>(d, place, strip, first, i,
                                                   j);
    for (; j < strip.columns; j += lanes)
      solve_columns<some, 1, is_given, quotient>(d, place, strip, first, i, j);
  });
}

template <StoredAs stored, Quotient quotient, typename T>
void solve_here(const StripTriangle<T>& l, const Strip<T>& strip,
                std::int64_t first, std::int64_t last) {
  const TrianglePlace<stored, T> place{l};
  // With many registers, products with the rows before are as fast as those of
  // a block, and do not wait for the group that was solved last.
  const std::int64_t block = kManyRegisters ? last - first : kStripColumns;
  for (std::int64_t start = first; start < last; start += block) {
    const std::int64_t end = std::min(last, start + block);
    if (stored != StoredAs::kStrips && start == 0)
      solve_block<stored != StoredAs::kStrips, quotient>(place, strip, start,
                                                         end);
    else
      solve_block<false, quotient>(place, strip, start, end);
    if (end < last)
      subtract_here<stored>(l, strip, start, end, end, last, last);
  }
}

template <StoredAs stored, typename T>
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
  if (l.storage == StoredAs::kStrips)
    solve_here<StoredAs::kStrips, Quotient::kMultiply>(l, strip, first, last);
  else
    solve_by_pivots<StoredAs::kStrided>(l, strip, first, last);
}

template <typename T>
void subtract_any(const StripTriangle<T>& l, const Strip<T>& strip,
                  std::int64_t first, std::int64_t last, std::int64_t from,
                  std::int64_t to, std::int64_t diagonal) {
  if (l.storage == StoredAs::kStrips)
    subtract_here<StoredAs::kStrips>(l, strip, first, last, from, to, diagonal);
  else
    subtract_here<StoredAs::kStrided>(l, strip, first, last, from, to,
                                      diagonal);
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
