// Makes calls of op set nn whose answers a policy axis changes.
#pragma once

#include <cstdint>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {

// -8 moved down by 9 and by 65 places.
inline Call shifted() {
  return call_of("shift_right"_op, {tensor_of(DType::kInt8, Numbers{-8, -8}),
                                    tensor_of(DType::kInt8, Numbers{9, 65})});
}
// Pools windows of two, two apart, of which the last may start after x.
inline Call pooled(Numbers x) {
  const auto extent = static_cast<std::int64_t>(x.size());
  return call_of("max_pool"_op, {tensor_of(DType::kFloat32, x, {1, 1, extent})},
                 Attributes()
                     .padding({{1, 1}})
                     .set(AttributeKey::kKernelSize, {2})
                     .set(AttributeKey::kStride, {2})
                     .set(AttributeKey::kDilation, {1})
                     .flag(AttributeKey::kCeilMode, true));
}
// The sum, 300, is 44 in int8.
inline Call mean_of_bytes() {
  return call_of("mean"_op, {tensor_of(DType::kInt8, Numbers{100, 100, 100})},
                 Attributes().axes({0}).keepdims(false));
}
inline Call quantized_halves() {
  Tensor scale = tensor_of(DType::kFloat32, Numbers{1});
  scale.view = View(Shape{});
  return call_of("quantize"_op,
                 {tensor_of(DType::kFloat32, Numbers{0.5, 1.5}), scale},
                 Attributes()
                     .set(AttributeKey::kQMin, {-127})
                     .set(AttributeKey::kQMax, {127})
                     .set(AttributeKey::kBlockSize, {}));
}
// Two queries and one key: if causal, the first query sees no key.
inline Call two_queries() {
  return call_of("attention"_op,
                 {tensor_of(DType::kFloat32, Numbers{1, 1}, {1, 1, 2, 1}),
                  tensor_of(DType::kFloat32, Numbers{1}, {1, 1, 1, 1}),
                  tensor_of(DType::kFloat32, Numbers{5}, {1, 1, 1, 1})},
                 Attributes()
                     .flag(AttributeKey::kCausal, true)
                     .flag(AttributeKey::kMasked, false)
                     .flag(AttributeKey::kBiased, false));
}
// The infinite tap of the filter is over the padding in the first window.
inline Call infinite_over_padding() {
  return call_of("conv"_op,
                 {tensor_of(DType::kFloat32, Numbers{2}, {1, 1, 1}),
                  tensor_of(DType::kFloat32, Numbers{kInf, 1}, {1, 1, 2})},
                 Attributes()
                     .padding({{1, 1}})
                     .set(AttributeKey::kStride, {1})
                     .set(AttributeKey::kDilation, {1})
                     .set(AttributeKey::kGroups, {1})
                     .flag(AttributeKey::kBiased, false));
}

// A kernel of one tap: each element of x is a window of its own.
inline Call nan_in_plane() {
  return call_of("conv"_op,
                 {tensor_of(DType::kFloat32, Numbers{kNan, 1, 2}, {1, 1, 3}),
                  tensor_of(DType::kFloat32, Numbers{1}, {1, 1, 1})},
                 Attributes()
                     .padding({{0, 0}})
                     .set(AttributeKey::kStride, {1})
                     .set(AttributeKey::kDilation, {1})
                     .set(AttributeKey::kGroups, {1})
                     .flag(AttributeKey::kBiased, false));
}
// The weights 1 / (1 + e) and e / (1 + e) are 551/2048 and 1497/2048 in
// float16.
inline Call two_weights() {
  return call_of(
      "attention"_op,
      {tensor_of(DType::kFloat16, Numbers{1}, {1, 1, 1, 1}),
       tensor_of(DType::kFloat16, Numbers{0, 1}, {1, 1, 2, 1}),
       tensor_of(DType::kFloat16, Numbers{2048, -2048}, {1, 1, 2, 1})},
      Attributes()
          .flag(AttributeKey::kCausal, false)
          .flag(AttributeKey::kMasked, false)
          .flag(AttributeKey::kBiased, false));
}

}  // namespace assay::test
