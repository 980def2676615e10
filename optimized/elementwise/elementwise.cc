// Implements the elementwise ops: looks the kernel up in the list of tables and
// hands it to run_blocks(). A kernel is looked up once, because the tables take
// as long as a small call.
// Tested by the suite, on every target (tests/cli/optimized_test.cc), and by
// tests/optimized/plain_lift_test.cc.
#include "optimized/elementwise/elementwise.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include "optimized/elementwise/kernels.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

// The tables of all files of kernels, in order of preference. Complex products,
// for example, are taken from the vector kernels if the target has them.
constexpr Kernel (*kTables[])(Op, DType) = {
    arithmetic_kernel,    comparison_kernel, integer_kernel,
    rounding_kernel,      complex_kernel,    exponential_kernel,
    trigonometric_kernel, power_kernel,      conjugate_kernel};

// Is a kernel that was found once, and the settings it was found for.
struct Found {
  std::atomic<std::int64_t> use{0};
  std::atomic<Kernel> kernel{nullptr};
};
Found found_kernels[kOps.size()][kDTypeCount];

}  // namespace

Kernel elementwise_kernel(Op op, DType dtype) {
  Found& found = found_kernels[static_cast<std::size_t>(op)]
                              [static_cast<std::size_t>(dtype)];
  if (found.use.load(std::memory_order_acquire) == settings_uses)
    return found.kernel.load(std::memory_order_relaxed);
  Kernel kernel = nullptr;
  for (const auto find : kTables)
    if (kernel == nullptr) kernel = find(op, dtype);
  found.kernel.store(kernel, std::memory_order_relaxed);
  found.use.store(settings_uses, std::memory_order_release);
  return kernel;
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
  if (!out.view.is_c_contiguous()) return false;
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
