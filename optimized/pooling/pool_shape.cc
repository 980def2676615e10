// Fills in the windows of a pool.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/pool_shape.h"

namespace assay::optimized {
namespace {

// Returns the planes and the extents, with outer axes of extent 1.
PoolShape pool_extents(const Shape& x, const Shape& y) {
  PoolShape shape;
  shape.planes = x[0] * x[1];
  const std::size_t skipped = 5 - x.size();
  for (std::size_t i = 2; i < x.size(); ++i) {
    PoolAxis& axis = shape.axes[i - 2 + skipped];
    axis.in = x[i];
    axis.out = y[i];
  }
  return shape;
}

}  // namespace

PoolShape pool_shape(const Shape& x, const Shape& y, const AxisIntegers& kernel,
                     const AxisIntegers& stride, const AxisPairs& padding,
                     const AxisIntegers& dilation) {
  PoolShape shape = pool_extents(x, y);
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    PoolAxis& axis = shape.axes[i + 3 - kernel.size()];
    axis.kernel = kernel[i];
    axis.stride = stride[i];
    axis.before = padding[i].first;
    axis.after = padding[i].second;
    if (!dilation.empty()) axis.dilation = dilation[i];
  }
  return shape;
}

PoolShape bin_shape(const Shape& x, const Shape& y) {
  PoolShape shape = pool_extents(x, y);
  for (PoolAxis& axis : shape.axes)
    axis.kernel = axis.stride =
        axis.in % axis.out == 0 ? axis.in / axis.out : 0;
  return shape;
}

}  // namespace assay::optimized
