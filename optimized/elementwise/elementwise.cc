// Implements the elementwise ops: looks the kernel up in the list of tables and
// hands it to run_blocks().
// Tested by the suite, on every target (tests/cli/optimized_test.cc), and by
// tests/optimized/plain_lift_test.cc.
#include "optimized/elementwise/elementwise.h"

#include <algorithm>
#include <span>

#include "optimized/elementwise/kernels.h"

namespace assay::optimized {
namespace {

// The tables of all files of kernels, in order of preference. Complex products,
// for example, are taken from the vector kernels if the target has them.
constexpr Kernel (*kTables[])(Op, DType) = {
    arithmetic_kernel,    comparison_kernel, integer_kernel,
    rounding_kernel,      complex_kernel,    exponential_kernel,
    trigonometric_kernel, power_kernel,      conjugate_kernel};

}  // namespace

Kernel elementwise_kernel(Op op, DType dtype) {
  for (const auto find : kTables)
    if (const Kernel kernel = find(op, dtype)) return kernel;
  return nullptr;
}

Status elementwise(Op op, const Tensor& out,
                   std::initializer_list<const Tensor*> operands) {
  const Tensor& x = **(operands.end() - 1);
  const std::span<const Tensor* const> all(operands.begin(), operands.size());
  if (is_narrow_real(x.dtype))
    if (const Kernel kernel = narrow_kernel(op, x.dtype)) {
      run_blocks(out, all, kernel, true);
      return {};
    }
  const Kernel kernel = elementwise_kernel(op, x.dtype);
  if (kernel == nullptr)
    return Status::unsupported("dtype", "there is no kernel");
  if (run_whole(out, all, kernel, false)) return {};
  run_blocks(out, all, kernel, false, rows_kernel(op, x.dtype));
  return {};
}

bool lift_plain(const Call& call) {
  const Tensor& out = call.outs[0];
  if (!spec_of(call.op).signature.is_lifted() || !out.view.is_c_contiguous())
    return false;
  const Tensor* operands[kMaxOperands];
  std::size_t count = 0;
  for (const Tensor& operand : call.operands) {
    if (operand.buffer == out.buffer) return false;
    operands[count++] = &operand;
  }
  const Kernel kernel = elementwise_kernel(call.op, operands[0]->dtype);
  return kernel != nullptr && run_whole(out, {operands, count}, kernel, false);
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
