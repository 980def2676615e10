// Multiplies matrices of bfloat16 in the tile registers of AMX. A register
// holds 16 rows of 16 words. A word of an operand is a pair of neighbours along
// k. Four registers hold the sums of a tile of 32 rows and 32 columns, two hold
// words of a and two words of b.
//
// A tile waits for L1 and L2, so operands are copied in the order in which they
// are loaded. 32 rows of a stay in L1 while all columns of b pass by from L2.
// Their depth is cut into slices for that; the sums of a slice go on where
// those of the slice before ended. Tested by
// tests/optimized/contraction_test.cc.
#include "optimized/product/bfloat16_product.h"

#include <algorithm>

#include "optimized/layout/dense.h"
#include "optimized/resources/settings.h"
#include "optimized/resources/tile_registers.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#include <immintrin.h>

namespace assay::optimized {
namespace {

#define ASSAY_REGISTERS                                       \
  __attribute__((                                             \
      target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16," \
             "amx-tile,amx-bf16")))
#define ASSAY_REGISTERS_INLINE \
  ASSAY_REGISTERS __attribute__((always_inline)) inline

constexpr std::int64_t kRegisterSide = 16;  // rows and words of a register
constexpr std::int64_t kPairs =
    2 * kRegisterSide;  // elements of a row of a register
constexpr std::int64_t kTileSide =
    2 * kRegisterSide;                   // rows and columns of a tile
constexpr std::int64_t kRegister = 256;  // words
constexpr std::int64_t kTileSums = 4 * kRegister;

// The sizes of the blocks into which a product is split, and where copies of
// their operands are kept.
struct RegisterBlocks {
  std::int64_t depth, columns;
  std::uint32_t* a;  // kTileSide rows
  std::uint32_t* b;
  float* sums;  // of kTileSide rows, or of all rows if k has several blocks
  bool keeps_all_sums;
};

// The least of 2x - 1 modulo 2^16 for all magnitudes x, so that zeros count as
// the greatest.
ASSAY_REGISTERS_INLINE __m512i least_of(__m512i least, __m512i x) {
  const __m512i doubled = _mm512_add_epi16(x, x);
  return _mm512_min_epu16(least,
                          _mm512_add_epi16(doubled, _mm512_set1_epi16(-1)));
}
ASSAY_REGISTERS std::uint32_t lowest_exponent_of(__m512i least) {
  alignas(64) std::uint16_t lanes[32];
  _mm512_store_si512(lanes, least);
  const std::uint32_t lowest = *std::min_element(lanes, lanes + 32);
  return std::min((lowest + 1) >> 8, 255u);
}

ASSAY_REGISTERS_INLINE __mmask32 first_lanes(std::int64_t count) {
  return static_cast<__mmask32>(
      (std::uint64_t{1} << std::clamp<std::int64_t>(count, 0, 32)) - 1);
}

// Copies `depth` elements of `rows` rows of a to registers of 16 rows, those of
// the first 16 rows before those of the others.
ASSAY_REGISTERS std::uint32_t copy_rows(const std::uint16_t* a,
                                        std::int64_t row, std::int64_t rows,
                                        std::int64_t depth, std::uint32_t* to) {
  __m512i least = _mm512_set1_epi16(-1);
  for (std::int64_t i = 0; i < rows; i += kRegisterSide) {
    const std::int64_t height = std::min(kRegisterSide, rows - i);
    for (std::int64_t k = 0; k < depth; k += kPairs, to += kRegister) {
      const std::uint16_t* from = a + i * row + k;
      if (depth - k >= kPairs && height == kRegisterSide) {
#pragma GCC unroll 4
        for (std::int64_t r = 0; r < kRegisterSide; ++r) {
          const __m512i x = _mm512_loadu_si512(from + r * row);
          least = least_of(least, x);
          _mm512_store_si512(to + r * kRegisterSide, x);
        }
        continue;
      }
      const __mmask32 lanes = first_lanes(depth - k);
      for (std::int64_t r = 0; r < kRegisterSide; ++r) {
        const __m512i x =
            _mm512_maskz_loadu_epi16(r < height ? lanes : 0, from + r * row);
        least = least_of(least, x);
        _mm512_store_si512(to + r * kRegisterSide, x);
      }
    }
  }
  return lowest_exponent_of(least);
}

// Copies `depth` rows of `columns` columns of b to panels of registers, whose
// words are pairs of rows. The rest of the last registers is filled with zeros.
ASSAY_REGISTERS std::uint32_t copy_columns(const std::uint16_t* b,
                                           std::int64_t row, std::int64_t depth,
                                           std::int64_t columns,
                                           std::uint32_t* to) {
  alignas(64) static constexpr std::uint16_t kLower[32] = {
      0, 32, 1, 33, 2,  34, 3,  35, 4,  36, 5,  37, 6,  38, 7,  39,
      8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47};
  const __m512i lower = _mm512_load_si512(kLower);
  const __m512i upper = _mm512_add_epi16(lower, _mm512_set1_epi16(16));
  const std::int64_t padded = (depth + kPairs - 1) / kPairs * kPairs;
  __m512i least = _mm512_set1_epi16(-1);
  for (std::int64_t k = 0; k < padded; k += 2) {
    const std::uint16_t* from = b + k * row;
    const std::int64_t step = k / kPairs, r = k % kPairs / 2;
    for (std::int64_t j = 0; j < columns; j += kTileSide) {
      const __mmask32 lanes = first_lanes(columns - j);
      const std::int64_t wide = columns - j > kRegisterSide ? 2 : 1;
      std::uint32_t* at = to + j / 2 * padded +
                          (step * wide * kRegisterSide + r) * kRegisterSide;
      const __m512i even =
          _mm512_maskz_loadu_epi16(k < depth ? lanes : 0, from + j);
      const __m512i odd =
          _mm512_maskz_loadu_epi16(k + 1 < depth ? lanes : 0, from + row + j);
      least = least_of(least_of(least, even), odd);
      _mm512_store_si512(at, _mm512_permutex2var_epi16(even, lower, odd));
      if (wide == 2)
        _mm512_store_si512(at + kRegister,
                           _mm512_permutex2var_epi16(even, upper, odd));
    }
  }
  return lowest_exponent_of(least);
}

// Adds the products of `steps` registers of a and of b to a tile of sums.
template <bool has_rows, bool has_columns>
ASSAY_REGISTERS void add_products(const std::uint32_t* a, std::int64_t lower,
                                  const std::uint32_t* b, std::int64_t steps,
                                  float* sums, bool adds) {
  constexpr std::int64_t kStep = (has_columns ? 2 : 1) * kRegister;
  if (adds) {
    _tile_loadd(0, sums, 64);
    if constexpr (has_columns) _tile_loadd(1, sums + kRegister, 64);
    if constexpr (has_rows) _tile_loadd(2, sums + 2 * kRegister, 64);
    if constexpr (has_rows && has_columns)
      _tile_loadd(3, sums + 3 * kRegister, 64);
  } else {
    _tile_zero(0);
    if constexpr (has_columns) _tile_zero(1);
    if constexpr (has_rows) _tile_zero(2);
    if constexpr (has_rows && has_columns) _tile_zero(3);
  }
  for (std::int64_t s = 0; s < steps; ++s, a += kRegister, b += kStep) {
    _tile_loadd(4, a, 64);
    _tile_stream_loadd(6, b, 64);
    _tile_dpbf16ps(0, 4, 6);
    if constexpr (has_columns) {
      _tile_stream_loadd(7, b + kRegister, 64);
      _tile_dpbf16ps(1, 4, 7);
    }
    if constexpr (has_rows) {
      _tile_loadd(5, a + lower, 64);
      _tile_dpbf16ps(2, 5, 6);
    }
    if constexpr (has_rows && has_columns) _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, sums, 64);
  if constexpr (has_columns) _tile_stored(1, sums + kRegister, 64);
  if constexpr (has_rows) _tile_stored(2, sums + 2 * kRegister, 64);
  if constexpr (has_rows && has_columns)
    _tile_stored(3, sums + 3 * kRegister, 64);
}

// Returns the lanes whose numbers are subnormal. The instruction that rounds
// takes them for zeros.
ASSAY_REGISTERS_INLINE __mmask32 subnormal_lanes(__m512 left, __m512 right) {
  constexpr int kSubnormal = 0x20;
  return static_cast<__mmask32>(_mm512_fpclass_ps_mask(left, kSubnormal)) |
         static_cast<__mmask32>(_mm512_fpclass_ps_mask(right, kSubnormal))
             << 16;
}

// Rounds the numbers of some lanes, which are finite.
ASSAY_REGISTERS void store_subnormal(__mmask32 lanes, __m512 left, __m512 right,
                                     std::uint16_t* c) {
  alignas(64) std::uint32_t bits[kTileSide];
  _mm512_store_ps(bits, left);
  _mm512_store_ps(bits + kRegisterSide, right);
  for (std::int64_t j = 0; j < kTileSide; ++j)
    if ((lanes >> j & 1) != 0)
      c[j] = static_cast<std::uint16_t>(
          (bits[j] + 0x7fff + (bits[j] >> 16 & 1)) >> 16);
}

// Adds `bias` to the sums of each row of a tile, unless it is null, and rounds
// them. Without it no sum is subnormal.
template <bool has_bias>
ASSAY_REGISTERS void store_tile(const float* sums, std::int64_t rows,
                                std::int64_t columns, const float* bias,
                                std::uint16_t* c, std::int64_t row) {
  const __mmask32 lanes = first_lanes(columns);
  __m512 left_bias{}, right_bias{};
  if constexpr (has_bias) {
    left_bias = _mm512_maskz_loadu_ps(static_cast<__mmask16>(lanes), bias);
    right_bias =
        _mm512_maskz_loadu_ps(static_cast<__mmask16>(lanes >> 16), bias + 16);
  }
  for (std::int64_t r = 0; r < rows; ++r, c += row) {
    const float* from = sums + r / kRegisterSide * 2 * kRegister +
                        r % kRegisterSide * kRegisterSide;
    __m512 left = _mm512_load_ps(from);
    __m512 right = _mm512_load_ps(from + kRegister);
    if constexpr (has_bias) {
      left = _mm512_add_ps(left, left_bias);
      right = _mm512_add_ps(right, right_bias);
    }
    const auto bits =
        reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(right, left));
    if (columns == kTileSide)
      _mm512_storeu_si512(c, bits);
    else
      _mm512_mask_storeu_epi16(c, lanes, bits);
    if constexpr (has_bias)
      if (const __mmask32 some = subnormal_lanes(left, right) & lanes;
          some != 0)
        store_subnormal(some, left, right, c);
  }
}

// Multiplies `rows` rows of a by a block of b. Both were copied. `first_k`
// tells whether the sums begin here, and `last_k` whether they end here.
void multiply_strip(const Product& p, const RegisterBlocks& by,
                    std::int64_t rows, std::int64_t columns, std::int64_t depth,
                    bool first_k, bool last_k, float* sums, const float* bias,
                    std::uint16_t* c) {
  // 40 KiB of a
  constexpr std::int64_t kSlice = 20;
  const std::int64_t steps = (depth + kPairs - 1) / kPairs;
  const std::int64_t slices = (steps + kSlice - 1) / kSlice;
  const bool keeps_sums = slices > 1 || by.keeps_all_sums;
  for (std::int64_t slice = 0; slice < slices; ++slice) {
    const std::int64_t first = steps * slice / slices;
    const std::int64_t some = steps * (slice + 1) / slices - first;
    const std::uint32_t* a = by.a + first * kRegister;
    const bool adds = !first_k || slice != 0;
    const bool is_last = last_k && slice + 1 == slices;
    for (std::int64_t j = 0; j < columns; j += kTileSide) {
      const std::int64_t width = std::min(kTileSide, columns - j);
      const bool is_wide = width > kRegisterSide;
      const std::uint32_t* b =
          by.b + j / 2 * steps * kPairs + first * (is_wide ? 2 : 1) * kRegister;
      float* tile = sums + (keeps_sums ? j / kTileSide * kTileSums : 0);
      if (rows > kRegisterSide)
        (is_wide ? add_products<true, true>
                 : add_products<true, false>)(a, steps * kRegister, b, some,
                                              tile, adds);
      else
        (is_wide ? add_products<false, true>
                 : add_products<false, false>)(a, 0, b, some, tile, adds);
      if (!is_last) continue;
      if (bias != nullptr)
        store_tile<true>(tile, rows, width, bias + j, c + j, p.c_row);
      else
        store_tile<false>(tile, rows, width, nullptr, c + j, p.c_row);
    }
  }
}

LowestExponents multiply_matrix(const Product& p, const RegisterBlocks& by,
                                const std::uint16_t* a, const std::uint16_t* b,
                                const float* bias, std::uint16_t* c) {
  LowestExponents lowest;
  for (std::int64_t j = 0; j < p.n; j += by.columns) {
    const std::int64_t columns = std::min(by.columns, p.n - j);
    for (std::int64_t k = 0; k < p.k; k += by.depth) {
      const std::int64_t depth = std::min(by.depth, p.k - k);
      const std::uint32_t of_b =
          copy_columns(b + k * p.b.row + j, p.b.row, depth, columns, by.b);
      lowest.b = std::min(lowest.b, of_b);
      for (std::int64_t i = 0; i < p.m; i += kTileSide) {
        const std::int64_t rows = std::min(kTileSide, p.m - i);
        const std::uint32_t of_a =
            copy_rows(a + i * p.a.row + k, p.a.row, rows, depth, by.a);
        lowest.a = std::min(lowest.a, of_a);
        multiply_strip(p, by, rows, columns, depth, k == 0, k + depth == p.k,
                       by.sums + (by.keeps_all_sums ? i * by.columns : 0),
                       bias == nullptr ? nullptr : bias + j,
                       c + i * p.c_row + j);
      }
    }
  }
  return lowest;
}

// Returns the next multiple of the side of a tile.
std::int64_t whole_tiles(std::int64_t count) {
  return (count + kTileSide - 1) / kTileSide * kTileSide;
}

}  // namespace

LowestExponents multiply_bfloat16_in_registers(const Product& p,
                                               const float* bias) {
  const Settings& use = settings();
  RegisterBlocks by{};
  // A deeper block of b would have so few columns that copies of a take longer
  // than the sums of two blocks.
  by.depth = whole_tiles(std::min(p.k, use.matmul_depth * 16 / 3));
  // A block of b takes about half of an L2 of 2 MiB. Blocks are of one width.
  constexpr std::int64_t kBlock = 640 << 10;  // elements
  const std::int64_t widest =
      std::max(std::min(kBlock / by.depth, use.matmul_columns), kTileSide);
  const std::int64_t blocks = (p.n + widest - 1) / widest;
  by.columns = whole_tiles((p.n + blocks - 1) / blocks);
  by.keeps_all_sums = p.k > by.depth;
  const std::int64_t a_words = kTileSide * by.depth / 2;
  const std::int64_t b_words = by.columns * by.depth / 2;
  const std::int64_t sums =
      (by.keeps_all_sums ? whole_tiles(p.m) : kTileSide) * by.columns;
  const Scratch room((a_words + b_words + sums) * 4);
  by.a = reinterpret_cast<std::uint32_t*>(room.bytes());
  by.b = by.a + a_words;
  by.sums = reinterpret_cast<float*>(by.b + b_words);
  LowestExponents lowest;
  const TileRegisters registers(true);
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    const LowestExponents of_matrix = multiply_matrix(
        p, by, static_cast<const std::uint16_t*>(p.a.elements) + offsets[1],
        static_cast<const std::uint16_t*>(p.b.elements) + offsets[2], bias,
        static_cast<std::uint16_t*>(p.c) + offsets[0]);
    lowest = lowest.and_of(of_matrix);
  });
  return lowest;
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

LowestExponents multiply_bfloat16_in_registers(const Product&, const float*) {
  return {};
}

}  // namespace assay::optimized

#endif
