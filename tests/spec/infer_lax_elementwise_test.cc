// Tests inference of the elementwise ops of lax and of convert: the results,
// the variants by ranks, and every precondition broken once.
#include <gtest/gtest.h>

#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

const TensorType kPred = {DType::kBool, {2, 3}};
const TensorType kOnePred = {DType::kBool, {}};

TEST(InferLaxElementwise, ModulusHasTheDTypeOfTheParts) {
  expect_type("abs_real"_op, {{DType::kComplex64, {2, 0}}}, {}, f32({2, 0}));
  expect_type("abs_real"_op, {{DType::kComplex128, {}}}, {},
              {DType::kFloat64, {}});
  const Variant& variant = spec_of("abs_real"_op).variants[0];
  EXPECT_EQ(Need::kRequired, need_of("abs_real"_op, variant, DType::kComplex64,
                                     DType::kFloat32));
  EXPECT_EQ(Need::kNone, need_of("abs_real"_op, variant, DType::kComplex64,
                                 DType::kFloat64));
}

TEST(InferLaxElementwise, BoundsHaveTheShapeOrRankZero) {
  for (const TensorType& low : {f32({2, 3}), f32({})})
    for (const TensorType& high : {f32({2, 3}), f32({})}) {
      expect_type("clamp_general"_op, {f32({2, 3}), low, high}, {},
                  f32({2, 3}));
      const TensorType operands[] = {f32({2, 3}), low, high};
      EXPECT_EQ(
          low.shape.empty() || high.shape.empty() ? "scalar" : "",
          cell_of("clamp_general"_op, operands, {}, std::nullopt).variant);
    }
  const TensorType scalars[] = {f32({}), f32({}), f32({})};
  EXPECT_EQ("", cell_of("clamp_general"_op, scalars, {}, std::nullopt).variant);
  for (const Shape& wrong : {Shape{3}, Shape{1}, Shape{1, 3}, Shape{2, 1}}) {
    expect_broken("clamp_general"_op, {f32({2, 3}), f32(wrong), f32({})}, {},
                  "clamp_general.shape");
    expect_broken("clamp_general"_op, {f32({2, 3}), f32({2, 3}), f32(wrong)},
                  {}, "clamp_general.shape");
  }
  expect_broken("clamp_general"_op,
                {f32({2, 3}), {DType::kFloat64, {}}, f32({})}, {},
                "elementwise.same_dtype");
}

TEST(InferLaxElementwise, PredicatesHaveTheShapeOrRankZero) {
  expect_type("select_general"_op, {kPred, f32({2, 3}), f32({2, 3})}, {},
              f32({2, 3}));
  expect_type("select_general"_op, {kOnePred, f32({2, 3}), f32({2, 3})}, {},
              f32({2, 3}));
  const TensorType scalar[] = {kOnePred, f32({2, 3}), f32({2, 3})};
  const TensorType all_scalar[] = {kOnePred, f32({}), f32({})};
  EXPECT_EQ("scalar",
            cell_of("select_general"_op, scalar, {}, std::nullopt).variant);
  EXPECT_EQ("",
            cell_of("select_general"_op, all_scalar, {}, std::nullopt).variant);
  expect_broken("select_general"_op,
                {{DType::kBool, {3}}, f32({2, 3}), f32({2, 3})}, {},
                "select_general.shape");
  expect_broken("select_general"_op, {kPred, f32({2, 3}), f32({})}, {},
                "select_general.shape");
  expect_broken("select_general"_op,
                {{DType::kInt8, {2, 3}}, f32({2, 3}), f32({2, 3})}, {},
                "select_general.pred");
  expect_broken("select_general"_op,
                {kPred, f32({2, 3}), {DType::kFloat64, {2, 3}}}, {},
                "elementwise.same_dtype");
}

TEST(InferLaxElementwise, ConvertLetsEveryPairThrough) {
  for (const DTypeSpec& from : kDTypes)
    for (const DTypeSpec& to : kDTypes)
      expect_type("convert"_op, {{from.dtype, {4, 0}}}, {}, {to.dtype, {4, 0}},
                  to.dtype);
}

}  // namespace
}  // namespace assay
