// Tests what answers to convolutions leave to an algorithm that transforms
// planes.
#include "reference/nn/any_algorithm.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/convolution_calls.h"

namespace assay::test {
namespace {

const Profile kTransforms = kNx.with("conv.algorithm=any"_policy);
constexpr Freedom kOpen = Freedom::kAny;
constexpr Freedom kClosed = Freedom::kNone;

// Two images of two groups of one channel, with three elements each.
Call grouped(const Numbers& x, const Numbers& weight) {
  return call_of("conv"_op,
                 {tensor_of(DType::kFloat32, x, {2, 2, 3}),
                  tensor_of(DType::kFloat32, weight, {2, 1, 2}),
                  tensor_of(DType::kFloat32, Numbers{-5, 0.5}, {2})},
                 convolution_attributes("conv"_op, {{}}, 2, true));
}

TEST(AnyAlgorithmTest, ScalesByTheLargestElementOfThePlane) {
  const Numbers x = {1, -2, 3, 4, 5, 6, 0, 0, 0, 7, 8, -9};
  const Call call = grouped(x, {1, -2, 3, 4});
  const Answer direct = answer(call);
  const Answer any = answer(call, kTransforms);
  // 32·3·3 + 5, 32·6·7 + ½, 32·0·3 + 5 and 32·9·7 + ½, twice each.
  EXPECT_EQ(any.scale, (std::vector<double>{293, 293, 1344.5, 1344.5, 5, 5,
                                            2016.5, 2016.5}));
  EXPECT_EQ(any.roundings, std::vector<std::int64_t>(8, 3));
  EXPECT_TRUE(direct.roundings.empty());
  EXPECT_EQ(1 + 4 + 5, direct.scale[0]);
  expect_same(numbers_in(direct.tensors[0]), numbers_in(any.tensors[0]));
}

TEST(AnyAlgorithmTest, OpensThePlanesThatAreNotFinite) {
  const Numbers ones(12, 1);
  Numbers x = ones;
  x[5] = kNan;  // of the first image and the second group
  EXPECT_EQ(answer(grouped(x, {1, 1, 1, 1}), kTransforms).freedom,
            (std::vector<Freedom>{kClosed, kClosed, kOpen, kOpen, kClosed,
                                  kClosed, kClosed, kClosed}));
  // A filter opens its channel in both images.
  EXPECT_EQ(answer(grouped(ones, {1, kInf, 1, 1}), kTransforms).freedom,
            (std::vector<Freedom>{kOpen, kOpen, kClosed, kClosed, kOpen, kOpen,
                                  kClosed, kClosed}));
  EXPECT_TRUE(answer(grouped(ones, {1, kInf, 1, 1})).freedom.empty());
}

TEST(AnyAlgorithmTest, OpensWhatMayOverflow) {
  Numbers x(12, 1);
  x[0] = 0x1p120;
  const Answer any = answer(grouped(x, {0x1p3, 0, 1, 1}), kTransforms);
  EXPECT_EQ(kOpen, any.freedom[0]);
  EXPECT_EQ(kOpen, any.freedom[1]);
  EXPECT_EQ(kClosed, any.freedom[2]);
  EXPECT_TRUE(answer(grouped(x, {0x1p3, 0, 1, 1})).freedom.empty());
}

// A gradient of weight counts the windows of all images.
TEST(AnyAlgorithmTest, CountsTheTermsOfGradients) {
  const Call call = call_of(
      "conv_weight_backward"_op,
      {tensor_of(DType::kFloat32, Numbers{1, 2, 3, -4}, {2, 1, 2}),
       tensor_of(DType::kFloat32, Numbers{0, 0}, {1, 1, 2}),
       tensor_of(DType::kFloat32, Numbers{1, 1, 1, 1, 1, 1}, {2, 1, 3})},
      convolution_attributes("conv_weight_backward"_op,
                             {{.before = 1, .after = 1}}, 1, false));
  const Answer any = answer(call, kTransforms);
  EXPECT_EQ(any.roundings, (std::vector<std::int64_t>{6, 6}));
  EXPECT_EQ(any.scale, (std::vector<double>{32 * 4 * 6, 32 * 4 * 6}));
}

TEST(AnyAlgorithmTest, SaysNothingOfIntegers) {
  const Call call =
      call_of("conv"_op,
              {tensor_of(DType::kInt8, Numbers{1, 2, 3}, {1, 1, 3}),
               tensor_of(DType::kInt8, Numbers{1, 1}, {1, 1, 2})},
              convolution_attributes("conv"_op, {{}}, 1, false));
  EXPECT_TRUE(answer(call, kTransforms).scale.empty());
}

}  // namespace
}  // namespace assay::test
