// Tested by the suite, on every target (tests/cli/optimized_test.cc).
#include "optimized/elementwise/elementwise.h"

namespace assay::optimized {
namespace {

// The first of the files of kernels that has one.
Kernel kernel_of(Op op, DType dtype) {
  for (const auto find : {arithmetic_kernel, comparison_kernel, integer_kernel,
                          rounding_kernel, complex_kernel})
    if (const Kernel kernel = find(op, compute_dtype_of(dtype))) return kernel;
  return transcendental_kernel(op, dtype);
}

}  // namespace

bool has_elementwise(Op op, DType dtype) {
  return kernel_of(op, dtype) != nullptr;
}

Status elementwise(Op op, const Tensor& out,
                   std::initializer_list<const Tensor*> operands) {
  const Tensor& x = **(operands.end() - 1);
  const Kernel kernel = kernel_of(op, x.dtype);
  if (kernel == nullptr)
    return Status::unsupported("dtype", "there is no kernel");
  run_blocks(out, {operands.begin(), operands.size()}, kernel);
  return {};
}

Status where(const Tensor& out, const Tensor& condition, const Tensor& a,
             const Tensor& b) {
  const Tensor* operands[] = {&condition, &a, &b};
  const std::int64_t bytes =
      std::max<std::int64_t>(spec_of(out.dtype).bits / 8, 1);
  run_blocks(out, operands, select_kernel(bytes), true);
  return {};
}

}  // namespace assay::optimized
