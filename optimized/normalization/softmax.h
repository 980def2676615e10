// Implements softmax, softmin and log_softmax along an axis.
// Tested by tests/optimized/normalization_test.cc, and the suite.
#pragma once

#include <cstdint>

#include "spec/tensor.h"

namespace assay::optimized {

enum class SoftmaxKind { kSoftmax, kSoftmin, kLogSoftmax };

// Normalizes the slices of x along `axis`; out is C-contiguous.
void softmax(SoftmaxKind kind, const Tensor& out, const Tensor& x,
             std::int64_t axis);

}  // namespace assay::optimized
