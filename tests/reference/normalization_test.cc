// Tests layer_norm and batch_norm against values that were computed by hand and
// against loops in long double, and what their answers leave open.
#include <gtest/gtest.h>

#include <cmath>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;

Attributes epsilon(DType dtype, double value) {
  return Attributes().element(AttributeKey::kEpsilon,
                              {encode_real(format_of(dtype), value), 0});
}

Call layer_norm(const Numbers& x, Shape shape, const Numbers& gamma,
                const Numbers& beta, double eps, DType dtype = kF64) {
  std::vector<Tensor> operands = {tensor_of(dtype, x, std::move(shape)),
                                  tensor_of(dtype, gamma)};
  if (!beta.empty()) operands.push_back(tensor_of(dtype, beta));
  return call_of(
      "layer_norm"_op, std::move(operands),
      epsilon(dtype, eps).flag(AttributeKey::kBiased, !beta.empty()));
}

TEST(Normalization, LayerNormByHand) {
  // Mean 3 and variance 4, as 4/2 and not 4/1.
  expect_same({-1, 1},
              numbers_in(execute(layer_norm({1, 5}, {1, 2}, {1, 1}, {}, 0))));
  expect_same(
      {-2 + 10, 3 + 20},
      numbers_in(execute(layer_norm({1, 5}, {2}, {2, 3}, {10, 20}, 0))));
  // epsilon is added to the variance: 1 + 3 under the root.
  expect_same(
      {-0.5, 0.5, 0.5, -0.5},
      numbers_in(execute(layer_norm({1, 3, 7, 5}, {2, 2}, {1, 1}, {}, 3))));
  expect_same({7}, numbers_in(execute(layer_norm({42}, {1, 1}, {5}, {7}, 1))));
}

TEST(Normalization, LayerNormIsThatOfALoop) {
  Numbers x;
  Numbers gamma;
  for (int i = 0; i < 24; ++i) x.push_back(std::sin(i) * 3 + 4096);
  for (int i = 0; i < 8; ++i) gamma.push_back(1 + i * 0.25);
  const auto y = numbers_in(execute(layer_norm(x, {3, 8}, gamma, {}, 1e-5)));
  for (std::size_t row = 0; row < 3; ++row) {
    long double mean = 0;
    long double variance = 0;
    for (std::size_t i = 0; i < 8; ++i) mean += x[8 * row + i] / 8.0L;
    for (std::size_t i = 0; i < 8; ++i)
      variance += (x[8 * row + i] - mean) * (x[8 * row + i] - mean) / 8;
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_NEAR(static_cast<double>((x[8 * row + i] - mean) /
                                      std::sqrt(variance + 1e-5L) * gamma[i]),
                  y[8 * row + i], 1e-14);
  }
}

TEST(Normalization, LayerNormKeepsRowsApart) {
  expect_same({kNan, kNan, -1, 1, kNan, kNan},
              numbers_in(execute(layer_norm({1, kNan, 1, 5, kInf, 1}, {3, 2},
                                            {1, 1}, {}, 0))));
  expect_same(
      {kNan, 1},
      numbers_in(execute(layer_norm({1, 5}, {1, 2}, {kNan, 1}, {}, 0))));
}

TEST(Normalization, LayerNormLeavesOpen) {
  const Answer flat = answer(layer_norm({2, 2}, {2}, {1, 1}, {}, 0, kF32));
  EXPECT_EQ(Freedom::kAny, flat.freedom[0]);
  const Answer far =
      answer(layer_norm({4096, 4096}, {2}, {1, 1}, {}, 1e-5, kF32));
  EXPECT_EQ(Freedom::kAny, far.freedom[0]);
  const Answer near = answer(layer_norm({64, 66}, {2}, {1, 1}, {}, 1e-5, kF32));
  EXPECT_TRUE(near.freedom.empty());
  // ((1 + |z|)·(n + 2)·m/s + |z|·(n + 16)) + 2·|r| with z = 1, m = 65, s = 1.
  EXPECT_NEAR(2 * 4 * 65 + 18 + 2, near.scale[0], 0.01);
  const Answer steps =
      answer(layer_norm({1, -1}, {2}, {3, 3}, {1, 1}, 0, kF32));
  EXPECT_NEAR(32 * 3 + 2 * 4 + 1, steps.scale[0], 1e-9);
  const Answer single = answer(layer_norm({9}, {1}, {2}, {1}, 1, kF32));
  EXPECT_EQ(0, single.roundings[0]);
}

Call batch_norm(const Numbers& x, Shape shape,
                const std::vector<Numbers>& parameters, double eps) {
  std::vector<Tensor> operands = {tensor_of(kF32, x, std::move(shape))};
  for (const Numbers& parameter : parameters)
    operands.push_back(tensor_of(kF32, parameter));
  return call_of("batch_norm"_op, std::move(operands), epsilon(kF32, eps));
}

TEST(Normalization, BatchNormByHand) {
  // Channel 0: (x - 1)/2·10 + 100. Channel 1: (x - 0)/1·1 - 1.
  const std::vector<Numbers> parameters = {{10, 1}, {100, -1}, {1, 0}, {3, 0}};
  expect_same(
      {100, 110, 0, 6},
      numbers_in(execute(batch_norm({1, 3, 1, 7}, {1, 2, 2}, parameters, 1))));
  expect_same(
      {105, 3, 95, -2},
      numbers_in(execute(batch_norm({2, 4, 0, -1}, {2, 2}, parameters, 1))));
  expect_same(
      {kNan, 3},
      numbers_in(execute(batch_norm({kNan, 4}, {1, 2}, parameters, 1))));
  const Answer right = answer(batch_norm({2, 4}, {1, 2}, parameters, 1));
  EXPECT_DOUBLE_EQ(8 * 10 * 3 / 2.0 + 400, right.scale[0]);
}

TEST(Normalization, BatchNormLeavesOpen) {
  const Answer open = answer(batch_norm(
      {2, 4, 5}, {1, 3}, {{1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, -1, 1}}, 0));
  EXPECT_EQ(
      (std::vector<Freedom>{Freedom::kAny, Freedom::kAny, Freedom::kNone}),
      open.freedom);
}

}  // namespace
}  // namespace assay::test
