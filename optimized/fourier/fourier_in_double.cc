// Provides the kernels of transforms by radices in double.
// Tested by tests/optimized/fourier_test.cc.
#include "optimized/fourier/fourier_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/fourier/fourier_in_double.cc"
#include <hwy/foreach_target.h>

#include "optimized/fourier/line_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

void lines_in_double(const LinePlan<double>& plan,
                     const LineBlock<double>& lines, double* room) {
  lines_by_radices(plan, lines, room);
}

void columns_in_double(const LinePlan<double>& plan,
                       const LineBlock<double>& columns, double* room) {
  columns_by_radices(plan, columns, room);
}

std::int64_t lanes_of_double() { return wide_lanes<double>(); }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(lines_in_double);
HWY_EXPORT(columns_in_double);
HWY_EXPORT(lanes_of_double);

void transform_by_radices(const LinePlan<double>& plan,
                          const LineBlock<double>& lines, double* room) {
  HWY_DYNAMIC_DISPATCH(lines_in_double)(plan, lines, room);
}

void transform_columns(const LinePlan<double>& plan,
                       const LineBlock<double>& columns, double* room) {
  HWY_DYNAMIC_DISPATCH(columns_in_double)(plan, columns, room);
}

template <>
std::int64_t fourier_lanes<double>() {
  return HWY_DYNAMIC_DISPATCH(lanes_of_double)();
}

}  // namespace assay::optimized
#endif
