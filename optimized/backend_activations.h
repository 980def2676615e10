// Has the member functions of the optimized backend for the ops of
// activations, normalization, attention and pointwise functions.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include <cstdint>
#include <optional>

#include "optimized/attention/attention.h"
#include "optimized/normalization/normalization.h"
#include "optimized/normalization/softmax.h"
#include "optimized/pointwise/pointwise.h"
#include "spec/backend.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {

template <typename Author>
class Activations {
 public:
  // Activations.
#define ASSAY_UNARY(function, name)                     \
  Status function(const Tensor& out, const Tensor& x) { \
    constexpr Op kOp = name##_op;                       \
    return optimized::pointwise(kOp, out, {&x});        \
  }
#define ASSAY_BINARY(function, name)                                     \
  Status function(const Tensor& out, const Tensor& a, const Tensor& b) { \
    constexpr Op kOp = name##_op;                                        \
    return optimized::pointwise(kOp, out, {&a, &b});                     \
  }
  ASSAY_UNARY(relu, "relu")
  ASSAY_BINARY(relu_backward, "relu_backward")
  ASSAY_BINARY(prelu, "prelu")
  ASSAY_UNARY(gelu, "gelu")
  ASSAY_BINARY(gelu_backward, "gelu_backward")
  ASSAY_UNARY(sigmoid, "sigmoid")
  ASSAY_BINARY(sigmoid_backward, "sigmoid_backward")
  ASSAY_UNARY(log_sigmoid, "log_sigmoid")
  ASSAY_BINARY(log_sigmoid_backward, "log_sigmoid_backward")
  Status leaky_relu(const Tensor& out, const Tensor& x, ElementBits slope) {
    return optimized::leaky_relu(memory(), out, x, slope);
  }
  Status hard_sigmoid(const Tensor& out, const Tensor& x, ElementBits alpha,
                      ElementBits beta) {
    return optimized::hard_sigmoid(memory(), out, x, alpha, beta);
  }
  void softmax(const Tensor& out, const Tensor& x, std::int64_t axis) {
    optimized::softmax(SoftmaxKind::kSoftmax, out, x, axis);
  }
  void softmin(const Tensor& out, const Tensor& x, std::int64_t axis) {
    optimized::softmax(SoftmaxKind::kSoftmin, out, x, axis);
  }
  void log_softmax(const Tensor& out, const Tensor& x, std::int64_t axis) {
    optimized::softmax(SoftmaxKind::kLogSoftmax, out, x, axis);
  }

  // Normalization and attention.
  void layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                  const Tensor& beta, bool biased, ElementBits epsilon) {
    optimized::layer_norm(out, x, gamma, beta, biased, epsilon);
  }
  void batch_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                  const Tensor& beta, const Tensor& mean,
                  const Tensor& variance, ElementBits epsilon) {
    optimized::batch_norm(out, x, {gamma, beta, mean, variance}, epsilon);
  }
  void attention(const Tensor& out, const Tensor& query, const Tensor& key,
                 const Tensor& value, const Tensor& mask, const Tensor& bias,
                 std::optional<ElementBits> scale,
                 std::optional<ElementBits> softcap, bool causal, bool masked,
                 bool biased) {
    optimized::attention(out,
                         {query, key, value, masked ? &mask : nullptr,
                          biased ? &bias : nullptr, scale, softcap, causal});
  }

  // The pointwise family.
  ASSAY_UNARY(log1p, "log1p")
  ASSAY_UNARY(asinh, "asinh")
  ASSAY_UNARY(acosh, "acosh")
  ASSAY_UNARY(atanh, "atanh")
  ASSAY_BINARY(hypot, "hypot")
  ASSAY_UNARY(bitwise_not, "bitwise_not")
  ASSAY_BINARY(shift_left, "shift_left")
  ASSAY_BINARY(shift_right, "shift_right")
  ASSAY_UNARY(is_nan, "is_nan")
  ASSAY_UNARY(is_inf, "is_inf")
#undef ASSAY_UNARY
#undef ASSAY_BINARY
  Status clamp(const Tensor& out, const Tensor& x,
               std::optional<ElementBits> low,
               std::optional<ElementBits> high) {
    return optimized::clamp(memory(), out, x, low, high);
  }

 private:
  HostMemory& memory() { return static_cast<Author&>(*this); }
};

}  // namespace assay::optimized
