// Limits the reference to small tensors, so that a large request of the fuzzer
// costs neither time nor memory.
// Tested by tests/fuzz/targets_test.cc.
#pragma once

#include "reference/reference.h"
#include "spec/infer.h"

namespace assay {

class SmallReference : public Reference {
 public:
  using Reference::Reference;

  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    if (!is_small(shape)) return too_large();
    return Reference::buffer(dtype, shape);
  }

  Result<Tensors> execute(const Call& call) override {
    std::vector<TensorType> operands;
    for (const Tensor& operand : call.operands) {
      operands.push_back({operand.dtype, operand.view.shape()});
      if (!is_small(operand.view.shape())) return too_large();
    }
    const DType requested =
        call.outs.empty() ? DType::kFloat32 : call.outs[0].dtype;
    const auto types = infer(call.op, operands, call.attributes, requested);
    if (!types) return types.status();
    for (const TensorType& type : *types)
      if (!is_small(type.shape)) return too_large();
    return Reference::execute(call);
  }

 private:
  static bool is_small(const Shape& shape) {
    constexpr std::int64_t kMost = 4096;
    const auto count = checked_element_count(shape);
    return count && *count <= kMost;
  }
  static Status too_large() {
    return {StatusCode::kOutOfMemory, "", "more than a fuzzer may ask for"};
  }
};

}  // namespace assay
