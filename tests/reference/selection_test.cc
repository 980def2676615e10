// Tests indexed reads and updates against elements listed by hand.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr Op kSelect = "select"_op;
constexpr Op kSelectUpdate = "select_update"_op;
constexpr Op kGatherNd = "gather_nd"_op;
constexpr Op kScatterNd = "scatter_nd"_op;
constexpr Op kScatterReduce = "scatter_reduce"_op;
constexpr Op kEmbedding = "embedding"_op;
constexpr Op kEmbeddingBackward = "embedding_backward"_op;

Tensor floats(const Numbers& numbers, Shape shape) {
  return tensor_of(DType::kFloat32, numbers, std::move(shape));
}
Tensor places(const Numbers& numbers, Shape shape) {
  return tensor_of(DType::kInt32, numbers, std::move(shape));
}
Tensor bools(const Numbers& numbers, Shape shape) {
  return tensor_of(DType::kBool, numbers, std::move(shape));
}

TEST(SelectionTest, SelectReadsPlacesOfAnAxis) {
  const Tensor x = floats({0, 1, 2, 3, 4, 5}, {2, 3});
  expect_same({2, 0, 2, 5, 3, 5},
              numbers_in(execute(call_of(kSelect, {x, places({2, 0, 2}, {3})},
                                         Attributes().axis(1)))));
  expect_same({3, 4, 5},
              numbers_in(execute(call_of(kSelect, {x, places({1}, {1})},
                                         Attributes().axis(0)))));
}

TEST(SelectionTest, GatherNdReadsSlicesByTheirCoordinates) {
  const Tensor x = floats({0, 1, 2, 3, 4, 5}, {2, 3});
  const auto read = [&](const Numbers& rows, Shape shape) {
    return execute(call_of(kGatherNd, {x, places(rows, std::move(shape))}));
  };
  expect_same({3, 4, 5, 0, 1, 2}, numbers_in(read({1, 0}, {2, 1})));
  expect_same({5, 1}, numbers_in(read({1, 2, 0, 1}, {2, 2})));
  EXPECT_EQ(read({1, 2, 0, 1}, {2, 1, 2}).view.shape(), (Shape{2, 1}));
  EXPECT_EQ(read({1, 2}, {2}).view.shape(), Shape{});
}

TEST(SelectionTest, EmbeddingReadsRows) {
  const Tensor weights = floats({0, 1, 2, 3, 4, 5}, {3, 2});
  const Tensor y =
      execute(call_of(kEmbedding, {weights, places({2, 0, 2, 1}, {2, 2})}));
  EXPECT_EQ(y.view.shape(), (Shape{2, 2, 2}));
  expect_same({4, 5, 0, 1, 4, 5, 2, 3}, numbers_in(y));
}

TEST(SelectionTest, SelectUpdateAddsEveryValue) {
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {2, 3});
  const Tensor y = execute(call_of(
      kSelectUpdate,
      {x, places({2, 0, 2}, {3}), floats({10, 20, 30, 40, 50, 60}, {2, 3})},
      Attributes().axis(1).update(UpdateMode::kAdd)));
  expect_same({21, 2, 43, 54, 5, 106}, numbers_in(y));
  expect_same({1, 2, 3, 4, 5, 6}, numbers_in(x));
  expect_same({1, 1, 0}, numbers_in(execute(call_of(
                             kSelectUpdate,
                             {bools({1, 0, 0}, {3}), places({1, 0, 1, 2}, {4}),
                              bools({1, 0, 0, 0}, {4})},
                             Attributes().axis(0).update(UpdateMode::kOr)))));
}

TEST(SelectionTest, SelectUpdateWrapsIntegers) {
  expect_same({-126, 5},
              numbers_in(execute(call_of(
                  kSelectUpdate,
                  {tensor_of(DType::kInt8, Numbers{127, 5}),
                   places({0, 0}, {2}), tensor_of(DType::kInt8, Numbers{1, 2})},
                  Attributes().axis(0).update(UpdateMode::kAdd)))));
}

TEST(SelectionTest, ScatterNdUpdatesSlices) {
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {3, 2});
  const auto updated = [&](UpdateMode mode, const Numbers& rows, Shape shape,
                           const Tensor& values) {
    return numbers_in(
        execute(call_of(kScatterNd, {x, places(rows, std::move(shape)), values},
                        Attributes().update(mode))));
  };
  expect_same({9, 8, 3, 4, 7, 6}, updated(UpdateMode::kAssign, {2, 0}, {2, 1},
                                          floats({7, 6, 9, 8}, {2, 2})));
  expect_same({1, 2, 3, 34, 5, 6}, updated(UpdateMode::kAdd, {1, 1, 1, 1},
                                           {2, 2}, floats({10, 20}, {2})));
  expect_same({1, 2, 13, 24, 5, 6},
              updated(UpdateMode::kAdd, {1}, {1}, floats({10, 20}, {2})));
}

TEST(SelectionTest, ScatterReduceTakesOneIndexForEachUpdate) {
  expect_same({0, 1, 0, 1, 0, 1},
              numbers_in(execute(
                  call_of(kScatterReduce,
                          {bools({0, 0, 0, 1, 0, 0}, {2, 3}),
                           places({1, 2, 1, 2, 0, 2}, {2, 3}),
                           bools({1, 0, 1, 1, 0, 0}, {2, 3})},
                          Attributes().axis(1).update(UpdateMode::kOr)))));
}

TEST(SelectionTest, EmbeddingGradientsSumRows) {
  const Tensor weights = floats({kNan, kNan, kNan, kNan, kNan, kNan}, {3, 2});
  expect_same(
      {4, 5, 0, 0, 8, 10},
      numbers_in(execute(call_of(kEmbeddingBackward,
                                 {weights, floats({1, 2, 4, 5, 7, 8}, {3, 2}),
                                  places({2, 0, 2}, {3})}))));
  const Tensor half = tensor_of(DType::kFloat16, Numbers{0, 0}, {2, 1});
  expect_same(
      {0, 2304},
      numbers_in(execute(call_of(
          kEmbeddingBackward,
          {half, tensor_of(DType::kFloat16, Numbers(2304, 1), {2304, 1}),
           places(Numbers(2304, 1), {2304})}))));
}

TEST(SelectionTest, RejectsIndicesOutOfRange) {
  const Tensor x = floats({0, 1, 2}, {3});
  for (double index : {-1.0, 3.0}) {
    const auto made = Reference().execute(
        call_of(kSelect, {x, places({index}, {1})}, Attributes().axis(0)));
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.status().code, StatusCode::kInvalid);
    EXPECT_EQ(made.status().kind, "selection.range");
  }
}

}  // namespace
}  // namespace assay::test
