// Has the tiles of bytes that the tile registers of AMX multiply. A register
// holds 16 rows of 16 words; one instruction multiplies two of them and adds
// the products to a third one. Tested by tests/optimized/contraction_test.cc.
#include "optimized/product/grouped.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#include <immintrin.h>

namespace assay::optimized {
namespace {

#define ASSAY_TILES __attribute__((target("amx-tile,amx-int8")))

constexpr std::int64_t kTileWords = 16;  // of a row, and rows of a register

// Computes up to 2 × 2 registers of sums. Registers 0 to 3 hold sums, 4 and 5
// words of a, 6 and 7 words of b.
template <bool has_rows, bool has_columns>
ASSAY_TILES void registers_of(const GroupedTile& tile) {
  constexpr std::int64_t kWidth = (has_columns ? 2 : 1) * kTileWords;
  constexpr std::int64_t kBlock = kTileWords * kTileWords;
  const std::uint32_t* a = tile.a;
  const std::uint32_t* b = tile.b;
  std::uint32_t* sums = tile.sums;
  std::uint32_t* lower = sums + kTileWords * kWidth;
  if (tile.adds) {
    _tile_loadd(0, sums, 4 * kWidth);
    if constexpr (has_columns) _tile_loadd(1, sums + kTileWords, 4 * kWidth);
    if constexpr (has_rows) _tile_loadd(2, lower, 4 * kWidth);
    if constexpr (has_rows && has_columns)
      _tile_loadd(3, lower + kTileWords, 4 * kWidth);
  } else {
    _tile_zero(0);
    if constexpr (has_columns) _tile_zero(1);
    if constexpr (has_rows) _tile_zero(2);
    if constexpr (has_rows && has_columns) _tile_zero(3);
  }
  for (std::int64_t kk = 0; kk < tile.groups; kk += kTileWords) {
    _tile_loadd(4, a, 4 * kTileWords);
    _tile_loadd(6, b, 4 * kWidth);
    _tile_dpbuud(0, 4, 6);
    if constexpr (has_columns) {
      _tile_loadd(7, b + kTileWords, 4 * kWidth);
      _tile_dpbuud(1, 4, 7);
    }
    if constexpr (has_rows) {
      _tile_loadd(5, a + kTileWords * tile.a_row, 4 * kTileWords);
      _tile_dpbuud(2, 5, 6);
    }
    if constexpr (has_rows && has_columns) {
      _tile_dpbuud(3, 5, 7);
    }
    a += kBlock;
    b += kTileWords * kWidth;
  }
  _tile_stored(0, sums, 4 * kWidth);
  if constexpr (has_columns) _tile_stored(1, sums + kTileWords, 4 * kWidth);
  if constexpr (has_rows) _tile_stored(2, lower, 4 * kWidth);
  if constexpr (has_rows && has_columns)
    _tile_stored(3, lower + kTileWords, 4 * kWidth);
}

void tiles_of(const GroupedTile& tile) {
  const bool has_columns = tile.vectors > 1;
  if (tile.rows > kTileWords)
    return has_columns ? registers_of<true, true>(tile)
                       : registers_of<true, false>(tile);
  has_columns ? registers_of<false, true>(tile)
              : registers_of<false, false>(tile);
}

}  // namespace

GroupedKernel byte_tile_kernel() {
  return {&tiles_of, 2 * kTileWords, 2, kTileWords};
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

GroupedKernel byte_tile_kernel() { return {}; }

}  // namespace assay::optimized

#endif
