// Implements the kernels as plain loops, which the compiler turns into vectors
// once per target. A row ends with the first part that decides it.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/reduction/truth_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/truth_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Elements of a row that are tested before the row may end.
constexpr std::int64_t kTested = 1024;

// Returns whether one of the elements is true if `is_any`, and whether one is
// false otherwise. Either decides the result.
template <bool is_any, typename T>
bool is_decided(const T* HWY_RESTRICT x, std::int64_t count, T mask) {
  T found = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const T kept = static_cast<T>(x[i] & mask);
    found = static_cast<T>(found | (is_any ? kept : T(kept == 0 ? 1 : 0)));
  }
  return found != 0;
}

template <bool is_any, typename T>
void truth_of_rows(const std::byte* x, std::int64_t row_stride,
                   std::int64_t rows, std::int64_t columns, std::uint64_t mask,
                   std::uint8_t* out) {
  const T* row = reinterpret_cast<const T*>(x);
  for (std::int64_t k = 0; k < rows; ++k, row += row_stride)
    for (std::int64_t i = 0; i < columns && (out[k] != 0) != is_any;
         i += kTested)
      if (is_decided<is_any>(row + i, std::min(kTested, columns - i),
                             static_cast<T>(mask)))
        out[k] = is_any ? 1 : 0;
}

template <bool is_any, typename T>
void truth_of_columns(const std::byte* x, std::int64_t row_stride,
                      std::int64_t rows, std::int64_t columns,
                      std::uint64_t mask, std::uint8_t* out) {
  const T* row = reinterpret_cast<const T*>(x);
  std::uint8_t* HWY_RESTRICT to = out;
  const T wanted = static_cast<T>(mask);
  for (std::int64_t k = 0; k < rows; ++k, row += row_stride) {
    const T* HWY_RESTRICT from = row;
    for (std::int64_t c = 0; c < columns; ++c) {
      const std::uint8_t is_true = (from[c] & wanted) != 0 ? 1 : 0;
      to[c] =
          static_cast<std::uint8_t>(is_any ? to[c] | is_true : to[c] & is_true);
    }
  }
}

template <typename T>
TruthKernels truths_of(bool is_any) {
  if (is_any) return {&truth_of_rows<true, T>, &truth_of_columns<true, T>};
  return {&truth_of_rows<false, T>, &truth_of_columns<false, T>};
}

TruthKernels truths_here(bool is_any, std::int64_t element_bytes) {
  switch (element_bytes) {
    case 1:
      return truths_of<std::uint8_t>(is_any);
    case 2:
      return truths_of<std::uint16_t>(is_any);
    case 4:
      return truths_of<std::uint32_t>(is_any);
    default:
      return truths_of<std::uint64_t>(is_any);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(truths_here);

TruthKernels truth_kernels(bool is_any, std::int64_t element_bytes) {
  return HWY_DYNAMIC_DISPATCH(truths_here)(is_any, element_bytes);
}

}  // namespace assay::optimized
#endif
