// Brings blocks of the operands of a product into groups: words of 32 bits that
// hold 2 or 4 neighbours along k, in the order in which a kernel reads them.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_GROUPED_OPERANDS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_GROUPED_OPERANDS_INL_H_
#undef ASSAY_OPTIMIZED_GROUPED_OPERANDS_INL_H_
#else
#define ASSAY_OPTIMIZED_GROUPED_OPERANDS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "optimized/product/grouped.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Stores the words of `depth` elements of `rows` rows of a, and zeros up to
// `groups` words of a row, in the order that the kernel reads.
template <typename T, int group>
void group_rows(const MatrixPlace& place, const T* a, std::int64_t rows,
                std::int64_t depth, std::int64_t groups,
                const GroupedKernel& kernel, std::uint32_t* to) {
  constexpr int kShift = 32 / group;
  constexpr std::int64_t kPiece = 16;  // words of a row of a register
  const bool has_tiles = kernel.is_of_tile_registers();
  const std::int64_t piece = has_tiles ? kPiece : groups;
  const std::int64_t step = has_tiles ? kPiece * kPiece : groups;
  for (std::int64_t i = 0; i < rows; ++i) {
    std::uint32_t* next =
        to + (has_tiles ? i / kPiece * kPiece * groups + i % kPiece * kPiece
                        : i * groups);
    const T* from = a + i * place.row;
    for (std::int64_t k0 = 0; k0 < groups * group; k0 += piece * group) {
      const std::int64_t k1 = std::min(depth, k0 + piece * group);
      std::uint32_t* at = next;
      std::int64_t kk = k0;
      if (place.column == 1 && sizeof(T) * group == 4) {  // the bytes of a word
        if (k1 - k0 == kPiece * group)
          std::memcpy(at, from + k0, kPiece * sizeof(*at));
        else
          std::memcpy(
              at, from + k0,
              static_cast<std::size_t>((k1 - k0) / group) * sizeof(*at));
        at += (k1 - k0) / group;
        kk += (k1 - k0) / group * group;
      }
      for (; kk < k1; kk += group) {
        std::uint32_t word = 0;
        for (std::int64_t g = 0; g < std::min<std::int64_t>(group, k1 - kk);
             ++g)
          word |= static_cast<std::uint32_t>(from[(kk + g) * place.column])
                  << (kShift * g);
        *at++ = word;
      }
      std::fill(at, next + piece, 0u);
      next += step;
    }
  }
}

// Stores the words of `depth` rows of b for `columns` columns, filled up to
// `width` columns and `groups` words with zeros.
template <typename T, int group>
void group_columns(const T* b, std::int64_t row, std::int64_t depth,
                   std::int64_t columns, std::int64_t width,
                   std::int64_t groups, std::uint32_t* HWY_RESTRICT to) {
  std::uint32_t* const end = to + groups * width;
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
  std::fill(to, end, 0u);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
