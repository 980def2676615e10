// Tests quantization against integers and scales listed by hand.
#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using BlockSize = Attributes::Integers;

Attributes limits(std::int64_t qmin, std::int64_t qmax,
                  BlockSize block_size = {}) {
  return Attributes()
      .set(AttributeKey::kQMin, {qmin})
      .set(AttributeKey::kQMax, {qmax})
      .set(AttributeKey::kBlockSize, std::move(block_size));
}
Tensor scale_of(double value) {
  Tensor scale = tensor_of(DType::kFloat32, Numbers{value});
  scale.view = View(Shape{});
  return scale;
}
Call quantized(const Numbers& x, double scale, std::int64_t qmin = -128,
               std::int64_t qmax = 127) {
  const auto extent = static_cast<std::int64_t>(x.size());
  return call_of("quantize"_op,
                 {tensor_of(DType::kFloat32, x, {extent}), scale_of(scale)},
                 limits(qmin, qmax));
}
Call derived(const Numbers& x, Attributes attributes, Shape shape) {
  return call_of("quantize_dynamic"_op,
                 {tensor_of(DType::kFloat32, x, std::move(shape))},
                 std::move(attributes));
}

TEST(Quantization, RoundsAndClamps) {
  const Numbers x = {1.2, -1.2, 100, -100, 0.74, -0.74, 0};
  expect_same({2, -2, 127, -128, 1, -1, 0},
              numbers_in(execute(quantized(x, 0.5))));
  expect_same({2, -2, 7, -7, 1, -1, 0},
              numbers_in(execute(quantized(x, 0.5, -7, 7))));
  expect_same(
      {127, -128, 127, -128},
      numbers_in(execute(quantized({kInf, -kInf, 0x1p100, -0x1p31}, 1))));
}

TEST(Quantization, HalvesGoWhereTheProfileSays) {
  const Numbers x = {1, 3, 5, -1, -3, -0.0};  // halves of 2
  expect_same({0, 2, 2, 0, -2, 0}, numbers_in(execute(quantized(x, 2))));
  expect_same({1, 2, 3, -1, -2, 0},
              numbers_in(execute(quantized(x, 2), kBurn)));
  EXPECT_TRUE(answer(quantized(x, 2)).alternatives.empty());
}

TEST(Quantization, EitherNeighbourOfANearHalf) {
  const double tenth = 0x1.99999ap-4;
  const Answer near = answer(quantized({2.5 * tenth, 2.4 * tenth, 300}, tenth));
  ASSERT_EQ(near.alternatives.size(), 1u);
  EXPECT_EQ(near.alternatives[0].position, 0);
  EXPECT_EQ(near.alternatives[0].elements,
            (std::vector<ElementBits>{{2, 0}, {3, 0}}));
  // Half of a power of two is no such case.
  EXPECT_TRUE(answer(quantized({2.5, 2.5000001}, 1)).alternatives.empty());
  EXPECT_EQ(answer(quantized({1, kNan}, 1)).freedom,
            (std::vector<Freedom>{Freedom::kNone, Freedom::kAny}));
}

TEST(Quantization, BlocksAreBoxes) {
  const Numbers x = {1, 1, 1, 1, 1, 1, 1, 1};
  const Call call =
      call_of("quantize"_op,
              {tensor_of(DType::kFloat32, x, {2, 4}),
               tensor_of(DType::kFloat32, Numbers{1, 0.25}, {1, 2})},
              limits(-127, 127, {2, 2}));
  expect_same({1, 1, 4, 4, 1, 1, 4, 4}, numbers_in(execute(call)));
}

TEST(Quantization, ScalesArePositiveFiniteAndNormal) {
  for (double scale : {0.0, -1.0, 0x1p-127, kInf, kNan}) {
    const Call call = quantized({1}, scale);
    const auto refused = Reference().execute(call);
    ASSERT_FALSE(refused.ok()) << scale;
    EXPECT_EQ(refused.status().kind, "quantization.positive");
  }
  for (double scale : {0x1p-126, 0x1.fffffep127})
    EXPECT_TRUE(Reference().execute(quantized({1}, scale)).ok()) << scale;
}

TEST(Dequantization, MultipliesByTheScale) {
  const Tensor q = tensor_of(DType::kInt8, Numbers{-128, -1, 0, 127}, {4});
  const auto back = [&](DType dtype, double scale) {
    return call_of("dequantize"_op, {q, scale_of(scale)},
                   Attributes().dtype(dtype).set(AttributeKey::kBlockSize, {}));
  };
  expect_same({-64, -0.5, 0, 63.5},
              numbers_in(execute(back(DType::kFloat64, 0.5))));
  expect_same({-kInf, -0x1p127, 0, kInf},
              numbers_in(execute(back(DType::kFloat32, 0x1p127))));
  // 127·(1 + 2^-23) has 31 bits.
  const double scale = 1 + 0x1p-23;
  EXPECT_EQ(numbers_in(execute(back(DType::kFloat32, scale))).back(),
            static_cast<double>(static_cast<float>(127 * scale)));
  EXPECT_TRUE(answer(back(DType::kFloat32, scale)).alternatives.empty());
  const auto wide = answer(back(DType::kFloat64, scale)).alternatives;
  ASSERT_EQ(wide.size(), 1u);
  EXPECT_EQ(wide[0].position, 3);
  EXPECT_EQ(wide[0].elements[0],
            encode(DType::kFloat64,
                   static_cast<double>(static_cast<float>(127 * scale))));
}

TEST(DynamicQuantization, DerivesTheScaleOfEachBlock) {
  const Call call =
      derived({127, -62.5, 1, 0.5, -254, 4}, limits(-127, 127, {3}), {6});
  expect_same({127, -62, 1, 0, -127, 2}, numbers_in(execute(call)));
  expect_same({1, 2}, numbers_in(call.outs[1]));
  const Answer exact = answer(call);
  EXPECT_TRUE(exact.alternatives.empty());
  EXPECT_EQ(exact.about(1).roundings, (std::vector<std::int64_t>{0, 0}));
  expect_same({127, -63, 1, 0, -127, 2}, numbers_in(execute(call, kBurn)));

  const Call inexact = derived({1, -0.5}, limits(-127, 127), {2});
  execute(inexact);
  const Answer bounded = answer(inexact);
  EXPECT_EQ(numbers_in(inexact.outs[1]).at(0),
            static_cast<double>(static_cast<float>(1 / 127.0)));
  EXPECT_DOUBLE_EQ(bounded.about(1).scale.at(0), 4 / 127.0);
  ASSERT_EQ(bounded.alternatives.size(), 1u);  // 63.5
  EXPECT_EQ(bounded.alternatives[0].position, 1);
}

TEST(DynamicQuantization, LeavesAScaleOfZerosOpen) {
  const Call zeros = derived({0, -0.0, 3, 0}, limits(-127, 127, {2}), {4});
  expect_same({0, 0, 127, 0}, numbers_in(execute(zeros)));
  const Answer open = answer(zeros);
  EXPECT_TRUE(open.freedom.empty());
  EXPECT_EQ(open.about(1).scale.at(0), kInf);
  // No elements at all are such a block, too.
  const Call none = derived({}, limits(-127, 127), {0});
  EXPECT_TRUE(execute(none).view.shape() == Shape{0});
  EXPECT_GT(numbers_in(none.outs[1]).at(0), 0);
}

TEST(DynamicQuantization, SpoiltBlocksAreOpen) {
  const Call call = derived({kNan, 1, 127, 1, kInf, 2, 0x1p-149, 0},
                            limits(-127, 127, {2}), {8});
  const Answer open = answer(call);
  constexpr Freedom kNo = Freedom::kNone;
  constexpr Freedom kAny = Freedom::kAny;
  EXPECT_EQ(open.freedom, (std::vector<Freedom>{kAny, kAny, kNo, kNo, kAny,
                                                kAny, kAny, kAny}));
  EXPECT_EQ(open.about(1).freedom,
            (std::vector<Freedom>{kAny, kNo, kAny, kAny}));
}

}  // namespace
}  // namespace assay::test
