// Implements numbers at equal distances: each vector is the first one plus a
// multiple of the step.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/steps.h"

#include "optimized/layout/element_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/selection/steps.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Integers wrap, and the low bits of wide ones are those of narrow ones.
template <typename T>
void store_steps_of(T* to, std::uint64_t first, std::uint64_t step,
                    std::int64_t count) {
  const auto at = [=](std::uint64_t i) {
    return static_cast<T>(first + step * i);
  };
  const hn::ScalableTag<T> d;
  HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)];
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) lane[i] = at(i);
  const auto begin = hn::Load(d, lane);
  const auto size = static_cast<std::size_t>(count);
  std::size_t i = whole_vectors<StepLength::kShort>(
      d, to, size, true, [&](std::size_t k) HWY_ATTR {
        return hn::Add(begin, hn::Set(d, static_cast<T>(step * k)));
      });
  for (; i < size; ++i) to[i] = at(i);
}

void store_steps_here(std::byte* to, std::uint64_t first, std::uint64_t step,
                      std::int64_t count, std::size_t element_bytes) {
  with_bits_of(element_bytes, [&]<typename T>(T) {
    if constexpr (sizeof(T) <= 8)
      store_steps_of(reinterpret_cast<T*>(to), first, step, count);
  });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(store_steps_here);

void store_steps(std::byte* to, std::uint64_t first, std::uint64_t step,
                 std::int64_t count, std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(store_steps_here)(to, first, step, count, element_bytes);
}

}  // namespace assay::optimized
#endif
