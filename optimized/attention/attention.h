// Implements attention.
// Tested by tests/optimized/attention_test.cc, and the suite.
#pragma once

#include <optional>

#include "spec/element.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The operands and attributes of a call; null pointers are operands that are
// not given. Scale and softcap are elements of the dtype.
struct AttentionCall {
  const Tensor& query;
  const Tensor& key;
  const Tensor& value;
  const Tensor* mask = nullptr;
  const Tensor* bias = nullptr;
  std::optional<ElementBits> scale = std::nullopt;
  std::optional<ElementBits> softcap = std::nullopt;
  bool is_causal = false;
};

// Stores the means of the values, weighted by the softmax of the scores; out is
// C-contiguous.
void attention(const Tensor& out, const AttentionCall& call);

}  // namespace assay::optimized
