// Implements the split of products.
// Tested by tests/optimized/contraction_test.cc.
#include "optimized/product/product_parts.h"

#include "optimized/layout/dense.h"
#include "optimized/product/small_products.h"
#include "optimized/resources/cache_sizes.h"

namespace assay::optimized {
namespace {

// Returns the length of a part of k. Parts of equal length are as few as their
// length allows, because each part of a sum reads and stores the result.
std::int64_t depth_of(std::int64_t k) {
  const std::int64_t longest =
      std::max<std::int64_t>(settings().matmul_depth * 4 / 3, 1);
  const std::int64_t parts =
      std::max<std::int64_t>((k + longest - 1) / longest, 1);
  return (k + parts - 1) / parts;
}

constexpr std::int64_t kLine = 64;  // bytes of a cache line

// Returns whether a panel of b stays in L1 while several tiles of rows pass by.
// A wider one comes from L2, and rows of a stay in L1.
bool has_narrow_panels() { return float_tile_bytes() <= kLine; }

// Returns how many columns a block of b has, if a column takes this many bytes,
// so that the block stays in L2 while blocks of a go through it. Blocks of a
// are small where panels are narrow.
std::int64_t l2_columns(std::int64_t column_bytes) {
  const std::int64_t bytes =
      has_narrow_panels() ? l2_bytes() / 2 : l2_bytes() * 2 / 5;
  const std::int64_t columns = bytes / std::max<std::int64_t>(column_bytes, 1);
  return std::max(columns / kWidestTile, std::int64_t{1}) * kWidestTile;
}

// Decides from the sizes of the caches how a product of floats is split.
// Results depend on the depth, so it follows from the extents of a matrix and
// the target alone. Products of a few rows take a few rows of b at a time,
// because those are read once and in order.
ProductBlocks blocks_of(const Product& p, std::int64_t element) {
  const Settings& use = settings();
  ProductBlocks by{};
  if (p.n == 1) {
    by.depth = std::min(p.k, 4 * use.matmul_depth);
    by.rows = std::max<std::int64_t>(use.matmul_rows / 8, 1);
    by.columns = 1;
    by.copied_rows = by.rows;
    by.copies_a = p.a.column != 1;
    by.copies_b = p.b.row != 1;
    return by;
  }
  by.depth = p.matrix_rows <= 2 ? std::min(p.k, kFewRows) : depth_of(p.k);
  by.columns =
      std::min({p.n, use.matmul_columns, l2_columns(by.depth * element)});
  // Where panels are narrow, rows of a are read so often that those of a large
  // matrix are brought together. A copy costs about as much as 40 products of
  // its element, so there have to be many columns.
  const bool is_large_a = p.m > use.matmul_copy_rows &&
                          p.n > 32 * use.matmul_copy_rows &&
                          p.m * p.k * element > 2 * use.matmul_direct_bytes;
  by.copies_a = (p.a.column != 1 && p.n > use.matmul_copy_rows) ||
                (is_large_a && has_narrow_panels());
  by.rows = std::min(
      p.m, std::max<std::int64_t>(
               use.matmul_rows * (has_narrow_panels() ? 4 : 1) / 20, 2));
  // Products of a short depth spend most of their time on stores. Where the
  // rows of a large c begin within cache lines, a few rows at a time are stored
  // from left to right, so that the processor fetches their lines ahead.
  constexpr std::int64_t kShortSum = 128, kRowsInOrder = 12;
  if (p.k <= kShortSum && p.c_row * element % kLine != 0 &&
      p.m * p.n * element > use.matmul_direct_bytes)
    by.rows = std::min(by.rows, kRowsInOrder);
  // A copy of so much of a stays in L3 while the blocks of b go by.
  const std::int64_t row_bytes = std::max<std::int64_t>(by.depth * element, 1);
  const std::int64_t most =
      std::max(8 * use.matmul_direct_bytes / row_bytes, by.rows);
  const std::int64_t copies =
      std::max<std::int64_t>((p.m + most - 1) / most, 1);
  const std::int64_t blocks = (p.m / copies + by.rows - 1) / by.rows;
  by.copied_rows = std::min(p.m, blocks * by.rows);
  // Sums of a few terms would end before c arrives.
  constexpr std::int64_t kLongSum = 256;
  by.fetches_c =
      by.depth > kLongSum && p.m * p.n * element > use.matmul_direct_bytes;
  // Rows that are pages apart compete for the few ways of one set of L1.
  constexpr std::int64_t kWays = 8;
  const bool shares_sets = p.k > kWays && p.b.row * element % 4096 == 0;
  // Vectors of rows that begin anywhere in a cache line are read from two, and
  // a panel of such rows takes twice the lines of L1. A smaller matrix is worth
  // a copy then, above all if many rows of a read it.
  std::int64_t direct = std::min(use.matmul_direct_bytes, l2_bytes() / 4);
  if (p.b.row * element % kLine != 0)
    direct /= p.m > 16 * use.matmul_copy_rows ? 8 : 2;
  const bool is_large = p.k * p.n * element > direct;
  by.copies_b = p.b.column != 1 ||
                ((is_large || shares_sets) && p.m > use.matmul_copy_rows);
  return by;
}

}  // namespace

void multiply_real_alone(const Product& product, bool is_double) {
  if (multiply_small(product, is_double)) return;
  const std::int64_t element = is_double ? 8 : 4;
  const ProductBlocks by = blocks_of(product, element);
  // Room for the panels of b and, after them, rows of a. If nothing is copied,
  // a panel may still be needed for columns that fill no vector, on targets
  // without masks. Their vectors have at most 8 elements.
  constexpr std::int64_t kMostLanes = 8;
  const auto has_rest = [](std::int64_t columns) {
    return columns % kMostLanes != 0;
  };
  const bool has_panels = by.copies_a || by.copies_b || has_rest(product.n) ||
                          (by.columns < product.n && has_rest(by.columns));
  const std::int64_t room =
      (has_panels ? by.panel_elements(by.depth, by.columns, kWidestTile) : 0) +
      (by.copies_a ? by.copied_rows * by.depth : 0);
  // Small products would take longer to allocate memory than to multiply.
  constexpr std::int64_t kNear = 8192;  // bytes
  if (room * element <= kNear) {
    alignas(64) std::byte near[kNear];
    return multiply_floats(product, by, is_double, near);
  }
  const Scratch scratch(room * element);
  multiply_floats(product, by, is_double, scratch.bytes());
}

void multiply_real(const Product& whole, bool is_double) {
  const std::int64_t threads = settings().threads;
  LeastPart least;
  // 12 rows are two tiles.
  constexpr std::int64_t kTiles = 12;
  const auto split_rows = [&] {
    least.rows = (whole.m + threads * kTiles - 1) / (threads * kTiles) * kTiles;
    least.columns = std::max(whole.n, least.columns);
  };
  // Sums of a few terms take no longer than it takes to store them, which is
  // faster in whole rows.
  constexpr std::int64_t kFewTerms = 64;
  if (threads > 1 && whole.a.column != 1) {
    // A thread takes one range, so that a and b are copied as seldom as
    // possible. Each block of columns copies a, so ranges are of columns if
    // there are several blocks.
    if (blocks_of(whole, is_double ? 8 : 4).columns < whole.n)
      least.columns = std::max(whole.n / threads / kWidestTile * kWidestTile,
                               least.columns);
    else
      split_rows();
  } else if (threads > 1 && whole.k <= kFewTerms && whole.m >= whole.n) {
    split_rows();
  } else if (threads > 1 && whole.m < kTiles) {
    // The lines of b are read once, and long runs of them faster.
    least.columns =
        std::max(whole.n / threads / kWidestTile * kWidestTile, least.columns);
  }
  in_parts(
      whole, is_double ? 8 : 4,
      [&](const Product& part) { multiply_real_alone(part, is_double); },
      least);
}

}  // namespace assay::optimized
