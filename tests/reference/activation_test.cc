// Tests activations against values that were computed by hand and against
// independent formulas in long double, and what their answers leave open.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;

Tensor reals(DType dtype, const Numbers& x, Shape shape = {}) {
  return tensor_of(dtype, x, std::move(shape));
}
Attributes with(AttributeKey key, DType dtype, double value,
                Attributes attributes = {}) {
  return attributes.element(key, {encode_real(format_of(dtype), value), 0});
}
Numbers along(Op op, DType dtype, const Numbers& x, Shape shape,
              std::int64_t axis) {
  return numbers_in(execute(call_of(op, {reals(dtype, x, std::move(shape))},
                                    Attributes().axis(axis))));
}
void expect_near(const Numbers& expected, const Numbers& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], actual[i], 4e-16 * std::fabs(expected[i])) << i;
}

TEST(Activation, Relu) {
  expect_same({0, 2, 0, kInf, 0, kNan},
              unary("relu"_op, kF32, {-1, 2, 0, kInf, -kInf, kNan}));
  EXPECT_EQ((Numbers{0, 0, 7, 0}),
            unary("relu"_op, DType::kInt8, {-128, -1, 7, 0}));
  EXPECT_EQ((Numbers{200}), unary("relu"_op, DType::kUint8, {200}));
  const Answer zeros = answer(call_of("relu"_op, {reals(kF32, {-0.0, 1})}));
  EXPECT_EQ(Freedom::kZeroSign, zeros.freedom[0]);
  EXPECT_EQ(Freedom::kNone, zeros.freedom[1]);
}

TEST(Activation, ReluBackward) {
  expect_same({0, 0, 5, 5, kNan, 0},
              binary("relu_backward"_op, kF32, {0, -1, 2, kNan, 1, -0.0},
                     {5, kNan, 5, 5, kNan, -kInf}));
}

TEST(Activation, LeakyReluAndPrelu) {
  const auto slope = with(AttributeKey::kNegativeSlope, kF32, 0.5);
  expect_same(
      {3, -1, kNan, kInf},
      numbers_in(execute(call_of("leaky_relu"_op,
                                 {reals(kF32, {3, -2, kNan, kInf})}, slope))));
  expect_same(
      {3, -8, kNan, 3, kNan},
      binary("prelu"_op, kF32, {3, -2, kNan, 3, -1}, {4, 4, 1, kNan, kNan}));
  const Answer zeros = answer(call_of(
      "prelu"_op, {reals(kF32, {0, 0, -0.0}), reals(kF32, {2, kNan, kInf})}));
  EXPECT_EQ(
      (std::vector<Freedom>{Freedom::kZeroSign, Freedom::kAny, Freedom::kAny}),
      zeros.freedom);
}

TEST(Activation, Gelu) {
  expect_near({0.8413447460685429, -0.15865525393145707, 0},
              unary("gelu"_op, kF64, {1, -1, 0}));
  for (long double x : {-8.0L, -0.75L, 0.25L, 2.0L})
    expect_near({static_cast<double>(x / 2 * std::erfc(-x / std::sqrt(2.0L)))},
                unary("gelu"_op, kF64, {static_cast<double>(x)}));
  EXPECT_EQ(kInf, unary("gelu"_op, kF64, {kInf})[0]);
  const Answer open = answer(call_of("gelu"_op, {reals(kF32, {-kInf, 2})}));
  EXPECT_EQ(Freedom::kAny, open.freedom[0]);
  EXPECT_EQ((std::vector<double>{0, 24}), open.scale);
}

TEST(Activation, GeluBackwardIsTheSlopeOfGelu) {
  for (double x : {-3.0, -0.75, 0.0, 1.0, 4.0}) {
    const double h = 1e-5;
    const auto y = unary("gelu"_op, kF64, {x - h, x + h});
    EXPECT_NEAR(2 * (y[1] - y[0]) / (2 * h),
                binary("gelu_backward"_op, kF64, {x}, {2})[0], 1e-8);
  }
  EXPECT_DOUBLE_EQ(1.0833154705876864,
                   binary("gelu_backward"_op, kF64, {1}, {1})[0]);
}

TEST(Activation, Sigmoid) {
  expect_near({0.5, 0.7310585786300049, 0.2689414213699951},
              unary("sigmoid"_op, kF64, {0, 1, -1}));
  EXPECT_EQ((Numbers{0, 1, 0}),
            unary("sigmoid"_op, kF32, {-kInf, kInf, -1000}));
  // Results below the smallest normal number may vanish.
  const Answer small =
      answer(call_of("sigmoid"_op, {reals(kF32, {-80, -90, 0})}));
  ASSERT_EQ(1u, small.alternatives.size());
  EXPECT_EQ(1, small.alternatives[0].position);
  EXPECT_DOUBLE_EQ(6, small.scale[2]);
  EXPECT_EQ(-0.75, binary("sigmoid_backward"_op, kF32, {0.5}, {-3})[0]);
  EXPECT_EQ(0, binary("sigmoid_backward"_op, kF32, {1}, {7})[0]);
}

TEST(Activation, HardSigmoid) {
  const auto line = with(AttributeKey::kAlpha, kF32, 0.25,
                         with(AttributeKey::kBeta, kF32, 0.5));
  const Call call =
      call_of("hard_sigmoid"_op,
              {reals(kF32, {0, 1, -1, 9, -9, kInf, -kInf, kNan})}, line);
  expect_same({0.5, 0.75, 0.25, 1, 0, 1, 0, kNan}, numbers_in(execute(call)));
  const Answer right = answer(call);
  EXPECT_EQ(0.75, right.scale[1]);
  EXPECT_EQ(2, right.terms[1]);
  EXPECT_EQ(0, right.roundings[3]);  // the limit is exact
  EXPECT_EQ(-1, right.roundings[1]);
  const auto flat = with(AttributeKey::kAlpha, kF32, 0, line);
  EXPECT_EQ(Freedom::kAny,
            answer(call_of("hard_sigmoid"_op, {reals(kF32, {kInf})}, flat))
                .freedom[0]);
}

TEST(Activation, LogSigmoid) {
  expect_near(
      {-0.6931471805599453, -0.31326168751822286, -1.3132616875182228, -1000},
      unary("log_sigmoid"_op, kF64, {0, 1, -1, -1000}));
  EXPECT_EQ((Numbers{-kInf, 0}), unary("log_sigmoid"_op, kF32, {-kInf, kInf}));
  expect_near({1.0757656854799804, 2.9242343145200196},
              binary("log_sigmoid_backward"_op, kF64, {1, -1}, {4, 4}));
}

TEST(Activation, SoftmaxOfThree) {
  const long double sum = 1 + std::exp(-1.0L) + std::exp(-2.0L);
  const Numbers expected = {static_cast<double>(std::exp(-2.0L) / sum),
                            static_cast<double>(std::exp(-1.0L) / sum),
                            static_cast<double>(1 / sum)};
  expect_near(expected, along("softmax"_op, kF64, {1, 2, 3}, {3}, 0));
  // Large elements do not overflow.
  expect_near(expected, along("softmax"_op, kF64, {1001, 1002, 1003}, {3}, 0));
  expect_near(expected, along("softmin"_op, kF64, {-1, -2, -3}, {3}, 0));
  Numbers logarithms = expected;
  for (double& e : logarithms) e = std::log(e);
  const auto found = along("log_softmax"_op, kF64, {1, 2, 3}, {3}, 0);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(logarithms[i], found[i]);
}

TEST(Activation, SoftmaxAlongEachAxis) {
  const Numbers x = {0, 0, 0, 5, 5, 5};
  EXPECT_EQ((Numbers{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}),
            along("softmax"_op, kF32, {1, 2, 3, 1, 2, 3}, {2, 3}, 0));
  const auto rows = along("softmax"_op, kF64, x, {2, 3}, 1);
  for (double e : rows) EXPECT_DOUBLE_EQ(1.0 / 3, e);
  EXPECT_TRUE(along("softmax"_op, kF32, {}, {2, 0}, 1).empty());
}

TEST(Activation, SoftmaxOfInfinitiesAndNan) {
  expect_same({0.5, 0, 0.5, kNan, kNan, kNan, kNan, kNan, kNan},
              along("softmax"_op, kF32,
                    {1, -kInf, 1, -kInf, -kInf, -kInf, 0, kInf, 0}, {3, 3}, 1));
  expect_same({kNan, kNan, 0.5, 0.5},
              along("softmax"_op, kF32, {kNan, 1, 2, 2}, {2, 2}, 1));
  expect_same({0, -kInf}, along("log_softmax"_op, kF32, {7, -kInf}, {2}, 0));
  expect_same({1, 0}, along("softmin"_op, kF32, {7, kInf}, {2}, 0));
}

TEST(Activation, SoftmaxScales) {
  const Answer right = answer(call_of(
      "softmax"_op, {reals(kF32, {0, 0, -kInf, 0, 0})}, Attributes().axis(0)));
  EXPECT_DOUBLE_EQ(0.25 * (5 + 16 + std::log(5.0)), right.scale[0]);
  EXPECT_EQ(0, right.roundings[2]);
}

TEST(Activation, IsRoundedOnceFromTheExactValue) {
  // In float16 the exact sigmoid is rounded, and not one of float32.
  for (double x : {0.7, 1.9, -2.3}) {
    const double rounded = numbers_in(reals(DType::kFloat16, {x}))[0];
    const double exact = 1 / (1 + std::exp(-rounded));
    EXPECT_EQ(numbers_in(reals(DType::kFloat16, {exact}))[0],
              unary("sigmoid"_op, DType::kFloat16, {x})[0]);
  }
}

}  // namespace
}  // namespace assay::test
