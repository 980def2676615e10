// Tests inference of the linear layer and its gradients: the shapes of results,
// and preconditions broken once. tests/spec/precondition_test.cc breaks them on
// every cell.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

Attributes biased(bool is_biased) {
  return Attributes().flag(AttributeKey::kBiased, is_biased);
}

TEST(InferLinear, KeepsLeadingAxes) {
  expect_type("linear"_op, {f32({2, 5, 3}), f32({3, 4})}, biased(false),
              f32({2, 5, 4}));
  expect_type("linear"_op, {f32({3}), f32({3, 4}), f32({4})}, biased(true),
              f32({4}));
  expect_type("linear"_op, {f32({0, 3}), f32({3, 0})}, biased(false),
              f32({0, 0}));
  expect_type("linear_x_backward"_op, {f32({3, 4}), f32({2, 5, 4})}, {},
              f32({2, 5, 3}));
  expect_type("linear_x_backward"_op, {f32({3, 4}), f32({4})}, {}, f32({3}));
}

TEST(InferLinear, SumsOverLeadingAxes) {
  expect_type("linear_weight_backward"_op, {f32({2, 5, 3}), f32({2, 5, 4})}, {},
              f32({3, 4}));
  expect_type("linear_weight_backward"_op, {f32({3}), f32({4})}, {},
              f32({3, 4}));
  expect_type("bias_backward"_op, {f32({2, 5, 3})}, Attributes().axis(1),
              f32({5}));
}

TEST(InferLinear, NamesTheBrokenClause) {
  expect_broken("linear"_op, {f32({2, 3}), f32({4, 3})}, biased(false),
                "linear.inner");
  expect_broken("linear"_op, {f32({2, 3}), f32({3, 4}), f32({3})}, biased(true),
                "linear.inner");
  expect_broken("linear"_op, {f32({}), f32({3, 4})}, biased(false),
                "linear.rank");
  expect_broken("linear"_op, {f32({2, 3}), f32({1, 3, 4})}, biased(false),
                "linear.rank");
  expect_broken("linear"_op, {f32({3}), {DType::kInt32, {3, 4}}}, biased(false),
                "linear.same_dtype");
  expect_broken("linear_x_backward"_op, {f32({3, 4}), f32({2, 3})}, {},
                "linear_x_backward.inner");
  expect_broken("linear_weight_backward"_op, {f32({2, 3}), f32({1, 4})}, {},
                "linear_weight_backward.inner");
  expect_broken("linear_weight_backward"_op, {f32({2, 3}), f32({4})}, {},
                "linear_weight_backward.inner");
  expect_broken("bias_backward"_op, {f32({2, 3})}, Attributes().axis(2),
                "bias_backward.axis");
  expect_broken("bias_backward"_op, {f32({})}, Attributes().axis(0),
                "linear.rank");
}

}  // namespace
}  // namespace assay
