// Tests inference of the pointwise family: the results, and every precondition
// broken once, with a control call that differs in that one thing.
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

TensorType pointwise_type(DType dtype) { return {dtype, {2, 3}}; }

Attributes clamp_bounds(DType dtype, double low, double high) {
  const auto element = [&](double value) {
    if (is_real(dtype))
      return ElementBits{encode_real(format_of(dtype), value), 0};
    const int unused = 64 - spec_of(dtype).bits;
    const auto integer = static_cast<std::int64_t>(value);
    return ElementBits{static_cast<std::uint64_t>(integer) << unused >> unused,
                       0};
  };
  return Attributes()
      .element(AttributeKey::kLow, element(low))
      .element(AttributeKey::kHigh, element(high));
}

TEST(InferPointwise, HasTheDTypesOfTheContract) {
  std::size_t cells = 0;
  for (const OpSpec* op : every_op()) {
    if (family_of(*op_named(op->name)).name != "pointwise") continue;
    ASSERT_EQ(1u, op->variants.size());
    EXPECT_TRUE(op->variants[0].optional.empty()) << op->name;
    for (const DTypeSpec& dtype : kDTypes)
      cells += op->variants[0].required.contains(dtype.dtype) ? 1 : 0;
  }
  EXPECT_EQ(65u, cells);
}

TEST(InferPointwise, GivesTheShapeOfTheOperands) {
  for (Op op : {"log1p"_op, "asinh"_op, "acosh"_op, "atanh"_op})
    expect_type(op, {f32({2, 0})}, {}, f32({2, 0}));
  expect_type("hypot"_op, {f32({}), f32({})}, {}, f32({}));
  expect_type("bitwise_not"_op, {pointwise_type(DType::kBool)}, {},
              pointwise_type(DType::kBool));
  for (Op op : {"is_nan"_op, "is_inf"_op})
    expect_type(op, {f32({2, 3})}, {}, pointwise_type(DType::kBool));
}

TEST(InferPointwise, WantsOperandsOfOneType) {
  const TensorType x = pointwise_type(DType::kInt8);
  for (Op op : {"shift_left"_op, "shift_right"_op}) {
    expect_type(op, {x, x}, {}, x);
    expect_broken(op, {x, {DType::kInt8, {3, 2}}}, {}, "pointwise.same_shape");
    expect_broken(op, {x, pointwise_type(DType::kInt16)}, {},
                  "pointwise.same_dtype");
  }
  expect_broken("hypot"_op, {f32({2}), f32({1})}, {}, "pointwise.same_shape");
}

TEST(InferPointwise, WantsBoundsInOrder) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  const auto accept = [](DType dtype, const Attributes& attributes) {
    expect_type("clamp"_op, {pointwise_type(dtype)}, attributes,
                pointwise_type(dtype));
  };
  const auto refuse = [](DType dtype, const Attributes& attributes,
                         std::string_view clause = "clamp.order") {
    expect_broken("clamp"_op, {pointwise_type(dtype)}, attributes, clause);
  };
  constexpr DType kFloat = DType::kFloat32;
  refuse(kFloat, {}, "clamp.bound_given");
  accept(kFloat, clamp_bounds(kFloat, -kInfinite, kInfinite));
  accept(kFloat, clamp_bounds(kFloat, 2, 2));
  accept(kFloat, clamp_bounds(kFloat, 0, -0.0));
  refuse(kFloat, clamp_bounds(kFloat, 2, 1));
  refuse(kFloat, clamp_bounds(kFloat, kNoNumber, 1));
  refuse(kFloat, clamp_bounds(kFloat, 1, kNoNumber));
  const ElementBits nan{quiet_nan_bits(kFormatFloat32), 0};
  for (AttributeKey key : {AttributeKey::kLow, AttributeKey::kHigh}) {
    accept(kFloat, Attributes().element(key, {}));
    refuse(kFloat, Attributes().element(key, nan));
  }
  accept(DType::kInt8, clamp_bounds(DType::kInt8, -5, 3));
  refuse(DType::kInt8, clamp_bounds(DType::kInt8, 3, -5));
  // The same bits are in order if they have no sign.
  accept(DType::kUint8, clamp_bounds(DType::kUint8, 3, -5));
  accept(DType::kUint64, clamp_bounds(DType::kUint64, 3, -5));
  refuse(DType::kUint64, clamp_bounds(DType::kUint64, -5, 3));
}

}  // namespace
}  // namespace assay
