// Implements the pointwise ops: looks the kernel up in the tables of this room
// and hands it to run_blocks().
// Tested by tests/optimized/pointwise_test.cc.
#include "optimized/pointwise/pointwise.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "optimized/elementwise/blocks.h"
#include "optimized/pointwise/kernels.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

// Returns an element as an operand of the dtype and the shape of x.
Result<Tensor> repeated_element(HostMemory& memory, const Tensor& x,
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

// Runs an op on operands of its shape.
Status run_pointwise(Op op, const Tensor& out,
                     std::span<const Tensor* const> all) {
  const DType dtype = all.front()->dtype;
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

// Runs an op on x and elements that are the same everywhere. Where x is plain
// memory, a kernel keeps the elements in registers.
Status with_elements(HostMemory& memory, Op op, const Tensor& out,
                     const Tensor& x,
                     std::initializer_list<ElementBits> elements) {
  const Kernel kernel = element_activation_kernel(op, x.dtype);
  if (kernel == nullptr || !x.view.is_row_major()) {
    std::array<Tensor, kMaxOperands - 1> repeats;
    std::array<const Tensor*, kMaxOperands> operands = {&x};
    std::size_t count = 0;
    for (const ElementBits element : elements) {
      auto made = repeated_element(memory, x, element);
      if (!made) return made.status();
      repeats[count] = *std::move(made);
      operands[count + 1] = &repeats[count];
      ++count;
    }
    return run_pointwise(op, out, {operands.data(), count + 1});
  }
  const std::int64_t bytes = bytes_of(x.dtype);
  const std::int64_t count = x.view.numel();
  std::byte* to = HostMemory::storage_of(out) + out.view.offset() * bytes;
  const std::byte* from = HostMemory::storage_of(x) + x.view.offset() * bytes;
  std::byte held[kMaxOperands - 1][sizeof(ElementBits)];
  std::size_t k = 0;
  for (const ElementBits element : elements)
    store_element(held[k++], x.dtype, 0, element);
  in_ranges(
      count, 64, is_worth_threads(2 * count * bytes),
      [&](std::int64_t first, std::int64_t last) {
        const PartOfResult part(count * bytes);
        const std::byte* const in[] = {from + first * bytes, held[0], held[1]};
        kernel(to + first * bytes, in, last - first);
      });
  return {};
}

}  // namespace

Status pointwise(Op op, const Tensor& out,
                 std::initializer_list<const Tensor*> operands) {
  return run_pointwise(op, out, {operands.begin(), operands.size()});
}

Status leaky_relu(HostMemory& memory, const Tensor& out, const Tensor& x,
                  ElementBits slope) {
  return with_elements(memory, "prelu"_op, out, x, {slope});
}

Status hard_sigmoid(HostMemory& memory, const Tensor& out, const Tensor& x,
                    ElementBits alpha, ElementBits beta) {
  return with_elements(memory, "hard_sigmoid"_op, out, x, {alpha, beta});
}

Status clamp(HostMemory& memory, const Tensor& out, const Tensor& x,
             std::optional<ElementBits> low, std::optional<ElementBits> high) {
  return with_elements(memory, "clamp"_op, out, x,
                       {low ? *low : end_of_range(x.dtype, false),
                        high ? *high : end_of_range(x.dtype, true)});
}

}  // namespace assay::optimized
