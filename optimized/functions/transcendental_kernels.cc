// Functions that are not plain IEEE arithmetic, by family.
// Tested by tests/optimized/math_test.cc.
#include "optimized/elementwise/elementwise.h"
#include "optimized/functions/transcendental.h"

namespace assay::optimized {

Kernel transcendental_kernel(Op op, DType dtype) {
  const DType compute = compute_dtype_of(dtype);
  if (compute != DType::kFloat64 && compute != DType::kFloat32) return nullptr;
  for (const auto find :
       {exponential_kernel, trigonometric_kernel, power_kernel})
    if (const Kernel kernel = find(op, dtype)) return kernel;
  return nullptr;
}

}  // namespace assay::optimized
