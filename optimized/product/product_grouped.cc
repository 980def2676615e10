// Multiplies 8- and 16-bit elements in groups: brings operands into words of 32
// bits that hold 2 or 4 neighbours along k, block by block, and adds the sums
// of each tile to the result.
// Tested by tests/optimized/contraction_test.cc.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/product/grouped.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/resources/tile_registers.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/product_grouped.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/product/grouped_operands-inl.h"
#include "optimized/product/pair_tiles-inl.h"
#include "optimized/vectors/narrow-inl.h"

#ifndef ASSAY_OPTIMIZED_GROUPED_BLOCKS
#define ASSAY_OPTIMIZED_GROUPED_BLOCKS
namespace assay::optimized {
// The sizes of the blocks into which a product is split, and where copies of
// their operands are kept.
struct GroupedBlocks {
  std::int64_t depth, rows, columns;
  std::uint32_t* b;
  std::uint32_t* a;
  float* sums;  // of all rows and `columns` columns; null if k has one part
  std::uint32_t* tile_sums;  // of a block of rows, for tile registers
};

// Returns the next multiple of `unit`.
inline std::int64_t rounded_up(std::int64_t count, std::int64_t unit) {
  return (count + unit - 1) / unit * unit;
}
}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

ExponentRange exponents_here(const std::uint16_t* x, std::int64_t count) {
  std::uint16_t lowest = 0x7fff, highest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto magnitude = static_cast<std::uint16_t>(x[i] & 0x7fff);
    const auto taken = magnitude == 0 ? std::uint16_t{0x7fff} : magnitude;
    lowest = taken < lowest ? taken : lowest;
    highest = magnitude > highest ? magnitude : highest;
  }
  return {static_cast<std::uint32_t>(lowest >> 7),
          static_cast<std::uint32_t>(highest >> 7)};
}

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

// Finds the lowest exponents of bfloat16 while copies of them are in a cache.
struct SeeExponents {
  LowestExponents& lowest;

  void a(const std::uint16_t* row, std::int64_t count) const {
    lowest.a = std::min(lowest.a, exponents_here(row, count).lowest);
  }
  void b(const std::uint32_t* panel, std::int64_t words) const {
    const auto* halves = reinterpret_cast<const std::uint16_t*>(panel);
    lowest.b = std::min(lowest.b, exponents_here(halves, 2 * words).lowest);
  }
};
struct SeeNothing {
  template <typename T>
  void a(const T*, std::int64_t) const {}
  void b(const std::uint32_t*, std::int64_t) const {}
};

constexpr std::int64_t kRowsOfRegister = 16;

// Sums `m` rows of a times a panel of b into by.tile_sums, slice by slice of k.
// A slice of the panel stays in L1 while all rows pass by; sums go on where the
// slice before left them.
void sum_in_slices(const GroupedBlocks& by, const GroupedKernel& kernel,
                   std::int64_t m, std::int64_t vectors, std::int64_t groups,
                   const std::uint32_t* panel) {
  constexpr std::int64_t kSlice = 128;  // groups
  for (std::int64_t g = 0; g < groups; g += kSlice)
    for (std::int64_t i = 0; i < m; i += kernel.rows)
      kernel.multiply(
          {static_cast<int>(std::min(kernel.rows, m - i)),
           static_cast<int>(vectors), by.a + i * groups + g * kRowsOfRegister,
           groups, panel + g * vectors * kLanes, std::min(kSlice, groups - g),
           by.tile_sums + i * vectors * kLanes, g != 0});
}

// Shows `see` each row of a and each panel of b that is copied, and calls
// fold(sums, width, i, rows, j, columns, k0) with each tile: the sums of
// `rows` rows from row i on, `width` words apart, and of `columns` columns from
// column j on, of the part of k that begins at k0.
template <typename T, int group, typename See, typename F>
void multiply_one(const Product& p, const GroupedBlocks& by,
                  const GroupedKernel& kernel, const T* a, const T* b,
                  const See& see, const F& fold) {
  HWY_ALIGN std::uint32_t sums[kMostSums];
  const std::int64_t panel_columns =
      std::min<std::int64_t>(kernel.vectors, kVectors) * kLanes;
  for (std::int64_t j0 = 0; j0 < p.n; j0 += by.columns) {
    const std::int64_t j1 = std::min(p.n, j0 + by.columns);
    for (std::int64_t k0 = 0; k0 < p.k; k0 += by.depth) {
      const std::int64_t depth = std::min(by.depth, p.k - k0);
      const std::int64_t groups =
          rounded_up((depth + group - 1) / group, kernel.groups);
      for (std::int64_t i0 = 0; i0 < p.m; i0 += by.rows) {
        const std::int64_t m = std::min(by.rows, p.m - i0);
        const T* rows_of_a = a + i0 * p.a.row + k0 * p.a.column;
        group_rows<T, group>(p.a, rows_of_a, m, depth, groups, kernel, by.a);
        if (j0 == 0)
          for (std::int64_t i = 0; i < m; ++i)
            see.a(rows_of_a + i * p.a.row, depth);
        std::uint32_t* panel = by.b;
        for (std::int64_t j = j0; j < j1; j += panel_columns) {
          const std::int64_t columns = std::min(panel_columns, j1 - j);
          const std::int64_t vectors = (columns + kLanes - 1) / kLanes;
          if (i0 == 0) {
            group_columns<T, group>(b + k0 * p.b.row + j, p.b.row, depth,
                                    columns, vectors * kLanes, groups, panel);
            see.b(panel, groups * vectors * kLanes);
          }
          if (by.tile_sums != nullptr)
            sum_in_slices(by, kernel, m, vectors, groups, panel);
          for (std::int64_t i = 0, rows = 0; i < m; i += rows) {
            const std::int64_t rest = m - i;
            rows = kernel.rows == kRows && rest > kRows && rest < 2 * kRows
                       ? (rest + 1) / 2
                       : std::min(rest, kernel.rows);
            std::uint32_t* of_tile = sums;
            if (by.tile_sums != nullptr)
              of_tile = by.tile_sums + i * vectors * kLanes;
            else
              kernel.multiply({static_cast<int>(rows),
                               static_cast<int>(vectors), by.a + i * groups,
                               groups, panel, groups, sums});
            fold(of_tile, vectors * kLanes, i0 + i, rows, j, columns, k0);
          }
          panel += groups * vectors * kLanes;
        }
      }
    }
  }
}

template <typename T, int group>
void multiply_integers_of(const Product& p, const GroupedBlocks& by,
                          const GroupedKernel& kernel) {
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    T* c = static_cast<T*>(p.c) + offsets[0];
    multiply_one<T, group>(
        p, by, kernel, static_cast<const T*>(p.a.elements) + offsets[1],
        static_cast<const T*>(p.b.elements) + offsets[2], SeeNothing{},
        [&](const std::uint32_t* HWY_RESTRICT sums, std::int64_t width,
            std::int64_t i, std::int64_t rows, std::int64_t j,
            std::int64_t columns, std::int64_t k0) {
          for (std::int64_t r = 0; r < rows; ++r, sums += width) {
            T* HWY_RESTRICT to = c + (i + r) * p.c_row + j;
            if (k0 == 0)
              for (std::int64_t v = 0; v < columns; ++v)
                to[v] = static_cast<T>(sums[v]);
            else
              for (std::int64_t v = 0; v < columns; ++v)
                to[v] = static_cast<T>(to[v] + sums[v]);
          }
        });
  });
}

// Rounds `count` sums, which are followed by as many floats as fill a vector.
void store_bfloat16(const float* sums, std::int64_t count, std::uint16_t* to) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> bits;
  std::int64_t v = 0;
  for (; v + kLanes <= count; v += kLanes)
    hn::StoreU(Bfloat16Lanes::narrowed(d, hn::LoadU(d, sums + v)), bits,
               to + v);
  if (v == count) return;
  HWY_ALIGN std::uint16_t rest[kLanes];
  hn::StoreU(Bfloat16Lanes::narrowed(d, hn::LoadU(d, sums + v)), bits, rest);
  std::memcpy(to + v, rest, static_cast<std::size_t>(count - v) * sizeof(*to));
}

// Sums of several parts of k are kept as floats until the last part.
LowestExponents multiply_bfloat16_of(const Product& p, const GroupedBlocks& by,
                                     const GroupedKernel& kernel,
                                     const float* bias) {
  LowestExponents lowest;
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    auto* c = static_cast<std::uint16_t*>(p.c) + offsets[0];
    multiply_one<std::uint16_t, 2>(
        p, by, kernel,
        static_cast<const std::uint16_t*>(p.a.elements) + offsets[1],
        static_cast<const std::uint16_t*>(p.b.elements) + offsets[2],
        SeeExponents{lowest},
        [&](std::uint32_t* HWY_RESTRICT words, std::int64_t width,
            std::int64_t i, std::int64_t rows, std::int64_t j,
            std::int64_t columns, std::int64_t k0) HWY_ATTR {
          const bool is_last = k0 + by.depth >= p.k;
          for (std::int64_t r = i; r < i + rows; ++r, words += width) {
            auto* sums = reinterpret_cast<float*>(words);
            if (by.sums != nullptr) {
              float* kept = by.sums + r * by.columns + j % by.columns;
              if (k0 != 0)
                for (std::int64_t v = 0; v < columns; ++v)
                  sums[v] = kept[v] + sums[v];
              if (!is_last)
                std::memcpy(kept, sums,
                            static_cast<std::size_t>(columns) * sizeof(float));
            }
            if (!is_last) continue;
            if (bias != nullptr)
              for (std::int64_t v = 0; v < columns; ++v)
                sums[v] = sums[v] + bias[j + v];
            store_bfloat16(sums, columns, c + r * p.c_row + j);
          }
        });
  });
  return lowest;
}

bool multiply_here(const Product& p, const GroupedBlocks& by, std::int64_t bits,
                   const GroupedKernel& kernel) {
  const GroupedKernel pairs{&pair_kernel};
  if (bits == 16)
    multiply_integers_of<std::uint16_t, 2>(p, by, pairs);
  else if (kVectors == 4 && kernel.multiply != nullptr)
    multiply_integers_of<std::uint8_t, 4>(p, by, kernel);
  else
    multiply_integers_of<std::uint8_t, 2>(p, by, pairs);
  return true;
}

#else

bool multiply_here(const Product&, const GroupedBlocks&, std::int64_t,
                   const GroupedKernel&) {
  return false;
}
LowestExponents multiply_bfloat16_of(const Product&, const GroupedBlocks&,
                                     const GroupedKernel&, const float*) {
  return {};
}

#endif

bool has_wide_tiles() { return HWY_TARGET <= HWY_AVX3; }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_here);
HWY_EXPORT(multiply_bfloat16_of);
HWY_EXPORT(has_wide_tiles);
HWY_EXPORT(exponents_here);

namespace {

// Calls multiply(blocks) with the blocks of a product and room for their
// copies. A part of k is whole groups, and as many bytes as one of floats, or
// more for tile registers, which compute so fast that reading and storing sums
// takes longer than reading operands from L2.
template <typename F>
void in_blocks(const Product& p, std::int64_t element, bool keeps_sums,
               const GroupedKernel& kernel, F multiply) {
  constexpr std::int64_t kWidestTile = 64;
  const Settings& use = settings();
  const bool has_tiles = kernel.is_of_tile_registers();
  GroupedBlocks by{};
  by.depth = use.matmul_depth * (has_tiles ? 20 : 4) / element / 4 * 4;
  by.rows = std::min(p.m, has_tiles ? rounded_up(use.matmul_rows, kernel.rows)
                                    : use.matmul_rows);
  by.columns = std::min(p.n, rounded_up(has_tiles ? (use.matmul_columns + 3) / 4
                                                  : use.matmul_columns,
                                        kWidestTile));
  const std::int64_t groups =
      rounded_up((std::min(by.depth, p.k) + 1) / 2, kernel.groups);
  const std::int64_t width = rounded_up(by.columns, kWidestTile);
  const std::int64_t kept = keeps_sums && p.k > by.depth ? p.m * by.columns : 0;
  const std::int64_t b_words = width * groups;
  const std::int64_t a_rows = rounded_up(by.rows, has_tiles ? 16 : 1);
  const std::int64_t tile_words = has_tiles ? a_rows * kWidestTile / 2 : 0;
  const std::int64_t words = b_words + a_rows * groups + tile_words;
  constexpr std::int64_t kNear = 4096;  // words
  alignas(64) std::uint32_t near[kNear];
  Scratch far;
  if (words + kept > kNear) far = Scratch((words + kept) * 4);
  by.b = words + kept > kNear ? reinterpret_cast<std::uint32_t*>(far.bytes())
                              : near;
  by.a = by.b + b_words;
  if (has_tiles) by.tile_sums = by.a + a_rows * groups;
  by.sums = kept != 0 ? reinterpret_cast<float*>(by.b + words) : nullptr;
  const TileRegisters tiles(has_tiles);
  multiply(by);
}

}  // namespace

// They hold 16 rows of a and 64 bytes of each, whether that is needed or not.
// Vectors multiply twice as many bytes as bfloat16, so bytes have to fill the
// registers better.
bool suits_tile_registers(const Product& p, bool is_bytes) {
  const std::int64_t few = settings().matmul_copy_rows;
  return p.m >= (is_bytes ? 2 * few : few) &&
         p.k >= (is_bytes ? 4 * few : few) && uses_tile_registers() &&
         HWY_DYNAMIC_DISPATCH(has_wide_tiles)();
}

bool is_worth_grouping(const Product& p, DType dtype) {
  const Settings& use = settings();
  const std::int64_t rows = dtype == DType::kBfloat16 ? 0
                            : spec_of(dtype).bits <= 8
                                ? use.matmul_copy_rows / 4
                                : use.matmul_copy_rows;
  return p.m > rows && p.m * p.n * p.k >= use.matmul_grouped;
}

bool multiply_grouped_integers(const Product& p, DType compute) {
  const std::int64_t bits = spec_of(compute).bits;
  if (bits > 16) return false;
  GroupedKernel kernel;
  if (bits == 8)
    kernel = suits_tile_registers(p, true) ? byte_tile_kernel() : byte_kernel();
  bool is_done = false;
  in_blocks(p, bits / 8, false, kernel, [&](const GroupedBlocks& by) {
    is_done = HWY_DYNAMIC_DISPATCH(multiply_here)(p, by, bits, kernel);
  });
  return is_done;
}

bool multiplies_bfloat16() {
  return HWY_DYNAMIC_DISPATCH(has_wide_tiles)() &&
         bfloat16_kernel().multiply != nullptr;
}

LowestExponents multiply_grouped_bfloat16(const Product& p, const float* bias) {
  LowestExponents lowest;
  const GroupedKernel kernel = bfloat16_kernel();
  in_blocks(p, 2, true, kernel, [&](const GroupedBlocks& by) {
    lowest = HWY_DYNAMIC_DISPATCH(multiply_bfloat16_of)(p, by, kernel, bias);
  });
  return lowest;
}

bool LowestExponents::suit_bfloat16_kernel() const {
  constexpr std::uint32_t kBias = 127;
  constexpr std::uint32_t kFraction = 7;  // bits
  // The unit of all sums is 2^(a + b - 2·kBias - 2·kFraction); the smallest
  // normal float is 2^(1 - kBias).
  return a != 0 && b != 0 && a + b >= kBias + 1 + 2 * kFraction;
}

ExponentRange exponents_of(const std::uint16_t* x, std::int64_t count) {
  const auto find = HWY_DYNAMIC_DISPATCH(exponents_here);
  ExponentRange all;
  std::mutex writing;
  in_ranges(count, 1024, is_worth_threads(2 * count),
            [&](std::int64_t first, std::int64_t last) {
              const ExponentRange some = find(x + first, last - first);
              const std::lock_guard lock(writing);
              all = {std::min(all.lowest, some.lowest),
                     std::max(all.highest, some.highest)};
            });
  return all;
}

}  // namespace assay::optimized
#endif
