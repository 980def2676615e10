// Implements the check as plain loops, which the compiler turns into vectors
// once per target. Without vectors the check would take longer than the gather.
// Tested by tests/optimized/indexing_test.cc.
#include "optimized/arrays/index_limit.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/arrays/index_limit.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Returns the highest index. Negative ones count as 2^31 and more.
std::uint32_t highest_here(const std::int32_t* indices, std::int64_t stride,
                           std::int64_t count) {
  std::uint32_t most = 0;
  const auto see = [&](std::int32_t index) {
    const auto value = static_cast<std::uint32_t>(index);
    most = most < value ? value : most;
  };
  if (stride == 1)
    for (std::int64_t i = 0; i < count; ++i) see(indices[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) see(indices[i * stride]);
  return most;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(highest_here);

bool are_below(const std::int32_t* indices, std::int64_t stride,
               std::int64_t count, std::int64_t extent) {
  if (count == 0) return true;
  return HWY_DYNAMIC_DISPATCH(highest_here)(indices, stride, count) <
         std::min<std::int64_t>(extent, std::int64_t{1} << 31);
}

}  // namespace assay::optimized
#endif
