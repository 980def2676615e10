// Gives attention of bfloat16 its products in the tile registers of AMX: the
// scores of queries and keys, and the weighted sums of values.
// Tested by tests/optimized/tile_attention_test.cc.
#pragma once

#include <cstdint>

#include "optimized/layout/dense.h"

namespace assay::optimized {

// The bits of the operands of a call, row-major, whose rows are aligned to 4
// bytes. Widths are multiples of 32.
struct TileHeads {
  const std::uint16_t* query;
  const std::uint16_t* key;
  const std::uint16_t* value;
  std::int64_t queries, keys;
  std::int64_t width;    // of a query and of a key
  std::int64_t columns;  // of a value
};

// Returns whether the kernels are here and the elements suit them: no score can
// be subnormal or overflow, and no weighted sum of values can overflow. There
// are `matrices` of each operand.
bool suits_tile_products(const TileHeads& heads, std::int64_t matrices);

// Multiplies on one thread, which has TileRegisters.
class TileProducts {
 public:
  static constexpr std::int64_t kRows = 32;  // of a part
  static constexpr std::int64_t kKeys = 32;  // the unit of a tile

  // Makes room for blocks of `block` queries and tiles of `tile` keys, which
  // are multiples of kRows and kKeys.
  TileProducts(const TileHeads& heads, std::int64_t block, std::int64_t tile);

  // Bring the queries of a block and a tile of keys and values into the order
  // of the kernels.
  void load_queries(std::int64_t matrix, std::int64_t first,
                    std::int64_t count);
  void load_keys(std::int64_t matrix, std::int64_t first, std::int64_t count);

  // Stores the scores of kRows queries, from query `first` of the block on, and
  // the first `keys` keys of the tile, or of some more. Rows of scores are
  // `row` apart.
  void score(std::int64_t first, std::int64_t keys, float* scores,
             std::int64_t row);

  // Stores or adds the sums of values times weights, of which there are `rows`
  // rows of `keys` elements. Each weight is split into two bfloat16, which hold
  // it within 2^-18 of its magnitude. Writes kRows rows of sums.
  void add_values(const float* weights, std::int64_t row, std::int64_t rows,
                  std::int64_t keys, bool adds, float* sums);

 private:
  TileHeads heads_;
  Scratch room_;
  // Operands in words of two neighbours along the axis that is summed.
  std::uint32_t* queries_;
  std::uint32_t* keys_;
  std::uint32_t* values_;
  std::uint32_t* weights_;  // upper parts, and then lower parts
};

}  // namespace assay::optimized
