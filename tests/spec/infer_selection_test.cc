// Tests inference of indexed reads and updates: shapes, dtypes and variants.
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
using test::i32;

TEST(InferSelection, SelectHasThePlacesOfItsList) {
  const Attributes axis = Attributes().axis(1);
  expect_type("select"_op, {f32({2, 3, 4}), i32({7})}, axis, f32({2, 7, 4}));
  expect_type("select"_op, {f32({2, 0}), i32({0})}, axis, f32({2, 0}));
  expect_broken("select"_op, {f32({2, 3}), i32({})}, axis, "select.indices");
}

TEST(InferSelection, GatherNdHasLeadingAxesThenTheRest) {
  constexpr Op kGather = "gather_nd"_op;
  expect_type(kGather, {f32({2, 3, 4}), i32({5, 6, 2})}, {}, f32({5, 6, 4}));
  expect_type(kGather, {f32({2, 3}), i32({2})}, {}, f32({}));
  expect_type(kGather, {f32({2, 3}), i32({0, 1})}, {}, f32({0, 3}));
  expect_broken(kGather, {f32({2, 3}), i32({4, 3})}, {},
                "gather_nd.coordinates");
}

TEST(InferSelection, EmbeddingsHaveARowForEachWord) {
  expect_type("embedding"_op, {f32({9, 4}), i32({})}, {}, f32({4}));
  expect_type("embedding"_op, {f32({9, 4}), i32({2, 3})}, {}, f32({2, 3, 4}));
  expect_type("embedding_backward"_op,
              {f32({9, 4}), f32({2, 3, 4}), i32({2, 3})}, {}, f32({9, 4}));
  expect_broken("embedding_backward"_op, {f32({9, 4}), f32({4}), i32({1})}, {},
                "embedding_backward.shape");
}

TEST(InferSelection, UpdatesHaveTheTypeOfX) {
  const Attributes add = Attributes().axis(0).update(UpdateMode::kAdd);
  expect_type("select_update"_op, {f32({5, 2}), i32({3}), f32({3, 2})}, add,
              f32({5, 2}));
  expect_type("scatter_nd"_op, {f32({5, 2}), i32({3, 1}), f32({3, 2})},
              Attributes().update(UpdateMode::kAssign), f32({5, 2}));
  const TensorType x{DType::kBool, {5, 2}};
  const TensorType updates{DType::kBool, {7, 2}};
  expect_type("scatter_reduce"_op, {x, i32({7, 2}), updates},
              Attributes().axis(0).update(UpdateMode::kOr), x);
}

TEST(InferSelection, VariantsFollowTheUpdate) {
  const auto variant = [](Op op, UpdateMode mode) {
    return variant_of(op, Attributes().axis(0).update(mode)).name;
  };
  EXPECT_EQ(variant("select_update"_op, UpdateMode::kAdd), "add");
  EXPECT_EQ(variant("select_update"_op, UpdateMode::kOr), "or");
  EXPECT_EQ(variant("scatter_nd"_op, UpdateMode::kAssign), "assign");
  EXPECT_EQ(variant("scatter_nd"_op, UpdateMode::kAdd), "add");
  EXPECT_EQ(variant("scatter_reduce"_op, UpdateMode::kOr), "or");
  expect_broken("select_update"_op, {f32({5}), i32({3}), f32({3})},
                Attributes().axis(0).update(UpdateMode::kAssign),
                "selection.update");
}

}  // namespace
}  // namespace assay
