// Provides the kernels of transforms by radices in float.
// Tested by tests/optimized/fourier_test.cc.
#include "optimized/fourier/fourier_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/fourier/fourier_in_float.cc"
#include <hwy/foreach_target.h>

#include "optimized/fourier/line_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

void lines_in_float(const LinePlan<float>& plan, const LineBlock<float>& lines,
                    float* room) {
  lines_by_radices(plan, lines, room);
}

void columns_in_float(const LinePlan<float>& plan,
                      const LineBlock<float>& columns, float* room) {
  columns_by_radices(plan, columns, room);
}

std::int64_t lanes_of_float() { return wide_lanes<float>(); }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(lines_in_float);
HWY_EXPORT(columns_in_float);
HWY_EXPORT(lanes_of_float);

void transform_by_radices(const LinePlan<float>& plan,
                          const LineBlock<float>& lines, float* room) {
  HWY_DYNAMIC_DISPATCH(lines_in_float)(plan, lines, room);
}

void transform_columns(const LinePlan<float>& plan,
                       const LineBlock<float>& columns, float* room) {
  HWY_DYNAMIC_DISPATCH(columns_in_float)(plan, columns, room);
}

template <>
std::int64_t fourier_lanes<float>() {
  return HWY_DYNAMIC_DISPATCH(lanes_of_float)();
}

}  // namespace assay::optimized
#endif
