// Implements the transposition of tiles. A part of the source is read as
// vectors, each of which is a column of the result; pairs of vectors are
// interleaved in steps until each vector is a row.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/layout/transpose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/transpose.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/turn_squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Stores to[r][c] = from[c][r] row by row, for what is not a whole part.
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
constexpr std::int64_t kRows = 1;
template <typename T>
constexpr std::int64_t kColumns = 1;
template <typename T>
void turn_part(T* to, std::int64_t, const T* from, std::int64_t) {
  *to = *from;
}
#else
// Vectors have up to 32 bytes. A part of the result has as many rows as a
// vector has elements. Elements of 4 and 8 bytes have as many columns too;
// narrower ones have fewer, because they would take more vectors than there are
// registers.
constexpr std::size_t kVectorBytes = HWY_MAX_BYTES >= 32 ? 32 : 16;
template <typename T>
constexpr std::int64_t kRows = kVectorBytes / sizeof(T);
template <typename T>
constexpr std::int64_t kColumns = sizeof(T) >= 4 ? kRows<T> : 16 / sizeof(T);

template <typename T>
HWY_INLINE void turn_part(T* to, std::int64_t to_row, const T* from,
                          std::int64_t from_column) {
  const hn::FixedTag<T, kVectorBytes / sizeof(T)> d;
  constexpr std::size_t n = 16 / sizeof(T);
  using V = hn::Vec<decltype(d)>;
  V left[n];
  for (std::size_t k = 0; k < n; ++k)
    left[k] = hn::LoadU(d, from + static_cast<std::int64_t>(k) * from_column);
  turn_squares(d, left);
#if HWY_MAX_BYTES >= 32
  // Row k is in the lower half of a vector and row k + n in the upper half.
  const hn::Half<decltype(d)> half;
  V right[n];
  if constexpr (sizeof(T) >= 4) {
    for (std::size_t k = 0; k < n; ++k)
      right[k] =
          hn::LoadU(d, from + static_cast<std::int64_t>(k + n) * from_column);
    turn_squares(d, right);
  }
  for (std::size_t k = 0; k < n; ++k) {
    T* lower = to + static_cast<std::int64_t>(k) * to_row;
    T* upper = lower + static_cast<std::int64_t>(n) * to_row;
    if constexpr (sizeof(T) >= 4) {
      hn::StoreU(hn::ConcatLowerLower(d, right[k], left[k]), d, lower);
      hn::StoreU(hn::ConcatUpperUpper(d, right[k], left[k]), d, upper);
    } else {
      hn::StoreU(hn::LowerHalf(half, left[k]), half, lower);
      hn::StoreU(hn::UpperHalf(half, left[k]), half, upper);
    }
  }
#else
  for (std::size_t k = 0; k < n; ++k)
    hn::StoreU(left[k], d, to + static_cast<std::int64_t>(k) * to_row);
#endif
}
#endif

// Walks tiles of whole cache lines each way along the target's rows. Every line
// is read and written once, and a tile has few enough lines to stay in L1.
template <typename T>
void transpose_tiles(T* to, std::int64_t to_row, const T* from,
                     std::int64_t from_column, std::int64_t rows,
                     std::int64_t columns) {
  constexpr std::int64_t kTile = HWY_MAX(16, 64 / sizeof(T));
  const std::int64_t even_rows = rows / kRows<T> * kRows<T>;
  const std::int64_t even_columns = columns / kColumns<T> * kColumns<T>;
  for (std::int64_t i = 0; i < even_rows; i += kTile) {
    const std::int64_t i_end = HWY_MIN(i + kTile, even_rows);
    for (std::int64_t j = 0; j < even_columns; j += kTile) {
      const std::int64_t j_end = HWY_MIN(j + kTile, even_columns);
      for (std::int64_t r = i; r < i_end; r += kRows<T>)
        for (std::int64_t c = j; c < j_end; c += kColumns<T>)
          turn_part(to + r * to_row + c, to_row, from + c * from_column + r,
                    from_column);
    }
  }
  transpose_plain(to + even_columns, to_row, from + even_columns * from_column,
                  from_column, even_rows, columns - even_columns);
  transpose_plain(to + even_rows * to_row, to_row, from + even_rows,
                  from_column, rows - even_rows, columns);
}

#define ASSAY_TRANSPOSE(bits)                                         \
  void transpose_##bits(std::uint##bits##_t* to, std::int64_t to_row, \
                        const std::uint##bits##_t* from,              \
                        std::int64_t from_column, std::int64_t rows,  \
                        std::int64_t columns) {                       \
    transpose_tiles(to, to_row, from, from_column, rows, columns);    \
  }
ASSAY_TRANSPOSE(8)
ASSAY_TRANSPOSE(16)
ASSAY_TRANSPOSE(32)
ASSAY_TRANSPOSE(64)
#undef ASSAY_TRANSPOSE

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

#define ASSAY_TRANSPOSE(bits)                                               \
  HWY_EXPORT(transpose_##bits);                                             \
  void transpose(std::uint##bits##_t* to, std::int64_t to_row,              \
                 const std::uint##bits##_t* from, std::int64_t from_column, \
                 std::int64_t rows, std::int64_t columns) {                 \
    HWY_DYNAMIC_DISPATCH(transpose_##bits)                                  \
    (to, to_row, from, from_column, rows, columns);                         \
  }
ASSAY_TRANSPOSE(8)
ASSAY_TRANSPOSE(16)
ASSAY_TRANSPOSE(32)
ASSAY_TRANSPOSE(64)
#undef ASSAY_TRANSPOSE

}  // namespace assay::optimized
#endif
