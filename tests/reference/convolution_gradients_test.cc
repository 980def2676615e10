// Tests the gradients of conv and conv_transpose on calls that can be followed
// by hand, and by the identity that defines them.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/convolution_calls.h"

namespace assay::test {
namespace {

constexpr Op kConvX = "conv_x_backward"_op;
constexpr Op kConvWeight = "conv_weight_backward"_op;
constexpr Op kTransposeX = "conv_transpose_x_backward"_op;
constexpr Op kTransposeWeight = "conv_transpose_weight_backward"_op;

Tensor gradient(Op op, std::vector<Tensor> operands,
                const ConvolutionOptions& options, std::int64_t groups = 1) {
  return execute(call_of(op, std::move(operands),
                         convolution_attributes(op, options, groups, false)));
}

// A tensor over one spatial axis, with one image and one channel.
Tensor line(const Numbers& values) {
  return tensor_of(DType::kFloat32, values,
                   {1, 1, static_cast<std::int64_t>(values.size())});
}
Tensor unread(std::int64_t extent) {
  return line(Numbers(static_cast<std::size_t>(extent), kNan));
}

TEST(ConvolutionGradientsTest, OfXScattersEachGradient) {
  const Tensor weight = line({1, 10});
  // 1, 2 + 10, 3 + 20, 30
  expect_same(
      {1, 12, 23, 30},
      numbers_in(gradient(kConvX, {unread(4), weight, line({1, 2, 3})}, {{}})));
  // Elements 2 and 5 are under no window.
  expect_same({1, 10, 0, 2, 20, 0},
              numbers_in(gradient(kConvX, {unread(6), weight, line({1, 2})},
                                  {{.stride = 3}})));
  expect_same(
      {23, 230},
      numbers_in(gradient(kConvX, {unread(2), line({2, 3}), line({1, 10, 100})},
                          {{.before = 1, .after = 1}})));
  // Taps 0 and 2 of one window.
  expect_same({1, 0, 10},
              numbers_in(gradient(kConvX, {unread(3), weight, line({1})},
                                  {{.dilation = 2}})));
}

TEST(ConvolutionGradientsTest, OfWeightMeetsEachWindow) {
  const Tensor x = line({1, 2, 3, 4});
  // 1 + 20 + 300, 2 + 30 + 400
  expect_same({321, 432},
              numbers_in(gradient(kConvWeight,
                                  {x, unread(2), line({1, 10, 100})}, {{}})));
  expect_same({31, 42},
              numbers_in(gradient(kConvWeight, {x, unread(2), line({1, 10})},
                                  {{.stride = 2}})));
  // The first tap of the first window is over padding.
  expect_same({3, kInf},
              numbers_in(gradient(kConvWeight,
                                  {line({1, 2}), unread(2), line({kInf, 1, 1})},
                                  {{.before = 1, .after = 1}})));
}

TEST(ConvolutionGradientsTest, OfATransposedXReadsWhereItWrote) {
  // x has two elements. A convolution of grad would have a third window, since
  // output_padding is as long as a stride.
  expect_same({201, 2010},
              numbers_in(gradient(kTransposeX,
                                  {line({1, 2}), line({1, 10, 100, 1000, 7})},
                                  {{.dilation = 2, .longer = 1}})));
  expect_same(
      {21, 2100},
      numbers_in(gradient(kTransposeX, {line({1, 2}), line({1, 10, 100, 1000})},
                          {{.stride = 2}})));
}

TEST(ConvolutionGradientsTest, OfATransposedWeightMeetsEachElement) {
  // x[0]·grad[k] + x[1]·grad[k + 2]
  expect_same(
      {301, 3010},
      numbers_in(gradient(kTransposeWeight,
                          {line({1, 3}), unread(2), line({1, 10, 100, 1000})},
                          {{.stride = 2}})));
}

TEST(ConvolutionGradientsTest, KeepsGroupsApart) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 10}, {1, 2, 1});
  const Tensor weight = tensor_of(DType::kFloat32, Numbers{2, 3}, {2, 1, 1});
  const Tensor grad = tensor_of(DType::kFloat32, Numbers{5, 7}, {1, 2, 1});
  expect_same({10, 21},
              numbers_in(gradient(kConvX, {x, weight, grad}, {{}}, 2)));
  expect_same({5, 70},
              numbers_in(gradient(kConvWeight, {x, weight, grad}, {{}}, 2)));
  expect_same({10, 21},
              numbers_in(gradient(kTransposeX, {weight, grad}, {{}}, 2)));
  expect_same({5, 70}, numbers_in(gradient(kTransposeWeight, {x, weight, grad},
                                           {{}}, 2)));
}

// Small integers that differ from their neighbours.
Tensor varied_tensor(DType dtype, const Shape& shape, std::int64_t salt) {
  Numbers numbers;
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    numbers.push_back(static_cast<double>((i * i * 5 + i * 3 + salt) % 15 - 7));
  return tensor_of(dtype, numbers, shape);
}

double inner_product(const Tensor& a, const Tensor& b) {
  const Numbers left = numbers_in(a);
  const Numbers right = numbers_in(b);
  double sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
  return sum;
}

// Expects that each element of a gradient is the inner product of grad and the
// convolution of an operand that is 1 at that element and 0 elsewhere.
void expect_adjoint(Op forward, std::vector<Tensor> operands,
                    std::size_t operand, const Tensor& grad,
                    const Tensor& found, const ConvolutionOptions& options,
                    std::int64_t groups) {
  const Shape shape = operands[operand].view.shape();
  const Numbers numbers = numbers_in(found);
  ASSERT_EQ(shape, found.view.shape());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Numbers unit(numbers.size(), 0);
    unit[k] = 1;
    operands[operand] = tensor_of(grad.dtype, unit, shape);
    const Tensor y = gradient(forward, operands, options, groups);
    EXPECT_EQ(inner_product(y, grad), numbers[k]) << name_of(forward) << k;
  }
}

TEST(ConvolutionGradientsTest, AreAdjointToTheConvolution) {
  const std::vector<ConvolutionOptions> several = {
      {{}},
      {{.stride = 3, .dilation = 2, .before = 2, .after = 2}},
      {{.stride = 1, .dilation = 3, .longer = 2}},
      {{}, {.dilation = 2}},
      {{.stride = 2, .before = 1, .after = 1, .longer = 1},
       {.stride = 2, .dilation = 3, .before = 1, .after = 1, .longer = 2}},
      {{.stride = 2}, {}, {.before = 1, .after = 1}}};
  for (const ConvolutionOptions& options : several)
    for (const std::int64_t groups : {1, 2}) {
      const DType dtype = groups == 1 ? DType::kFloat64 : DType::kInt64;
      Shape x_shape = {2, 2};
      Shape weight_shape = {4, 2 / groups};
      Shape turned_shape = {2, 3};
      for (std::size_t axis = 0; axis < options.size(); ++axis) {
        x_shape.push_back(4 + static_cast<std::int64_t>(axis % 2));
        weight_shape.push_back(2);
        turned_shape.push_back(2);
      }
      const Tensor x = varied_tensor(dtype, x_shape, 1);
      const Tensor weight = varied_tensor(dtype, weight_shape, 2);
      const Tensor y = gradient("conv"_op, {x, weight}, options, groups);
      const Tensor grad = varied_tensor(dtype, y.view.shape(), 3);
      const Tensor gx = gradient(kConvX, {x, weight, grad}, options, groups);
      const Tensor gw =
          gradient(kConvWeight, {x, weight, grad}, options, groups);
      expect_adjoint("conv"_op, {x, weight}, 0, grad, gx, options, groups);
      expect_adjoint("conv"_op, {x, weight}, 1, grad, gw, options, groups);
      EXPECT_EQ(inner_product(y, grad), inner_product(x, gx));
      EXPECT_EQ(inner_product(y, grad), inner_product(weight, gw));

      const Tensor turned = varied_tensor(dtype, turned_shape, 4);
      const Tensor z =
          gradient("conv_transpose"_op, {x, turned}, options, groups);
      const Tensor top = varied_tensor(dtype, z.view.shape(), 5);
      const Tensor hx = gradient(kTransposeX, {turned, top}, options, groups);
      const Tensor hw =
          gradient(kTransposeWeight, {x, turned, top}, options, groups);
      expect_adjoint("conv_transpose"_op, {x, turned}, 0, top, hx, options,
                     groups);
      expect_adjoint("conv_transpose"_op, {x, turned}, 1, top, hw, options,
                     groups);
    }
}

}  // namespace
}  // namespace assay::test
