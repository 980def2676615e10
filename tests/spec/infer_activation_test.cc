// Tests inference of activations, layer_norm and batch_norm: the results, and
// every precondition broken once, with a control call that differs in that one
// thing.
#include <gtest/gtest.h>

#include <limits>

#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

Attributes with(AttributeKey key, double value) {
  return Attributes().element(key, {encode_real(kFormatFloat32, value), 0});
}

TEST(InferActivation, HasTheDTypesOfTheContract) {
  for (const OpSpec* op : every_op()) {
    const std::string_view family = family_of(*op_named(op->name)).name;
    if (family != "activation" && family != "normalization") continue;
    EXPECT_EQ(kWideFloats, op->variants[0].required) << op->name;
    EXPECT_EQ(op->name == "relu" ? kWideIntegers : DTypeSet(),
              op->variants[0].optional)
        << op->name;
  }
}

TEST(InferActivation, ByElement) {
  expect_type("relu"_op, {f32({2, 3})}, {}, f32({2, 3}));
  expect_type("gelu_backward"_op, {f32({}), f32({})}, {}, f32({}));
  expect_broken("prelu"_op, {f32({2}), f32({1})}, {}, "activation.same_shape");
  expect_broken("prelu"_op, {f32({2}), {DType::kFloat64, {2}}}, {},
                "activation.same_dtype");
  expect_type(
      "hard_sigmoid"_op, {f32({0})},
      with(AttributeKey::kAlpha, 1).element(AttributeKey::kBeta, ElementBits{}),
      f32({0}));
}

TEST(InferActivation, SlopesAreFinite) {
  constexpr AttributeKey kSlope = AttributeKey::kNegativeSlope;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  expect_type("leaky_relu"_op, {f32({2})}, with(kSlope, -2), f32({2}));
  for (double slope : {kInfinite, -kInfinite, kInfinite - kInfinite})
    expect_broken("leaky_relu"_op, {f32({2})}, with(kSlope, slope),
                  "leaky_relu.slope");
}

TEST(InferActivation, AlongAnAxis) {
  for (Op op : {"softmax"_op, "softmin"_op, "log_softmax"_op}) {
    expect_type(op, {f32({2, 0})}, Attributes().axis(1), f32({2, 0}));
    for (std::int64_t axis : {-1, 2})
      expect_broken(op, {f32({2, 0})}, Attributes().axis(axis),
                    "activation.axis_valid");
    expect_broken(op, {f32({})}, Attributes().axis(0), "activation.axis_valid");
  }
}

TEST(InferNormalization, LayerNorm) {
  const auto plain =
      with(AttributeKey::kEpsilon, 1).flag(AttributeKey::kBiased, false);
  const auto biased =
      with(AttributeKey::kEpsilon, 1).flag(AttributeKey::kBiased, true);
  const std::string_view clause = "layer_norm.extents";
  expect_type("layer_norm"_op, {f32({2, 3}), f32({3})}, plain, f32({2, 3}));
  expect_type("layer_norm"_op, {f32({0}), f32({0}), f32({0})}, biased,
              f32({0}));
  expect_broken("layer_norm"_op, {f32({}), f32({1})}, plain, clause);
  expect_broken("layer_norm"_op, {f32({2, 3}), f32({2})}, plain, clause);
  expect_broken("layer_norm"_op, {f32({2, 3}), f32({3}), f32({1, 3})}, biased,
                clause);
  expect_broken("layer_norm"_op, {f32({2, 3}), {DType::kFloat64, {3}}}, plain,
                "normalization.same_dtype");
}

TEST(InferNormalization, BatchNorm) {
  const auto epsilon = with(AttributeKey::kEpsilon, 1);
  const auto call = [](Shape x, Shape last) {
    return test::Types{f32(std::move(x)), f32({3}), f32({3}), f32({3}),
                       f32(std::move(last))};
  };
  const std::string_view clause = "batch_norm.extents";
  expect_type("batch_norm"_op, call({0, 3, 2}, {3}), epsilon, f32({0, 3, 2}));
  expect_type("batch_norm"_op, call({4, 3}, {3}), epsilon, f32({4, 3}));
  expect_broken("batch_norm"_op, call({3}, {3}), epsilon, clause);
  expect_broken("batch_norm"_op, call({2, 3, 0}, {3}), epsilon, clause);
  expect_broken("batch_norm"_op, call({2, 3}, {2}), epsilon, clause);
  expect_broken("batch_norm"_op, call({2, 2}, {3}), epsilon, clause);
}

}  // namespace
}  // namespace assay
