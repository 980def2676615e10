// Says how many queries and keys attention takes at once.
// Tested by tests/optimized/attention_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>

#include "optimized/attention/attention.h"
#include "optimized/attention/tile_products.h"
#include "optimized/layout/compute_type.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

// Returns the size of the fewest nearly equal parts of at most `most` units.
inline std::int64_t even_share(std::int64_t count, std::int64_t most) {
  const std::int64_t parts =
      std::max<std::int64_t>((count + most - 1) / most, 1);
  return std::max<std::int64_t>((count + parts - 1) / parts, 1);
}

// Returns how many keys a tile has at most. A single query reads keys and
// values of its own type where they are, so only its scores need to stay in L1,
// and long products ask for their operands ahead.
inline std::int64_t most_keys(const Tensor& query) {
  const bool is_in_place =
      query.view.shape()[2] == 1 && !is_narrow_real(query.dtype);
  return settings().matmul_depth * (is_in_place ? 8 : 1);
}

// The extents of a call and the sizes of its blocks.
struct AttentionSizes {
  AttentionSizes(const AttentionCall& call, bool has_tiles)
      : heads(call.query.view.shape()[1]),
        queries(call.query.view.shape()[2]),
        keys(call.key.view.shape()[2]),
        width(call.query.view.shape()[3]),
        columns(call.value.view.shape()[3]),
        block(even_share(queries, settings().matmul_rows)),
        part(even_share(
            block, std::max<std::int64_t>(settings().matmul_rows / 10, 1))),
        tile(even_share(keys, most_keys(call.query))) {
    if (!has_tiles) return;
    const auto whole = [](std::int64_t count, std::int64_t unit) {
      return (count + unit - 1) / unit * unit;
    };
    part = TileProducts::kRows;
    block =
        whole(even_share(queries, whole(settings().matmul_rows, part)), part);
    tile = whole(tile, TileProducts::kKeys);
  }

  std::int64_t heads, queries, keys;
  std::int64_t width;    // of a query
  std::int64_t columns;  // of a value
  std::int64_t block;    // of queries, which share a transposed tile
  std::int64_t part;     // of a block, whose scores are stored
  std::int64_t tile;     // of keys
};

}  // namespace assay::optimized
