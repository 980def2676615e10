// Plain loops, which the compiler turns into vectors once per target; it can
// where it knows the distance.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/gather_run.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/gather_run.cc"
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
void gather_elements(std::byte* target, const std::byte* source,
                     std::int64_t stride, std::int64_t count) {
  T* to = reinterpret_cast<T*>(target);
  const T* from = reinterpret_cast<const T*>(source);
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

void gather_here(std::byte* to, const std::byte* from, std::int64_t stride,
                 std::int64_t count, std::size_t element_bytes) {
  switch (element_bytes) {
    case 1:
      return gather_elements<std::uint8_t>(to, from, stride, count);
    case 2:
      return gather_elements<std::uint16_t>(to, from, stride, count);
    case 4:
      return gather_elements<std::uint32_t>(to, from, stride, count);
    case 8:
      return gather_elements<std::uint64_t>(to, from, stride, count);
    default:
      return gather_elements<std::array<std::uint64_t, 2>>(to, from, stride,
                                                           count);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(gather_here);

void gather_run(std::byte* to, const std::byte* from, std::int64_t stride,
                std::int64_t count, std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(gather_here)(to, from, stride, count, element_bytes);
}

}  // namespace assay::optimized
#endif
