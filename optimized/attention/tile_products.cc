// Implements the products of attention. A left factor is a row of blocks of 16
// rows by 16 words for each 16 rows, so that a register is one block. A right
// factor has one row of words per two elements of the axis that is summed.
// Tested by tests/optimized/tile_attention_test.cc.
#include "optimized/attention/tile_products.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "optimized/layout/transpose.h"
#include "optimized/product/grouped.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#include <immintrin.h>

namespace assay::optimized {
namespace {

constexpr std::int64_t kBlock = 256;    // words of a register
constexpr std::int64_t kWords = 16;     // of a row of a register
constexpr std::int64_t kElements = 32;  // of a row of a register

// A product of 32 rows and 32 columns, or a part of the sum for each of them.
struct RegisterProduct {
  const std::uint32_t* a;
  std::int64_t a_rows;  // words from 16 rows to the next 16
  const std::uint32_t* b;
  std::int64_t b_row;  // words
  std::int64_t steps;  // of 32 elements
  float* c;
  std::int64_t c_row;
};

// Computes c += a·b, or c = a·b. With a second left factor, `lower` words after
// the first, c += (a + lower)·b.
template <bool has_lower>
__attribute__((target("amx-tile,amx-bf16"))) void multiply_registers(
    const RegisterProduct& p, std::int64_t lower, bool adds) {
  const std::int64_t c_bytes = 4 * p.c_row, b_bytes = 4 * p.b_row;
  float* below = p.c + 16 * p.c_row;
  if (adds) {
    _tile_loadd(0, p.c, c_bytes);
    _tile_loadd(1, p.c + 16, c_bytes);
    _tile_loadd(2, below, c_bytes);
    _tile_loadd(3, below + 16, c_bytes);
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  const std::uint32_t* a = p.a;
  const std::uint32_t* b = p.b;
  for (std::int64_t s = 0; s < p.steps; ++s) {
    _tile_loadd(4, a, 64);
    _tile_loadd(5, a + p.a_rows, 64);
    _tile_loadd(6, b, b_bytes);
    _tile_loadd(7, b + 16, b_bytes);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
    if constexpr (has_lower) {
      _tile_loadd(4, a + lower, 64);
      _tile_loadd(5, a + lower + p.a_rows, 64);
      _tile_dpbf16ps(0, 4, 6);
      _tile_dpbf16ps(1, 4, 7);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    }
    a += kBlock;
    b += kWords * p.b_row;
  }
  _tile_stored(0, p.c, c_bytes);
  _tile_stored(1, p.c + 16, c_bytes);
  _tile_stored(2, below, c_bytes);
  _tile_stored(3, below + 16, c_bytes);
}

#define ASSAY_PAIRS \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))
#define ASSAY_PAIRS_INLINE ASSAY_PAIRS __attribute__((always_inline)) inline

// g++ 12 warns of the intrinsics without masks.
constexpr __mmask16 kAll = 0xffff;

ASSAY_PAIRS_INLINE __m512i words_of(__m256i elements) {
  return _mm512_maskz_cvtepu16_epi32(kAll, elements);
}
ASSAY_PAIRS_INLINE __m512i upper_halves(__m256i elements) {
  return _mm512_maskz_slli_epi32(kAll, words_of(elements), 16);
}
ASSAY_PAIRS_INLINE __m512 lacking(__m512 x, __m256i rounded) {
  return _mm512_sub_ps(x, _mm512_castsi512_ps(upper_halves(rounded)));
}

// Returns the mask of 16 lanes of which `count` are left.
__mmask16 lanes_of(std::int64_t count) {
  return static_cast<__mmask16>((1u << std::clamp<std::int64_t>(count, 0, 16)) -
                                1);
}

// Splits `count` weights of a row into two bfloat16 each, of which the lower
// one is what the upper one lacks. Their blocks are `lower` words apart.
ASSAY_PAIRS void split_weights(const float* weights, std::int64_t count,
                               std::int64_t lower, std::uint32_t* to) {
  for (std::int64_t i = 0; i < count; i += kElements, to += kBlock) {
    const __m512 x = _mm512_maskz_loadu_ps(lanes_of(count - i), weights + i);
    const __m512 y =
        _mm512_maskz_loadu_ps(lanes_of(count - i - 16), weights + i + 16);
    const auto upper = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(y, x));
    _mm512_storeu_si512(to, upper);
    const auto* halves = reinterpret_cast<const __m256i*>(to);
    const __m512 x_rest = lacking(x, _mm256_loadu_si256(halves));
    const __m512 y_rest = lacking(y, _mm256_loadu_si256(halves + 1));
    _mm512_storeu_si512(to + lower, reinterpret_cast<__m512i>(
                                        _mm512_cvtne2ps_pbh(y_rest, x_rest)));
  }
}

// Stores pairs of the elements of two rows, or of one row and zeros.
ASSAY_PAIRS void pair_values(const std::uint16_t* low,
                             const std::uint16_t* high, std::int64_t count,
                             std::uint32_t* to) {
  for (std::int64_t i = 0; i < count; i += kWords) {
    __m512i pairs =
        words_of(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i)));
    if (high != nullptr)
      pairs = _mm512_or_si512(pairs,
                              upper_halves(_mm256_loadu_si256(
                                  reinterpret_cast<const __m256i*>(high + i))));
    _mm512_storeu_si512(to + i, pairs);
  }
}

}  // namespace

bool suits_tile_products(const TileHeads& heads, std::int64_t matrices) {
  if (!multiplies_bfloat16()) return false;
  const ExponentRange query =
      exponents_of(heads.query, matrices * heads.queries * heads.width);
  const ExponentRange key =
      exponents_of(heads.key, matrices * heads.keys * heads.width);
  const ExponentRange value =
      exponents_of(heads.value, matrices * heads.keys * heads.columns);
  if (!query.is_finite() || !key.is_finite()) return false;
  // A score is less than width · 2^(the sum of the exponents + 2 - 2 · bias).
  constexpr std::uint32_t kBias = 127, kHighest = 120;
  const auto bits = static_cast<std::uint32_t>(
      std::bit_width(static_cast<std::uint64_t>(heads.width)));
  if (query.highest + key.highest + 2 + bits > kHighest + 2 * kBias)
    return false;
  // Registers take a sum below the smallest normal float for zero. That is far
  // below the errors of sums of values of at least 2^-63 and weights around 1.
  if (value.lowest < 64 || value.highest > kBias + 100) return false;
  return LowestExponents{query.lowest, key.lowest}.suit_bfloat16_kernel();
}

TileProducts::TileProducts(const TileHeads& heads, std::int64_t block,
                           std::int64_t tile)
    : heads_(heads),
      room_((block * heads.width + tile * (heads.width + heads.columns) +
             2 * kRows * tile) *
            2) {
  queries_ = reinterpret_cast<std::uint32_t*>(room_.bytes());
  keys_ = queries_ + block * heads.width / 2;
  values_ = keys_ + tile * heads.width / 2;
  weights_ = values_ + tile * heads.columns / 2;
}

void TileProducts::load_queries(std::int64_t matrix, std::int64_t first,
                                std::int64_t count) {
  const std::uint16_t* from =
      heads_.query + (matrix * heads_.queries + first) * heads_.width;
  const std::int64_t steps = heads_.width / kElements;
  const std::int64_t rows = (count + kRows - 1) / kRows * kRows;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t s = 0; s < steps; ++s) {
      std::uint32_t* to =
          queries_ + (r / kWords * steps + s) * kBlock + r % kWords * kWords;
      if (r < count)
        std::memcpy(to, from + r * heads_.width + s * kElements, 64);
      else
        std::fill_n(to, kWords, 0u);
    }
}

void TileProducts::load_keys(std::int64_t matrix, std::int64_t first,
                             std::int64_t count) {
  const std::int64_t row = matrix * heads_.keys + first;
  const auto* from =
      reinterpret_cast<const std::uint32_t*>(heads_.key + row * heads_.width);
  const std::int64_t words = heads_.width / 2;
  for (std::int64_t j = 0; j < count; j += kKeys) {
    std::uint32_t* panel = keys_ + j * words;
    const std::int64_t some = std::min(kKeys, count - j);
    if (some < kKeys) std::fill_n(panel, words * kKeys, 0u);
    transpose(panel, kKeys, from + j * words, words, words, some);
  }
  const std::uint16_t* values = heads_.value + row * heads_.columns;
  const std::int64_t filled = (count + kKeys - 1) / kKeys * kKeys;
  for (std::int64_t j = 0; j < filled; j += 2) {
    std::uint32_t* to = values_ + j / 2 * heads_.columns;
    const std::uint16_t* low = values + j * heads_.columns;
    if (j < count)
      pair_values(low, j + 1 < count ? low + heads_.columns : nullptr,
                  heads_.columns, to);
    else
      std::fill_n(to, heads_.columns, 0u);
  }
}

void TileProducts::score(std::int64_t first, std::int64_t keys, float* scores,
                         std::int64_t row) {
  const std::int64_t steps = heads_.width / kElements;
  for (std::int64_t j = 0; j < keys; j += kKeys)
    multiply_registers<false>(
        {queries_ + first * heads_.width / 2, steps * kBlock,
         keys_ + j * heads_.width / 2, kKeys, steps, scores + j, row},
        0, false);
}

void TileProducts::add_values(const float* weights, std::int64_t row,
                              std::int64_t rows, std::int64_t keys, bool adds,
                              float* sums) {
  const std::int64_t steps = (keys + kElements - 1) / kElements;
  const std::int64_t lower = kRows / kWords * steps * kBlock;
  if (rows < kRows) std::fill_n(weights_, 2 * lower, 0u);
  for (std::int64_t r = 0; r < rows; ++r)
    split_weights(weights + r * row, keys, lower,
                  weights_ + r / kWords * steps * kBlock + r % kWords * kWords);
  for (std::int64_t c = 0; c < heads_.columns; c += kElements)
    multiply_registers<true>({weights_, steps * kBlock, values_ + c,
                              heads_.columns, steps, sums + c, heads_.columns},
                             lower, adds);
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

bool suits_tile_products(const TileHeads&, std::int64_t) { return false; }
TileProducts::TileProducts(const TileHeads& heads, std::int64_t, std::int64_t)
    : heads_(heads) {}
void TileProducts::load_queries(std::int64_t, std::int64_t, std::int64_t) {}
void TileProducts::load_keys(std::int64_t, std::int64_t, std::int64_t) {}
void TileProducts::score(std::int64_t, std::int64_t, float*, std::int64_t) {}
void TileProducts::add_values(const float*, std::int64_t, std::int64_t,
                              std::int64_t, bool, float*) {}

}  // namespace assay::optimized

#endif
