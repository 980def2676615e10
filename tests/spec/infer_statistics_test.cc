// Tests inference of the statistics family: shapes and dtypes of results.
// Broken calls of every precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

Attributes reduced_over(std::vector<std::int64_t> axes, bool keepdims) {
  return Attributes().axes(std::move(axes)).keepdims(keepdims);
}

TEST(InferStatistics, ReducedAxesGoOrStayWithExtentOne) {
  for (Op op : {"mean"_op, "max_abs"_op}) {
    expect_type(op, {f32({2, 3, 4})}, reduced_over({2, 0}, false), f32({3}));
    expect_type(op, {f32({2, 3, 4})}, reduced_over({2, 0}, true),
                f32({1, 3, 1}));
    expect_type(op, {f32({2, 3})}, reduced_over({}, true), f32({2, 3}));
    expect_type(op, {f32({})}, reduced_over({}, false), f32({}));
    expect_type(op, {f32({2, 0})}, reduced_over({1}, false), f32({2}));
    expect_broken(op, {f32({2, 3})}, reduced_over({0, 0}, false),
                  "statistics.axes_valid");
  }
}

TEST(InferStatistics, TestsOfTruthGiveBools) {
  for (Op op : {"any"_op, "all"_op})
    for (DType dtype : {DType::kBool, DType::kUint8, DType::kFloat16})
      expect_type(op, {{dtype, {2, 3}}}, reduced_over({1}, true),
                  {DType::kBool, {2, 1}});
}

TEST(InferStatistics, MeansOfIntegersNeedAnElement) {
  const Attributes last = reduced_over({1}, false);
  expect_broken("mean"_op, {{DType::kInt32, {2, 0}}}, last,
                "statistics.divisor");
  expect_type("mean"_op, {{DType::kInt32, {0, 2}}}, last, {DType::kInt32, {0}});
  expect_type("mean"_op, {f32({2, 0})}, last, f32({2}));
}

TEST(InferStatistics, ExtremaComeWithIndicesOfTheAskedDType) {
  const auto along = [](std::int64_t axis, bool keepdims, DType index) {
    return Attributes().axis(axis).keepdims(keepdims).set(
        AttributeKey::kIndexDType, {static_cast<std::int64_t>(index)});
  };
  for (Op op : {"max_with_index"_op, "min_with_index"_op}) {
    for (DType index : {DType::kInt8, DType::kInt32, DType::kInt64}) {
      const test::Types x = {{DType::kUint16, {2, 3}}};
      const auto types = infer(op, x, along(0, false, index), DType::kFloat32);
      ASSERT_TRUE(types.ok()) << types.status().message;
      EXPECT_EQ(*types, (test::Types{{DType::kUint16, {3}}, {index, {3}}}));
    }
    expect_broken(op, {f32({2})}, along(0, false, DType::kUint64),
                  "statistics.index_integer");
    expect_broken(op, {f32({})}, along(0, true, DType::kInt32),
                  "statistics.axes_valid");
  }
}

TEST(InferStatistics, CrossProductsKeepTheShape) {
  const auto by = [](std::int64_t axis) { return Attributes().axis(axis); };
  expect_type("cross"_op, {f32({3, 2}), f32({3, 2})}, by(0), f32({3, 2}));
  expect_type("cross"_op, {f32({0, 3}), f32({0, 3})}, by(1), f32({0, 3}));
  expect_broken("cross"_op, {f32({3, 2}), f32({3, 2})}, by(1), "cross.extent");
  expect_broken("cross"_op, {f32({3}), f32({3, 3})}, by(0), "cross.same_shape");
}

}  // namespace
}  // namespace assay
