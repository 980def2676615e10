// Multiplies 8- and 16-bit elements in groups: brings operands into words of 32
// bits that hold 2 or 4 neighbours along k, block by block, and adds the sums
// of each tile to the result.
// Tested by tests/optimized/contraction_test.cc.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/product/grouped.h"
#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/product_grouped.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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
};
}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

using Sums = hn::ScalableTag<std::int32_t>;
constexpr std::int64_t kLanes = hn::MaxLanes(Sums());
constexpr int kRows = 6;
constexpr int kVectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

template <int rows, int vectors>
void pair_tile(const GroupedTile& tile) {
  const Sums d;
  const hn::Repartition<std::int16_t, Sums> pairs;
  // Targets that add even and odd products apart use both.
  hn::Vec<Sums> sums[rows][vectors], others[rows][vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = others[r][v] = hn::Zero(d);
  const auto* a = reinterpret_cast<const std::int32_t*>(tile.a);
  const auto* b = reinterpret_cast<const std::int32_t*>(tile.b);
  for (std::int64_t kk = 0; kk < tile.groups; ++kk) {
    hn::Vec<decltype(pairs)> right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      right[v] = hn::BitCast(pairs, hn::LoadU(d, b + v * kLanes));
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const auto left = hn::BitCast(pairs, hn::Set(d, a[r * tile.a_row]));
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = hn::ReorderWidenMulAccumulate(d, left, right[v],
                                                   sums[r][v], others[r][v]);
    }
    ++a;
    b += vectors * kLanes;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      hn::StoreU(hn::RearrangeToOddPlusEven(sums[r][v], others[r][v]), d,
                 reinterpret_cast<std::int32_t*>(tile.sums) +
                     (r * vectors + v) * kLanes);
}

template <int rows>
void pair_rows(const GroupedTile& tile) {
  if constexpr (kVectors == 4) {
    if (tile.vectors == 4) return pair_tile<rows, 4>(tile);
    if (tile.vectors == 3) return pair_tile<rows, 3>(tile);
  }
  if (tile.vectors == 2) return pair_tile<rows, 2>(tile);
  pair_tile<rows, 1>(tile);
}

void pair_kernel(const GroupedTile& tile) {
  switch (tile.rows) {
    case 6:
      return pair_rows<6>(tile);
    case 5:
      return pair_rows<5>(tile);
    case 4:
      return pair_rows<4>(tile);
    case 3:
      return pair_rows<3>(tile);
    case 2:
      return pair_rows<2>(tile);
    default:
      return pair_rows<1>(tile);
  }
}

// Stores row by row the words of `depth` elements of `rows` rows of a. Elements
// past the end are zeros.
template <typename T, int group>
void group_rows(const T* a, std::int64_t row, std::int64_t column,
                std::int64_t rows, std::int64_t depth, std::uint32_t* to) {
  constexpr int kShift = 32 / group;
  for (std::int64_t i = 0; i < rows; ++i, a += row) {
    const T* from = a;
    std::int64_t kk = 0;
    if (column == 1 && sizeof(T) * group == 4) {  // the bytes of a word
      kk = depth / group * group;
      std::memcpy(to, from, static_cast<std::size_t>(kk) * sizeof(T));
      to += kk / group;
      from += kk;
    }
    for (; kk < depth; kk += group) {
      std::uint32_t word = 0;
      for (std::int64_t g = 0; g < std::min<std::int64_t>(group, depth - kk);
           ++g, from += column)
        word |= static_cast<std::uint32_t>(*from) << (kShift * g);
      *to++ = word;
    }
  }
}

// Stores the words of `depth` rows of b for `columns` columns, filled up to
// `width` with zeros.
template <typename T, int group>
void group_columns(const T* b, std::int64_t row, std::int64_t depth,
                   std::int64_t columns, std::int64_t width,
                   std::uint32_t* HWY_RESTRICT to) {
  constexpr int kShift = 32 / group;
  const auto word = [](T x, int g) {
    return static_cast<std::uint32_t>(x) << (kShift * g);
  };
  for (std::int64_t kk = 0; kk < depth; kk += group, b += group * row) {
    const std::int64_t some = std::min<std::int64_t>(group, depth - kk);
    if (some == group && group == 2) {
      for (std::int64_t j = 0; j < columns; ++j)
        to[j] = word(b[j], 0) | word(b[row + j], 1);
    } else if (some == group) {
      for (std::int64_t j = 0; j < columns; ++j)
        to[j] = word(b[j], 0) | word(b[row + j], 1) |
                word(b[(group - 2) * row + j], group - 2) |
                word(b[(group - 1) * row + j], group - 1);
    } else {
      std::fill_n(to, columns, 0u);
      for (std::int64_t g = 0; g < some; ++g)
        for (std::int64_t j = 0; j < columns; ++j)
          to[j] |= word(b[g * row + j], static_cast<int>(g));
    }
    std::fill(to + columns, to + width, 0u);
    to += width;
  }
}

// Calls fold(sums, i, j, columns, k0) with each row of each tile: `columns`
// sums of row i from column j on, of the part of k that begins at k0.
template <typename T, int group, typename F>
void multiply_one(const Product& p, const GroupedBlocks& by,
                  GroupedKernel kernel, const T* a, const T* b, const F& fold) {
  constexpr std::int64_t kWidth = kVectors * kLanes;
  HWY_ALIGN std::uint32_t sums[kRows * kWidth];
  for (std::int64_t j0 = 0; j0 < p.n; j0 += by.columns) {
    const std::int64_t j1 = std::min(p.n, j0 + by.columns);
    for (std::int64_t k0 = 0; k0 < p.k; k0 += by.depth) {
      const std::int64_t depth = std::min(by.depth, p.k - k0);
      const std::int64_t groups = (depth + group - 1) / group;
      for (std::int64_t i0 = 0; i0 < p.m; i0 += by.rows) {
        const std::int64_t m = std::min(by.rows, p.m - i0);
        group_rows<T, group>(a + i0 * p.a.row + k0 * p.a.column, p.a.row,
                             p.a.column, m, depth, by.a);
        std::uint32_t* panel = by.b;
        for (std::int64_t j = j0; j < j1; j += kWidth) {
          const std::int64_t columns = std::min(kWidth, j1 - j);
          const std::int64_t vectors = (columns + kLanes - 1) / kLanes;
          if (i0 == 0)
            group_columns<T, group>(b + k0 * p.b.row + j, p.b.row, depth,
                                    columns, vectors * kLanes, panel);
          for (std::int64_t i = 0, rows = 0; i < m; i += rows) {
            const std::int64_t rest = m - i;
            rows = rest > kRows && rest < 2 * kRows
                       ? (rest + 1) / 2
                       : std::min<std::int64_t>(rest, kRows);
            kernel({static_cast<int>(rows), static_cast<int>(vectors),
                    by.a + i * groups, groups, panel, groups, sums});
            for (std::int64_t r = 0; r < rows; ++r)
              fold(sums + r * vectors * kLanes, i0 + i + r, j, columns, k0);
          }
          panel += groups * vectors * kLanes;
        }
      }
    }
  }
}

template <typename T, int group>
void multiply_integers_of(const Product& p, const GroupedBlocks& by,
                          GroupedKernel kernel) {
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    T* c = static_cast<T*>(p.c) + offsets[0];
    multiply_one<T, group>(
        p, by, kernel, static_cast<const T*>(p.a.elements) + offsets[1],
        static_cast<const T*>(p.b.elements) + offsets[2],
        [&](const std::uint32_t* HWY_RESTRICT sums, std::int64_t i,
            std::int64_t j, std::int64_t columns, std::int64_t k0) {
          T* HWY_RESTRICT to = c + i * p.c_row + j;
          if (k0 == 0)
            for (std::int64_t v = 0; v < columns; ++v)
              to[v] = static_cast<T>(sums[v]);
          else
            for (std::int64_t v = 0; v < columns; ++v)
              to[v] = static_cast<T>(to[v] + sums[v]);
        });
  });
}

// Sums of several parts of k are kept as floats until the last part.
void multiply_bfloat16_of(const Product& p, const GroupedBlocks& by,
                          GroupedKernel kernel) {
  const hn::ScalableTag<float> d;
  using Bits = NarrowTag<decltype(d)>;
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    auto* c = static_cast<std::uint16_t*>(p.c) + offsets[0];
    multiply_one<std::uint16_t, 2>(
        p, by, kernel,
        static_cast<const std::uint16_t*>(p.a.elements) + offsets[1],
        static_cast<const std::uint16_t*>(p.b.elements) + offsets[2],
        [&](std::uint32_t* HWY_RESTRICT words, std::int64_t i, std::int64_t j,
            std::int64_t columns, std::int64_t k0) HWY_ATTR {
          auto* sums = reinterpret_cast<float*>(words);
          const bool is_last = k0 + by.depth >= p.k;
          if (by.sums != nullptr) {
            float* kept = by.sums + i * by.columns + j % by.columns;
            if (k0 != 0)
              for (std::int64_t v = 0; v < columns; ++v)
                sums[v] = kept[v] + sums[v];
            if (!is_last)
              std::memcpy(kept, sums,
                          static_cast<std::size_t>(columns) * sizeof(float));
          }
          if (!is_last) return;
          std::uint16_t* to = c + i * p.c_row + j;
          std::int64_t v = 0;
          for (; v + kLanes <= columns; v += kLanes)
            hn::StoreU(Bfloat16Lanes::narrowed(d, hn::LoadU(d, sums + v)),
                       Bits(), to + v);
          if (v == columns) return;
          HWY_ALIGN std::uint16_t rest[kLanes];
          hn::StoreU(Bfloat16Lanes::narrowed(d, hn::LoadU(d, sums + v)), Bits(),
                     rest);
          std::memcpy(to + v, rest,
                      static_cast<std::size_t>(columns - v) * sizeof(*to));
        });
  });
}

bool multiply_here(const Product& p, const GroupedBlocks& by, std::int64_t bits,
                   GroupedKernel kernel) {
  if (bits == 16)
    multiply_integers_of<std::uint16_t, 2>(p, by, &pair_kernel);
  else if (kVectors == 4 && kernel != nullptr)
    multiply_integers_of<std::uint8_t, 4>(p, by, kernel);
  else
    multiply_integers_of<std::uint8_t, 2>(p, by, &pair_kernel);
  return true;
}

#else

bool multiply_here(const Product&, const GroupedBlocks&, std::int64_t,
                   GroupedKernel) {
  return false;
}
void multiply_bfloat16_of(const Product&, const GroupedBlocks&, GroupedKernel) {
}

#endif

bool has_wide_tiles() { return HWY_TARGET <= HWY_AVX3; }

// Returns the lowest biased exponent of `count` bfloat16 other than zero.
std::uint32_t lowest_exponent(const std::uint16_t* x, std::int64_t count) {
  std::uint16_t lowest = 0x7fff;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto magnitude = static_cast<std::uint16_t>(x[i] & 0x7fff);
    const auto taken = magnitude == 0 ? std::uint16_t{0x7fff} : magnitude;
    lowest = taken < lowest ? taken : lowest;
  }
  return lowest >> 7;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_here);
HWY_EXPORT(multiply_bfloat16_of);
HWY_EXPORT(has_wide_tiles);
HWY_EXPORT(lowest_exponent);

namespace {

// Calls multiply(blocks) with the blocks of a product and room for their
// copies. A part of k is as many bytes as one of floats, and whole groups.
template <typename F>
void in_blocks(const Product& p, std::int64_t element, bool keeps_sums,
               F multiply) {
  constexpr std::int64_t kWidestTile = 64;
  const Settings& use = settings();
  GroupedBlocks by{};
  by.depth = use.matmul_depth * 4 / element / 4 * 4;
  by.rows = std::min(p.m, use.matmul_rows);
  by.columns = std::min(
      p.n, (use.matmul_columns + kWidestTile - 1) / kWidestTile * kWidestTile);
  const std::int64_t groups = (std::min(by.depth, p.k) + 1) / 2;
  const std::int64_t width =
      (by.columns + kWidestTile - 1) / kWidestTile * kWidestTile;
  const std::int64_t kept = keeps_sums && p.k > by.depth ? p.m * by.columns : 0;
  const std::int64_t words = (width + by.rows) * groups;
  constexpr std::int64_t kNear = 4096;  // words
  alignas(64) std::uint32_t near[kNear];
  Scratch far;
  if (words + kept > kNear) far = Scratch((words + kept) * 4);
  by.b = words + kept > kNear ? reinterpret_cast<std::uint32_t*>(far.bytes())
                              : near;
  by.a = by.b + width * groups;
  by.sums = kept != 0 ? reinterpret_cast<float*>(by.b + words) : nullptr;
  multiply(by);
}

}  // namespace

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
  bool is_done = false;
  in_blocks(p, bits / 8, false, [&](const GroupedBlocks& by) {
    is_done = HWY_DYNAMIC_DISPATCH(multiply_here)(
        p, by, bits, bits == 8 ? byte_kernel() : nullptr);
  });
  return is_done;
}

bool multiplies_bfloat16() {
  return HWY_DYNAMIC_DISPATCH(has_wide_tiles)() && bfloat16_kernel() != nullptr;
}

void multiply_grouped_bfloat16(const Product& p) {
  in_blocks(p, 2, true, [&](const GroupedBlocks& by) {
    HWY_DYNAMIC_DISPATCH(multiply_bfloat16_of)(p, by, bfloat16_kernel());
  });
}

bool suits_bfloat16_kernel(const std::uint16_t* a, std::int64_t a_count,
                           const std::uint16_t* b, std::int64_t b_count) {
  constexpr std::uint32_t kBias = 127;
  constexpr std::uint32_t kFraction = 7;  // bits
  const std::uint32_t low_a = HWY_DYNAMIC_DISPATCH(lowest_exponent)(a, a_count);
  const std::uint32_t low_b = HWY_DYNAMIC_DISPATCH(lowest_exponent)(b, b_count);
  // The unit of all sums is 2^(low_a + low_b - 2·kBias - 2·kFraction); the
  // smallest normal float is 2^(1 - kBias).
  return low_a != 0 && low_b != 0 && low_a + low_b >= kBias + 1 + 2 * kFraction;
}

}  // namespace assay::optimized
#endif
