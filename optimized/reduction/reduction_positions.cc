// Provides the kernels of argmax and argmin. Along rows they find the extremum
// of a block and then its place. Along columns they keep vectors of values and
// of positions.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/reduction/reduction_positions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/reduction_positions.cc"
#include <hwy/foreach_target.h>

#include "optimized/reduction/extremum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Returns the place of the first element that equals `value`; a NaN equals any
// NaN. There is one among the first `size`.
template <typename T>
std::size_t first_equal(const T* x, std::size_t size, T value) {
  std::size_t i = 0;
  const bool is_nan = value != value;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto sought = hn::Set(d, value);
  const auto found_at = [&](const T* from) HWY_ATTR {
    const auto v = hn::LoadU(d, from);
    if constexpr (std::is_floating_point_v<T>)
      if (is_nan) return hn::IsNaN(v);
    return hn::Eq(v, sought);
  };
  for (; i + 4 * lanes <= size; i += 4 * lanes) {
    const T* from = x + i;
    const auto low = hn::Or(found_at(from), found_at(from + lanes));
    const auto high =
        hn::Or(found_at(from + 2 * lanes), found_at(from + 3 * lanes));
    if (!hn::AllFalse(d, hn::Or(low, high))) break;
  }
  for (; i + lanes <= size; i += lanes) {
    const auto lane = hn::FindFirstTrue(d, found_at(x + i));
    if (lane >= 0) return i + static_cast<std::size_t>(lane);
  }
#endif
  while (i + 1 < size && !(is_nan ? x[i] != x[i] : x[i] == value)) ++i;
  return i;
}

template <bool is_max, typename T>
void row_positions(const std::byte* x, std::int64_t row_stride,
                   std::int64_t rows, std::int64_t columns, std::int32_t first,
                   std::byte* best, std::int32_t* position) {
  const T* row = reinterpret_cast<const T*>(x);
  T* value = reinterpret_cast<T*>(best);
  const auto size = static_cast<std::size_t>(columns);
  for (std::int64_t k = 0; k < rows; ++k, row += row_stride) {
    if (first != 0 && value[k] != value[k]) continue;
    T found;
    fold_row<Extremum<is_max>, 1, ReadPlain<T>>(row, size, &found);
    const bool is_better =
        first == 0 || !(is_max ? found <= value[k] : found >= value[k]);
    if (!is_better) continue;
    value[k] = found;
    position[k] =
        first + static_cast<std::int32_t>(first_equal(row, size, found));
  }
}

template <bool is_max, typename T>
void column_positions(const std::byte* x, std::int64_t row_stride,
                      std::int64_t rows, std::int64_t columns,
                      std::int32_t first, std::byte* best,
                      std::int32_t* position) {
  const T* row = reinterpret_cast<const T*>(x);
  T* HWY_RESTRICT value = reinterpret_cast<T*>(best);
  std::int32_t* HWY_RESTRICT at = position;
  std::int64_t i = 0;
  if (first == 0 && rows > 0) {
    std::copy_n(row, columns, value);
    std::fill_n(at, columns, 0);
    i = 1;
  }
  for (; i < rows; ++i) {
    const T* HWY_RESTRICT from = row + i * row_stride;
    const std::int32_t here = first + static_cast<std::int32_t>(i);
    for (std::int64_t c = 0; c < columns; ++c) {
      const bool stays = is_max ? from[c] <= value[c] : from[c] >= value[c];
      const bool is_better = !stays & (value[c] == value[c]);
      value[c] = is_better ? from[c] : value[c];
      at[c] = is_better ? here : at[c];
    }
  }
}

template <typename T>
PositionKernels positions_of(bool is_max) {
  if (is_max) return {&row_positions<true, T>, &column_positions<true, T>};
  return {&row_positions<false, T>, &column_positions<false, T>};
}

PositionKernels positions_here(Scan op, DType compute) {
  const bool is_max = op == Scan::kMax;
  switch (compute) {
    case DType::kFloat32:
      return positions_of<float>(is_max);
    case DType::kFloat64:
      return positions_of<double>(is_max);
    case DType::kInt8:
      return positions_of<std::int8_t>(is_max);
    case DType::kInt16:
      return positions_of<std::int16_t>(is_max);
    case DType::kUint16:
      return positions_of<std::uint16_t>(is_max);
    case DType::kInt32:
      return positions_of<std::int32_t>(is_max);
    case DType::kUint32:
      return positions_of<std::uint32_t>(is_max);
    case DType::kInt64:
      return positions_of<std::int64_t>(is_max);
    case DType::kUint64:
      return positions_of<std::uint64_t>(is_max);
    default:
      return positions_of<std::uint8_t>(is_max);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(positions_here);

PositionKernels position_kernels(Scan op, DType compute) {
  return HWY_DYNAMIC_DISPATCH(positions_here)(op, compute);
}

}  // namespace assay::optimized
#endif
