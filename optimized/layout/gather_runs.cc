// Implements gathering as plain loops that the compiler turns into vectors once
// per target. It can do so only where it knows the distance, so common strides
// have loops of their own.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/layout/gather_runs.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/gather_runs.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <int stride, typename T>
void by_known(T* to, const T* from, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = from[i * stride];
}

template <typename T>
void gather_run(T* to, const T* from, std::int64_t stride, std::int64_t count) {
  switch (stride) {
    case -1:
      return by_known<-1>(to, from, count);
    case 0:
      std::fill_n(to, count, *from);
      return;
    case 1:
      return by_known<1>(to, from, count);
    case 2:
      return by_known<2>(to, from, count);
    default:
      for (std::int64_t i = 0; i < count; ++i) to[i] = from[i * stride];
  }
}

template <typename T>
void gather_elements(std::byte* target, const std::byte* source,
                     const Runs& runs) {
  T* to = reinterpret_cast<T*>(target);
  const T* from = reinterpret_cast<const T*>(source);
  for (std::int64_t row = 0; row < runs.rows; ++row)
    gather_run(to + row * runs.count, from + row * runs.row_stride, runs.stride,
               runs.count);
}

void gather_here(std::byte* to, const std::byte* from, const Runs& runs,
                 std::size_t element_bytes) {
  switch (element_bytes) {
    case 1:
      return gather_elements<std::uint8_t>(to, from, runs);
    case 2:
      return gather_elements<std::uint16_t>(to, from, runs);
    case 4:
      return gather_elements<std::uint32_t>(to, from, runs);
    case 8:
      return gather_elements<std::uint64_t>(to, from, runs);
    default:
      return gather_elements<std::array<std::uint64_t, 2>>(to, from, runs);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(gather_here);

void gather_runs(std::byte* to, const std::byte* from, const Runs& runs,
                 std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(gather_here)(to, from, runs, element_bytes);
}

}  // namespace assay::optimized
#endif
