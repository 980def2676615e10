// Compares activations, layer_norm and batch_norm of float32 bit for bit with
// their formulas in long double, by the functions of the C library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Wide = long double;
constexpr DType kF32 = DType::kFloat32;

Numbers drawn(std::size_t count, double spread, std::uint32_t seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> distribution(0, spread);
  Numbers x(count);
  for (double& e : x) e = static_cast<float>(distribution(engine));
  return x;
}

void expect_bits(const std::vector<Wide>& expected, const Call& call) {
  const Numbers actual = numbers_in(execute(call));
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(static_cast<double>(static_cast<float>(expected[i])), actual[i])
        << name_of(call.op) << " [" << i << "]";
}

Attributes with(AttributeKey key, float value, Attributes attributes = {}) {
  return attributes.element(key, {encode_real(kFormatFloat32, value), 0});
}

using Formula = Wide (*)(Wide x, Wide y);

// Expects the formula of an op of one operand, or of two.
void expect_formula(Op op, Formula f, const Attributes& attributes = {}) {
  for (double spread : {0.3, 2.0, 20.0}) {
    const Numbers x = drawn(300, spread, 1);
    const Numbers y = drawn(300, 2, 2);
    std::vector<Tensor> operands = {tensor_of(kF32, x)};
    if (spec_of(op).signature.operands.size() == 2)
      operands.push_back(tensor_of(kF32, y));
    std::vector<Wide> expected;
    for (std::size_t i = 0; i < x.size(); ++i)
      expected.push_back(f(x[i], y[i]));
    expect_bits(expected, call_of(op, operands, attributes));
  }
}

Wide phi(Wide x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }
Wide density(Wide x) {
  return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0L));
}
Wide sigma(Wide x) { return 1 / (1 + std::exp(-x)); }

TEST(LongDouble, AgreesOnActivations) {
  expect_formula(
      "leaky_relu"_op, [](Wide x, Wide) { return x < 0 ? 0.25L * x : x; },
      with(AttributeKey::kNegativeSlope, 0.25F));
  expect_formula("prelu"_op, [](Wide x, Wide y) { return x < 0 ? y * x : x; });
  expect_formula("gelu"_op, [](Wide x, Wide) { return x * phi(x); });
  expect_formula("gelu_backward"_op,
                 [](Wide x, Wide y) { return y * (phi(x) + x * density(x)); });
  expect_formula("sigmoid"_op, [](Wide x, Wide) { return sigma(x); });
  expect_formula("sigmoid_backward"_op,
                 [](Wide x, Wide y) { return y * x * (1 - x); });
  expect_formula(
      "hard_sigmoid"_op,
      [](Wide x, Wide) { return std::clamp(0.375L * x + 0.5L, 0.0L, 1.0L); },
      with(AttributeKey::kAlpha, 0.375F, with(AttributeKey::kBeta, 0.5F)));
  expect_formula("log_sigmoid"_op, [](Wide x, Wide) {
    return std::min(x, 0.0L) - std::log1p(std::exp(-std::fabs(x)));
  });
  expect_formula("log_sigmoid_backward"_op,
                 [](Wide x, Wide y) { return y * sigma(-x); });
}

TEST(LongDouble, AgreesOnSoftmax) {
  for (std::size_t n : {1u, 5u, 200u})
    for (double spread : {0.5, 8.0}) {
      const Numbers x = drawn(n, spread, 3);
      for (Op op : {"softmax"_op, "softmin"_op, "log_softmax"_op}) {
        const Wide sign = op == "softmin"_op ? -1 : 1;
        Wide largest = sign * x[0];
        for (double e : x) largest = std::max<Wide>(largest, sign * e);
        Wide sum = 0;
        for (double e : x) sum += std::exp(sign * e - largest);
        std::vector<Wide> expected;
        for (double e : x)
          expected.push_back(op == "log_softmax"_op
                                 ? e - largest - std::log(sum)
                                 : std::exp(sign * e - largest) / sum);
        expect_bits(expected,
                    call_of(op, {tensor_of(kF32, x)}, Attributes().axis(0)));
      }
    }
}

TEST(LongDouble, AgreesOnNormalization) {
  const auto epsilon = with(AttributeKey::kEpsilon, 0.125F);
  const Numbers x = drawn(40, 3, 4);
  const Numbers gamma = drawn(8, 1, 5);
  const Numbers beta = drawn(8, 1, 6);
  std::vector<Wide> expected;
  for (std::size_t row = 0; row < 5; ++row) {
    Wide mean = 0;
    Wide variance = 0;
    for (std::size_t i = 0; i < 8; ++i) mean += x[8 * row + i] / 8.0L;
    for (std::size_t i = 0; i < 8; ++i)
      variance += (x[8 * row + i] - mean) * (x[8 * row + i] - mean) / 8;
    for (std::size_t i = 0; i < 8; ++i)
      expected.push_back((x[8 * row + i] - mean) /
                             std::sqrt(variance + 0.125L) * gamma[i] +
                         beta[i]);
  }
  Attributes attributes = epsilon;
  expect_bits(expected, call_of("layer_norm"_op,
                                {tensor_of(kF32, x, {5, 8}),
                                 tensor_of(kF32, gamma), tensor_of(kF32, beta)},
                                attributes.flag(AttributeKey::kBiased, true)));

  const Numbers mean = drawn(8, 1, 7);
  Numbers variance = drawn(8, 1, 8);
  for (double& e : variance) e = std::fabs(e);
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = (static_cast<Wide>(x[i]) - mean[i % 8]) /
                      std::sqrt(static_cast<Wide>(variance[i % 8]) + 0.125L) *
                      gamma[i % 8] +
                  beta[i % 8];
  expect_bits(expected,
              call_of("batch_norm"_op,
                      {tensor_of(kF32, x, {5, 8}), tensor_of(kF32, gamma),
                       tensor_of(kF32, beta), tensor_of(kF32, mean),
                       tensor_of(kF32, variance)},
                      epsilon));
}

}  // namespace
}  // namespace assay::test
