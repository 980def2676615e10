// Functions that are not plain IEEE arithmetic, by family.
// Tested by tests/optimized/math_test.cc.
#include "optimized/elementwise.h"
#include "optimized/transcendental.h"

namespace assay::optimized {

Kernel transcendental_kernel(Op op, DType compute) {
  const bool is_double = compute == DType::kFloat64;
  if (!is_double && compute != DType::kFloat32) return nullptr;
  for (const auto find :
       {exponential_kernel, trigonometric_kernel, power_kernel})
    if (const Kernel kernel = find(op, is_double)) return kernel;
  return nullptr;
}

}  // namespace assay::optimized
