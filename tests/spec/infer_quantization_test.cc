// Tests inference of quantized elements and scales. Broken calls of every
// precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using BlockSize = Attributes::Integers;

Attributes limited(BlockSize block_size) {
  return Attributes()
      .set(AttributeKey::kQMin, {-128})
      .set(AttributeKey::kQMax, {127})
      .set(AttributeKey::kBlockSize, std::move(block_size));
}
Attributes into(DType dtype, BlockSize block_size) {
  return Attributes().dtype(dtype).set(AttributeKey::kBlockSize,
                                       std::move(block_size));
}

TEST(InferQuantization, HasAScaleForEachBlock) {
  const TensorType x{DType::kFloat64, {4, 6}};
  for (const auto& [size, scales] : {std::pair{BlockSize{}, Shape{}},
                                     {BlockSize{2, 3}, Shape{2, 2}},
                                     {BlockSize{4, 1}, Shape{1, 6}}}) {
    const TensorType scale{DType::kFloat32, scales};
    const auto quantized = infer("quantize"_op, std::vector{x, scale},
                                 limited(size), DType::kInt8);
    ASSERT_TRUE(quantized.ok()) << quantized.status().message;
    EXPECT_EQ(*quantized, (std::vector<TensorType>{{DType::kInt8, {4, 6}}}));
    const auto derived =
        infer("quantize_dynamic"_op, {&x, 1}, limited(size), DType::kInt8);
    ASSERT_TRUE(derived.ok()) << derived.status().message;
    EXPECT_EQ(*derived,
              (std::vector<TensorType>{{DType::kInt8, {4, 6}}, scale}));
    const TensorType q{DType::kInt8, {4, 6}};
    const auto back = infer("dequantize"_op, std::vector{q, scale},
                            into(DType::kBfloat16, size), DType::kFloat32);
    ASSERT_TRUE(back.ok()) << back.status().message;
    EXPECT_EQ(*back, (std::vector<TensorType>{{DType::kBfloat16, {4, 6}}}));
  }
}

TEST(InferQuantization, EmptyExtentsHaveNoBlocks) {
  const TensorType x{DType::kFloat32, {0, 6}};
  const auto derived =
      infer("quantize_dynamic"_op, {&x, 1}, limited({5, 6}), DType::kInt8);
  ASSERT_TRUE(derived.ok()) << derived.status().message;
  EXPECT_EQ((*derived)[1].shape, (Shape{0, 1}));
}

TEST(InferQuantization, LimitsHold0AndFit8Bits) {
  const TensorType x{DType::kFloat32, {2}};
  for (const auto& [qmin, qmax, is_right] : {std::tuple{-128, 127, true},
                                             {0, 1, true},
                                             {-1, 0, false},
                                             {-129, 127, false},
                                             {0, 128, false},
                                             {1, 2, false}}) {
    const auto derived = infer("quantize_dynamic"_op, {&x, 1},
                               Attributes()
                                   .set(AttributeKey::kQMin, {qmin})
                                   .set(AttributeKey::kQMax, {qmax})
                                   .set(AttributeKey::kBlockSize, {}),
                               DType::kInt8);
    EXPECT_EQ(derived.ok(), is_right) << qmin << " " << qmax;
    if (!is_right) {
      EXPECT_EQ(derived.status().kind, "quantization.limits");
    }
  }
}

}  // namespace
}  // namespace assay
