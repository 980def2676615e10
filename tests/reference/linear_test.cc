// Tests the linear layer and its gradients on calls that can be followed by
// hand, against matmul and reduce_sum, and against each other: on integers the
// gradients are the adjoint of the layer exactly.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Attributes biased(bool is_biased) {
  return Attributes().flag(AttributeKey::kBiased, is_biased);
}

Tensor layer(const Tensor& x, const Tensor& weight) {
  return execute(call_of("linear"_op, {x, weight}, biased(false)));
}

Tensor holding(DType dtype, const Numbers& values, Shape shape) {
  return tensor_of(dtype, values, std::move(shape));
}

Tensor small_numbers(DType dtype, Shape shape, std::int64_t salt) {
  Numbers numbers;
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    numbers.push_back(static_cast<double>((i * i * 5 + i * 3 + salt) % 15 - 7));
  return tensor_of(dtype, numbers, std::move(shape));
}

double inner_product(const Tensor& a, const Tensor& b) {
  const Numbers x = numbers_in(a);
  const Numbers y = numbers_in(b);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

TEST(LinearTest, MultipliesRowsByColumnsAndAddsTheBias) {
  const Tensor x = holding(DType::kFloat32, {1, 2, 3, 4}, {2, 2});
  const Tensor weight =
      holding(DType::kFloat32, {1, 10, 100, 2, 20, 200}, {2, 3});
  expect_same({5, 50, 500, 11, 110, 1100}, numbers_in(layer(x, weight)));
  const Tensor bias = holding(DType::kFloat32, {0.5, 0, -1}, {3});
  expect_same({5.5, 50, 499, 11.5, 110, 1099},
              numbers_in(execute(
                  call_of("linear"_op, {x, weight, bias}, biased(true)))));
}

TEST(LinearTest, TakesAnyNumberOfLeadingAxes) {
  const Tensor weight = holding(DType::kInt32, {1, 2}, {2, 1});
  const Tensor row = holding(DType::kInt32, {3, 4}, {2});
  EXPECT_EQ(layer(row, weight).view.shape(), Shape{1});
  expect_same({11}, numbers_in(layer(row, weight)));
  const Tensor rows = holding(DType::kInt32, {3, 4, 5, 6}, {2, 1, 2});
  EXPECT_EQ(layer(rows, weight).view.shape(), (Shape{2, 1, 1}));
  expect_same({11, 17}, numbers_in(layer(rows, weight)));
}

TEST(LinearTest, SumsOfNothingAreTheBiasOrZero) {
  const Tensor x = *Reference().buffer(DType::kFloat32, {2, 0});
  const Tensor weight = *Reference().buffer(DType::kFloat32, {0, 2});
  const Tensor bias = holding(DType::kFloat32, {3, 4}, {2});
  expect_same({0, 0, 0, 0}, numbers_in(layer(x, weight)));
  expect_same({3, 4, 3, 4},
              numbers_in(execute(
                  call_of("linear"_op, {x, weight, bias}, biased(true)))));
  expect_same({0, 0}, numbers_in(execute(call_of("bias_backward"_op, {weight},
                                                 Attributes().axis(1)))));
}

TEST(LinearTest, ReportsTermsScaleAndRoundings) {
  const Tensor x = holding(DType::kFloat32, {1, -2}, {1, 2});
  const Tensor weight = holding(DType::kFloat32, {3, 4}, {2, 1});
  const Tensor bias = holding(DType::kFloat32, {-7}, {1});
  const Answer layered =
      answer(call_of("linear"_op, {x, weight, bias}, biased(true)));
  EXPECT_EQ(layered.terms, std::vector<std::int64_t>{3});
  EXPECT_EQ(layered.scale, std::vector<double>{18});
  // A sum of two terms over the other axis: ⌈log2 2⌉ + 128 roundings.
  const Answer summed =
      answer(call_of("bias_backward"_op, {weight}, Attributes().axis(1)));
  EXPECT_EQ(summed.terms, std::vector<std::int64_t>{2});
  EXPECT_EQ(summed.roundings, std::vector<std::int64_t>{129});
}

TEST(LinearTest, IsMatmulAndItsGradientsAreAdjoint) {
  for (const DType dtype : {DType::kFloat64, DType::kInt32}) {
    const Tensor x = small_numbers(dtype, {3, 5}, 1);
    const Tensor weight = small_numbers(dtype, {5, 4}, 2);
    const Tensor grad = small_numbers(dtype, {3, 4}, 3);
    const Tensor y = layer(x, weight);
    expect_same(numbers_in(execute(call_of("matmul"_op, {x, weight}))),
                numbers_in(y));
    const Tensor gx = execute(call_of("linear_x_backward"_op, {weight, grad}));
    const Tensor gw = execute(call_of("linear_weight_backward"_op, {x, grad}));
    EXPECT_EQ(gx.view.shape(), x.view.shape());
    EXPECT_EQ(gw.view.shape(), weight.view.shape());
    const double product = inner_product(y, grad);
    EXPECT_NE(product, 0);
    EXPECT_EQ(product, inner_product(x, gx));
    EXPECT_EQ(product, inner_product(weight, gw));
  }
}

TEST(LinearTest, GradientOfABiasIsASumOverTheOtherAxes) {
  const Tensor grad = small_numbers(DType::kFloat32, {2, 3, 4}, 4);
  const Shape kOthers[] = {{1, 2}, {0, 2}, {0, 1}};
  for (std::int64_t axis = 0; axis < 3; ++axis)
    expect_same(numbers_in(execute(
                    call_of("reduce_sum"_op, {grad},
                            Attributes().axes(kOthers[axis]).keepdims(false)))),
                numbers_in(execute(call_of("bias_backward"_op, {grad},
                                           Attributes().axis(axis)))));
}

TEST(LinearTest, IntegersWrap) {
  const Tensor x = holding(DType::kInt8, {100, 100}, {1, 2});
  const Tensor weight = holding(DType::kInt8, {2, 1}, {2, 1});
  expect_same({44}, numbers_in(layer(x, weight)));  // 300 - 256
}

}  // namespace
}  // namespace assay::test
