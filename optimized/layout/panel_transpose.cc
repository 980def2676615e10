// Transposes squares of 16-byte registers, in tiles of whole cache lines.
// Tested by tests/optimized/reduction_test.cc.
#include "optimized/layout/panel_transpose.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/panel_transpose.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void transpose_few(const T* in, std::int64_t in_stride, std::int64_t rows,
                   std::int64_t columns, T* out, std::int64_t out_stride) {
  for (std::int64_t c = 0; c < columns; ++c)
    for (std::int64_t r = 0; r < rows; ++r)
      out[c * out_stride + r] = in[r * in_stride + c];
}

#if HWY_TARGET == HWY_SCALAR

template <typename T>
void transpose_square(const T* in, std::int64_t in_stride, T* out,
                      std::int64_t out_stride) {
  constexpr std::int64_t kSide = 16 / sizeof(T);
  transpose_few(in, in_stride, kSide, kSide, out, out_stride);
}

#else

HWY_INLINE void transpose_square(const std::uint64_t* in,
                                 std::int64_t in_stride, std::uint64_t* out,
                                 std::int64_t out_stride) {
  const hn::FixedTag<std::uint64_t, 2> d;
  const auto a = hn::LoadU(d, in);
  const auto b = hn::LoadU(d, in + in_stride);
  hn::StoreU(hn::InterleaveLower(d, a, b), d, out);
  hn::StoreU(hn::InterleaveUpper(d, a, b), d, out + out_stride);
}

HWY_INLINE void transpose_square(const std::uint32_t* in,
                                 std::int64_t in_stride, std::uint32_t* out,
                                 std::int64_t out_stride) {
  const hn::FixedTag<std::uint32_t, 4> d;
  const hn::FixedTag<std::uint64_t, 2> pairs;
  const auto a = hn::LoadU(d, in);
  const auto b = hn::LoadU(d, in + in_stride);
  const auto e = hn::LoadU(d, in + 2 * in_stride);
  const auto f = hn::LoadU(d, in + 3 * in_stride);
  const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto ef_low = hn::BitCast(pairs, hn::InterleaveLower(d, e, f));
  const auto ef_high = hn::BitCast(pairs, hn::InterleaveUpper(d, e, f));
  const auto store = [&](auto v, std::int64_t row) HWY_ATTR {
    hn::StoreU(hn::BitCast(d, v), d, out + row * out_stride);
  };
  store(hn::InterleaveLower(pairs, ab_low, ef_low), 0);
  store(hn::InterleaveUpper(pairs, ab_low, ef_low), 1);
  store(hn::InterleaveLower(pairs, ab_high, ef_high), 2);
  store(hn::InterleaveUpper(pairs, ab_high, ef_high), 3);
}

#endif

template <typename T>
void transpose_elements(const std::byte* source, std::int64_t in_stride,
                        std::int64_t rows, std::int64_t columns,
                        std::byte* target, std::int64_t out_stride) {
  constexpr std::int64_t kSide = 16 / sizeof(T);
  constexpr std::int64_t kTile = 64 / sizeof(T);
  const T* in = reinterpret_cast<const T*>(source);
  T* out = reinterpret_cast<T*>(target);
  const std::int64_t whole_rows = rows - rows % kSide;
  const std::int64_t whole_columns = columns - columns % kSide;
  for (std::int64_t top = 0; top < whole_rows; top += kTile) {
    const std::int64_t bottom = std::min(top + kTile, whole_rows);
    for (std::int64_t c = 0; c < whole_columns; c += kSide)
      for (std::int64_t r = top; r < bottom; r += kSide)
        transpose_square(in + r * in_stride + c, in_stride,
                         out + c * out_stride + r, out_stride);
  }
  transpose_few(in + whole_columns, in_stride, whole_rows,
                columns - whole_columns, out + whole_columns * out_stride,
                out_stride);
  transpose_few(in + whole_rows * in_stride, in_stride, rows - whole_rows,
                columns, out + whole_rows, out_stride);
}

void transpose_here(const std::byte* in, std::int64_t in_stride,
                    std::int64_t rows, std::int64_t columns, std::byte* out,
                    std::int64_t out_stride, std::int64_t element_bytes) {
  if (element_bytes == 4)
    transpose_elements<std::uint32_t>(in, in_stride, rows, columns, out,
                                      out_stride);
  else
    transpose_elements<std::uint64_t>(in, in_stride, rows, columns, out,
                                      out_stride);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(transpose_here);

void transpose(const std::byte* in, std::int64_t in_stride, std::int64_t rows,
               std::int64_t columns, std::byte* out, std::int64_t out_stride,
               std::int64_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(transpose_here)
  (in, in_stride, rows, columns, out, out_stride, element_bytes);
}

}  // namespace assay::optimized
#endif
