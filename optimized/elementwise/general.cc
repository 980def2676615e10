// Implements the elementwise ops of lax that are more than a kernel.
// Tested by the suite on every target.
#include "optimized/elementwise/general.h"

#include "optimized/elementwise/cast.h"
#include "optimized/elementwise/elementwise.h"
#include "optimized/elementwise/kernels.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Repeats an operand of rank 0 along all axes of a shape.
Tensor repeated_over(const Tensor& x, const Shape& shape) {
  if (x.view.shape().size() == shape.size()) return x;
  return {x.dtype, View(shape, Strides(shape.size(), 0), x.view.offset()),
          x.buffer};
}

// Clamps plain elements between two bounds of rank 0. Returns false, and writes
// nothing, if the operands are not so.
bool clamp_by_scalars(const Tensor& out, const Tensor& x, const Tensor& lower,
                      const Tensor& upper) {
  if (lower.view.rank() != 0 || upper.view.rank() != 0 ||
      !x.view.is_row_major() || compute_dtype_of(x.dtype) != x.dtype)
    return false;
  const Kernel kernel = clamp_by_elements_kernel("clamp_general"_op, x.dtype);
  const std::int64_t element = bytes_of(x.dtype);
  const std::int64_t count = out.view.numel();
  const auto elements_of = [&](const Tensor& tensor) {
    return HostMemory::storage_of(tensor) + tensor.view.offset() * element;
  };
  std::byte* to = elements_of(out);
  in_ranges(count, 64, is_worth_threads(2 * count * element),
            [&](std::int64_t first, std::int64_t last) {
              const PartOfResult part(count * element);
              const std::byte* const in[] = {elements_of(x) + first * element,
                                             elements_of(lower),
                                             elements_of(upper)};
              kernel(to + first * element, in, last - first);
            });
  return true;
}

}  // namespace

Status abs_real(const Tensor& out, const Tensor& x) {
  const Tensor* operands[] = {&x};
  run_blocks(out, operands, modulus_kernel(x.dtype));
  return {};
}

Status clamp_general(const Tensor& out, const Tensor& x, const Tensor& lower,
                     const Tensor& upper) {
  const Kernel kernel = clamp_kernel("clamp_general"_op, x.dtype);
  if (kernel == nullptr)
    return Status::unsupported("dtype", "clamp_general has no such kernel");
  if (clamp_by_scalars(out, x, lower, upper)) return {};
  const Shape& shape = out.view.shape();
  const Tensor low = repeated_over(lower, shape);
  const Tensor high = repeated_over(upper, shape);
  const Tensor* operands[] = {&x, &low, &high};
  run_blocks(out, operands, kernel);
  return {};
}

Status select_general(const Tensor& out, const Tensor& pred,
                      const Tensor& on_true, const Tensor& on_false) {
  if (pred.view.rank() == on_true.view.rank() && pred.view.rank() != 0)
    return where(out, pred, on_true, on_false);
  const std::byte* storage = HostMemory::storage_of(pred);
  const bool takes_first = storage[pred.view.offset()] != std::byte{0};
  copy_elements(out, takes_first ? on_true : on_false);
  return {};
}

Status convert(const Tensor& out, const Tensor& x) {
  if (!may_convert(x.dtype, out.dtype))
    return Status::unsupported("dtype",
                               "the dtype lacks values of the operand's");
  if (x.dtype == out.dtype)
    copy_elements(out, x);
  else
    cast(out, x);
  return {};
}

}  // namespace assay::optimized
