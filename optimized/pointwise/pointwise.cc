// Implements the pointwise ops: looks the kernel up in the tables of this room
// and hands it to run_blocks().
// Tested by tests/optimized/pointwise_test.cc.
#include "optimized/pointwise/pointwise.h"

#include <cstdint>
#include <span>

#include "optimized/elementwise/blocks.h"
#include "optimized/pointwise/kernels.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

// Returns an element as an operand of the dtype and the shape of x.
Result<Tensor> repeated(HostMemory& memory, const Tensor& x,
                        ElementBits element) {
  auto made = memory.buffer(x.dtype, {});
  if (!made) return made;
  store_element(HostMemory::storage_of(*made), x.dtype, 0, element);
  const Shape& shape = x.view.shape();
  made->view = View(shape, Strides(shape.size(), 0), 0);
  return made;
}

// Returns the lowest element of a dtype, or the highest: an infinity if it has
// them.
ElementBits end_of_range(DType dtype, bool is_high) {
  const DTypeSpec& spec = spec_of(dtype);
  if (is_real(dtype)) {
    const std::uint64_t infinity = overflow_bits(format_of(dtype));
    return {is_high ? infinity : infinity | std::uint64_t{1} << (spec.bits - 1),
            0};
  }
  const bool is_signed = spec.category == Category::kSigned;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - spec.bits);
  if (!is_signed) return {is_high ? all : 0, 0};
  return {is_high ? all >> 1 : (all >> 1) + 1, 0};
}

}  // namespace

Status pointwise(Op op, const Tensor& out,
                 std::initializer_list<const Tensor*> operands) {
  const DType dtype = (*operands.begin())->dtype;
  const std::span<const Tensor* const> all(operands.begin(), operands.size());
  for (const auto find : {bit_kernel, narrow_activation_kernel})
    if (const Kernel kernel = find(op, dtype)) {
      run_blocks(out, all, kernel, true);
      return {};
    }
  for (const auto find : {activation_kernel, inverse_hyperbolic_kernel})
    if (const Kernel kernel = find(op, dtype)) {
      run_blocks(out, all, kernel);
      return {};
    }
  return Status::unsupported("dtype", "there is no kernel");
}

Status leaky_relu(HostMemory& memory, const Tensor& out, const Tensor& x,
                  ElementBits slope) {
  const auto factor = repeated(memory, x, slope);
  if (!factor) return factor.status();
  return pointwise("prelu"_op, out, {&x, &*factor});
}

Status hard_sigmoid(HostMemory& memory, const Tensor& out, const Tensor& x,
                    ElementBits alpha, ElementBits beta) {
  const auto factor = repeated(memory, x, alpha);
  if (!factor) return factor.status();
  const auto shift = repeated(memory, x, beta);
  if (!shift) return shift.status();
  return pointwise("hard_sigmoid"_op, out, {&x, &*factor, &*shift});
}

Status clamp(HostMemory& memory, const Tensor& out, const Tensor& x,
             std::optional<ElementBits> low, std::optional<ElementBits> high) {
  const auto lowest =
      repeated(memory, x, low ? *low : end_of_range(x.dtype, false));
  if (!lowest) return lowest.status();
  const auto highest =
      repeated(memory, x, high ? *high : end_of_range(x.dtype, true));
  if (!highest) return highest.status();
  return pointwise("clamp"_op, out, {&x, &*lowest, &*highest});
}

}  // namespace assay::optimized
