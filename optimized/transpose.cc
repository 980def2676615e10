// A square of n × n elements is read as n vectors, each of which is a column of
// the result; pairs of vectors are interleaved in steps until each is a row.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/transpose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/transpose.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// to[r][c] = from[c][r] within one row after the other, for what is not a whole
// square.
template <typename T>
void transpose_plain(T* to, std::int64_t to_row, const T* from,
                     std::int64_t from_column, std::int64_t rows,
                     std::int64_t columns) {
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c)
      to[r * to_row + c] = from[c * from_column + r];
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
template <typename T>
constexpr std::int64_t kSide = 1;
template <typename T>
void turn_square(T* to, std::int64_t, const T* from, std::int64_t) {
  *to = *from;
}
#else
// As many elements as 32 bytes hold, or 16 without AVX2.
template <typename T>
constexpr std::int64_t kSide = (HWY_MAX_BYTES >= 32 ? 32 : 16) / sizeof(T);

// Writes a pair of rows of what has been interleaved within blocks of 16 bytes.
template <class D, class V>
HWY_INLINE void store_pair(D d, V low, V high, hn::TFromD<D>* to,
                           std::int64_t low_row, std::int64_t high_row) {
#if HWY_MAX_BYTES >= 32
  hn::StoreU(hn::ConcatLowerLower(d, high, low), d, to + low_row);
  hn::StoreU(hn::ConcatUpperUpper(d, high, low), d, to + high_row);
#else
  static_cast<void>(high), static_cast<void>(high_row);
  hn::StoreU(low, d, to + low_row);
#endif
}

HWY_INLINE void turn_square(std::uint64_t* to, std::int64_t to_row,
                            const std::uint64_t* from,
                            std::int64_t from_column) {
  const hn::FixedTag<std::uint64_t, kSide<std::uint64_t> > d;
  const auto a = hn::LoadU(d, from);
  const auto b = hn::LoadU(d, from + from_column);
  const auto low = hn::InterleaveLower(d, a, b);
  const auto high = hn::InterleaveUpper(d, a, b);
#if HWY_MAX_BYTES >= 32
  const auto c = hn::LoadU(d, from + 2 * from_column);
  const auto e = hn::LoadU(d, from + 3 * from_column);
  store_pair(d, low, hn::InterleaveLower(d, c, e), to, 0, 2 * to_row);
  store_pair(d, high, hn::InterleaveUpper(d, c, e), to, to_row, 3 * to_row);
#else
  store_pair(d, low, low, to, 0, 0);
  store_pair(d, high, high, to, to_row, 0);
#endif
}

// Four columns of four rows, twice where vectors have 32 bytes: row r and row
// r + 4 lie in the halves of quads[r].
template <class D, class V>
HWY_INLINE void turn_four(D d, const std::uint32_t* from,
                          std::int64_t from_column, V* quads) {
  const hn::Repartition<std::uint64_t, D> wide;
  const auto a = hn::LoadU(d, from);
  const auto b = hn::LoadU(d, from + from_column);
  const auto c = hn::LoadU(d, from + 2 * from_column);
  const auto e = hn::LoadU(d, from + 3 * from_column);
  const auto low_ab = hn::BitCast(wide, hn::InterleaveLower(d, a, b));
  const auto low_ce = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
  const auto high_ab = hn::BitCast(wide, hn::InterleaveUpper(d, a, b));
  const auto high_ce = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
  quads[0] = hn::BitCast(d, hn::InterleaveLower(wide, low_ab, low_ce));
  quads[1] = hn::BitCast(d, hn::InterleaveUpper(wide, low_ab, low_ce));
  quads[2] = hn::BitCast(d, hn::InterleaveLower(wide, high_ab, high_ce));
  quads[3] = hn::BitCast(d, hn::InterleaveUpper(wide, high_ab, high_ce));
}

HWY_INLINE void turn_square(std::uint32_t* to, std::int64_t to_row,
                            const std::uint32_t* from,
                            std::int64_t from_column) {
  const hn::FixedTag<std::uint32_t, kSide<std::uint32_t> > d;
  hn::Vec<decltype(d)> left[4], right[4];
  turn_four(d, from, from_column, left);
#if HWY_MAX_BYTES >= 32
  turn_four(d, from + 4 * from_column, from_column, right);
#else
  for (int r = 0; r < 4; ++r) right[r] = left[r];
#endif
  for (int r = 0; r < 4; ++r)
    store_pair(d, left[r], right[r], to, r * to_row, (r + 4) * to_row);
}
#endif

// Tiles of whole lines each way, along the target's rows: every line is read
// and written once, and no more lines are open than a tile has.
template <typename T>
void transpose_tiles(T* to, std::int64_t to_row, const T* from,
                     std::int64_t from_column, std::int64_t rows,
                     std::int64_t columns) {
  constexpr std::int64_t side = kSide<T>;
  constexpr std::int64_t kRows = 16, kColumns = 16;
  const std::int64_t even_rows = rows / side * side;
  const std::int64_t even_columns = columns / side * side;
  for (std::int64_t i = 0; i < even_rows; i += kRows) {
    const std::int64_t i_end = HWY_MIN(i + kRows, even_rows);
    for (std::int64_t j = 0; j < even_columns; j += kColumns) {
      const std::int64_t j_end = HWY_MIN(j + kColumns, even_columns);
      for (std::int64_t r = i; r < i_end; r += side)
        for (std::int64_t c = j; c < j_end; c += side)
          turn_square(to + r * to_row + c, to_row, from + c * from_column + r,
                      from_column);
    }
  }
  transpose_plain(to + even_columns, to_row, from + even_columns * from_column,
                  from_column, even_rows, columns - even_columns);
  transpose_plain(to + even_rows * to_row, to_row, from + even_rows,
                  from_column, rows - even_rows, columns);
}

void transpose_32(std::uint32_t* to, std::int64_t to_row,
                  const std::uint32_t* from, std::int64_t from_column,
                  std::int64_t rows, std::int64_t columns) {
  transpose_tiles(to, to_row, from, from_column, rows, columns);
}
void transpose_64(std::uint64_t* to, std::int64_t to_row,
                  const std::uint64_t* from, std::int64_t from_column,
                  std::int64_t rows, std::int64_t columns) {
  transpose_tiles(to, to_row, from, from_column, rows, columns);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(transpose_32);
HWY_EXPORT(transpose_64);

void transpose(std::uint32_t* to, std::int64_t to_row,
               const std::uint32_t* from, std::int64_t from_column,
               std::int64_t rows, std::int64_t columns) {
  HWY_DYNAMIC_DISPATCH(transpose_32)
  (to, to_row, from, from_column, rows, columns);
}

void transpose(std::uint64_t* to, std::int64_t to_row,
               const std::uint64_t* from, std::int64_t from_column,
               std::int64_t rows, std::int64_t columns) {
  HWY_DYNAMIC_DISPATCH(transpose_64)
  (to, to_row, from, from_column, rows, columns);
}

}  // namespace assay::optimized
#endif
