// Tests inference of the movement ops of lax: shapes, and extreme attributes.
// Broken calls of every precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include <limits>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using List = Attributes::Integers;

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

Attributes to_dims(Shape shape, List dims) {
  return Attributes()
      .shape(std::move(shape))
      .set(AttributeKey::kBroadcastDims, std::move(dims));
}
Attributes from_to_by(List starts, List limits, List strides) {
  return Attributes()
      .set(AttributeKey::kStarts, std::move(starts))
      .set(AttributeKey::kLimits, std::move(limits))
      .set(AttributeKey::kStrides, std::move(strides));
}
Attributes padded_edges(List low, List high, List interior,
                        ElementBits value = {}) {
  return Attributes()
      .set(AttributeKey::kEdgeLow, std::move(low))
      .set(AttributeKey::kEdgeHigh, std::move(high))
      .set(AttributeKey::kInterior, std::move(interior))
      .value(value);
}
Attributes along_axes(std::int64_t a, std::int64_t b) {
  return Attributes()
      .set(AttributeKey::kAxisA, {a})
      .set(AttributeKey::kAxisB, {b});
}

TEST(InferLaxMovement, BroadcastsHaveTheShapeAskedFor) {
  constexpr Op kOp = "broadcast_in_dim"_op;
  expect_type(kOp, {f32({2, 1})}, to_dims({3, 2, 4}, {1, 2}), f32({3, 2, 4}));
  expect_type(kOp, {f32({2, 1})}, to_dims({4, 3, 2}, {2, 0}), f32({4, 3, 2}));
  expect_type(kOp, {f32({})}, to_dims({2, 0}, {}), f32({2, 0}));
  expect_type(kOp, {f32({1})}, to_dims({0}, {0}), f32({0}));
  expect_broken(kOp, {f32({2})}, to_dims({0}, {0}), "broadcast_in_dim.extents");
  expect_broken(kOp, {f32({2})}, to_dims({}, {0}), "broadcast_in_dim.dims");
  expect_broken(kOp, {f32({1})}, to_dims({2}, {kHighest}),
                "broadcast_in_dim.dims");
}

TEST(InferLaxMovement, SlicesRoundTheirExtentsUp) {
  constexpr Op kOp = "slice_general"_op;
  expect_type(kOp, {f32({10, 9})}, from_to_by({2, 0}, {8, 9}, {4, 2}),
              f32({2, 5}));
  expect_type(kOp, {f32({10})}, from_to_by({0}, {10}, {kHighest}), f32({1}));
  expect_type(kOp, {f32({10})}, from_to_by({10}, {10}, {kHighest}), f32({0}));
  expect_type(kOp, {f32({})}, from_to_by({}, {}, {}), f32({}));
  expect_broken(kOp, {f32({10})}, from_to_by({kLowest}, {10}, {1}),
                "slice_general.bounds");
  expect_broken(kOp, {f32({10})}, from_to_by({11}, {11}, {1}),
                "slice_general.bounds");
  expect_broken(kOp, {f32({10})}, from_to_by({0}, {10}, {kLowest}),
                "slice_general.stride_positive");
}

TEST(InferLaxMovement, PadsCountEdgesAndGaps) {
  constexpr Op kOp = "pad_general"_op;
  expect_type(kOp, {f32({3, 2})}, padded_edges({1, -2}, {2, 1}, {2, 3}),
              f32({10, 4}));
  expect_type(kOp, {f32({0})}, padded_edges({1}, {2}, {5}), f32({3}));
  expect_type(kOp, {f32({1})}, padded_edges({0}, {0}, {kHighest}), f32({1}));
  expect_type(kOp, {f32({2})}, padded_edges({-kHighest}, {0}, {kHighest}),
              f32({2}));
  expect_type(kOp, {f32({3})}, padded_edges({-3}, {0}, {0}), f32({0}));
  expect_broken(kOp, {f32({3})}, padded_edges({-4}, {0}, {0}),
                "pad_general.extent_not_negative");
  expect_broken(kOp, {f32({3})}, padded_edges({kLowest}, {kLowest}, {0}),
                "pad_general.extent_not_negative");
  // Too many elements break no clause.
  const TensorType x = f32({3});
  for (const Attributes& huge : {padded_edges({kHighest}, {kHighest}, {0}),
                                 padded_edges({0}, {0}, {kHighest})}) {
    const auto types = infer(kOp, {&x, 1}, huge, DType::kFloat32);
    ASSERT_FALSE(types.ok());
    EXPECT_EQ(types.status().kind, "");
  }
}

TEST(InferLaxMovement, ThePadValueSelectsTheVariant) {
  const auto variant = [](ElementBits value) {
    return variant_of("pad_general"_op, padded_edges({}, {}, {}, value)).name;
  };
  EXPECT_EQ(variant({0, 0}), "zero");
  EXPECT_EQ(variant({1, 0}), "value");
  EXPECT_EQ(variant({0, 1}), "value");
  EXPECT_EQ(variant({0x8000'0000, 0}), "value");  // -0 in float32
}

TEST(InferLaxMovement, DiagonalsLoseAndGainAnAxis) {
  expect_type("extract_diagonal"_op, {f32({2, 3, 4, 3})}, along_axes(1, 3),
              f32({2, 3, 4}));
  expect_type("extract_diagonal"_op, {f32({3, 2, 4, 3})}, along_axes(3, 0),
              f32({2, 4, 3}));
  expect_type("extract_diagonal"_op, {f32({0, 0})}, along_axes(0, 1), f32({0}));
  expect_type("embed_diagonal"_op, {f32({2, 3})}, along_axes(0, 2),
              f32({2, 3, 2}));
  expect_type("embed_diagonal"_op, {f32({2, 3})}, along_axes(1, 0),
              f32({3, 2, 3}));
  expect_type("embed_diagonal"_op, {f32({2, 3})}, along_axes(0, 0),
              f32({2, 2, 3}));
  expect_type("embed_diagonal"_op, {f32({5})}, along_axes(0, 1), f32({5, 5}));
  expect_broken("embed_diagonal"_op, {f32({})}, along_axes(0, 0),
                "embed_diagonal.axes");
}

TEST(InferLaxMovement, TrianglesKeepTheShape) {
  for (Op op : {"tril"_op, "triu"_op})
    for (std::int64_t k : {kLowest, std::int64_t{0}, kHighest})
      expect_type(op, {f32({2, 0, 3})}, Attributes().set(AttributeKey::kK, {k}),
                  f32({2, 0, 3}));
}

}  // namespace
}  // namespace assay
