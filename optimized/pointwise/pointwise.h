// Runs the activations that work by element and the pointwise family.
// Tested by tests/optimized/pointwise_test.cc.
#pragma once

#include <initializer_list>
#include <optional>

#include "spec/element.h"
#include "spec/op_lookup.h"
#include "spec/result.h"
#include "spec/sdk/host_memory.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Runs an op whose arguments are all tensors. Returns `unsupported` if there is
// no kernel for the dtype of the operands.
Status pointwise(Op op, const Tensor& out,
                 std::initializer_list<const Tensor*> operands);

// Run an op whose attributes are elements of the dtype of x: the kernel gets
// each as an operand that repeats it. Their buffers come from `memory`.
Status leaky_relu(HostMemory& memory, const Tensor& out, const Tensor& x,
                  ElementBits slope);
Status hard_sigmoid(HostMemory& memory, const Tensor& out, const Tensor& x,
                    ElementBits alpha, ElementBits beta);
// A bound that is not given is the end of the range of the dtype.
Status clamp(HostMemory& memory, const Tensor& out, const Tensor& x,
             std::optional<ElementBits> low, std::optional<ElementBits> high);

}  // namespace assay::optimized
