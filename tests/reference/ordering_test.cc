// Tests sorts with indices and largest elements against orders listed by hand.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr Op kSortPairs = "sort_with_indices"_op;
constexpr Op kTopk = "topk"_op;

Attributes along_axis(std::int64_t axis) {
  return Attributes().axis(axis).set(
      AttributeKey::kIndexDType, {static_cast<std::int64_t>(DType::kInt64)});
}
Attributes largest(std::int64_t axis, std::int64_t k) {
  return along_axis(axis).set(AttributeKey::kK, {k});
}

// Expects the values and the indices of a call.
void expect_order(const Call& call, const Numbers& values,
                  const Numbers& indices, const Profile& profile = kNx) {
  execute(call, profile);
  expect_same(values, numbers_in(call.outs[0]));
  expect_same(indices, numbers_in(call.outs[1]));
}

TEST(OrderingTest, SortsInBothDirections) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{3, kNan, 1, 2}, {4});
  expect_order(call_of(kSortPairs, {x}, along_axis(0).descending(false)),
               {1, 2, 3, kNan}, {2, 3, 0, 1});
  expect_order(call_of(kSortPairs, {x}, along_axis(0).descending(true)),
               {3, 2, 1, kNan}, {0, 3, 2, 1});
  expect_order(call_of(kSortPairs, {x}, along_axis(0).descending(true)),
               {kNan, 3, 2, 1}, {1, 0, 3, 2},
               kNx.with("sort.nan=greatest"_policy));
}

TEST(OrderingTest, SortsEachSliceOfItsAxis) {
  const Tensor x = tensor_of(DType::kInt8, Numbers{3, -1, 2, 5}, {2, 2});
  expect_order(call_of(kSortPairs, {x}, along_axis(0).descending(false)),
               {2, -1, 3, 5}, {1, 0, 0, 1});
}

TEST(OrderingTest, TakesTheLargestFirst) {
  const Tensor x = tensor_of(DType::kInt32, Numbers{4, 7, 7, 1, 7}, {5});
  expect_order(call_of(kTopk, {x}, largest(0, 2)), {7, 7}, {1, 2});
  expect_order(call_of(kTopk, {x}, largest(0, 5)), {7, 7, 7, 4, 1},
               {1, 2, 4, 0, 3});
  EXPECT_EQ(call_of(kTopk, {x}, largest(0, 0)).outs[0].view.shape(), Shape{0});
}

TEST(OrderingTest, TakesNanLast) {
  const Tensor x = tensor_of(DType::kFloat64, Numbers{kNan, 1, kNan, 5}, {4});
  expect_order(call_of(kTopk, {x}, largest(0, 3)), {5, 1, kNan}, {3, 1, 0});
  const auto permitted = answer(call_of(kTopk, {x}, largest(0, 3))).about(1);
  ASSERT_EQ(permitted.alternatives.size(), 1u);
  EXPECT_EQ(permitted.alternatives[0].position, 2);
}

TEST(OrderingTest, LeavesTiesOpenAsTheClausesSay) {
  const Tensor zeros = tensor_of(DType::kFloat32, Numbers{-0.0, 0.0, 2}, {3});
  const Answer sorted =
      answer(call_of(kSortPairs, {zeros}, along_axis(0).descending(false)));
  EXPECT_EQ(sorted.interchangeable,
            (std::vector<std::vector<std::int64_t>>{{0, 1}}));
  EXPECT_EQ(sorted.about(1).interchangeable, sorted.interchangeable);
  const Answer taken = answer(call_of(kTopk, {zeros}, largest(0, 2)));
  EXPECT_EQ(taken.freedom[1], Freedom::kZeroSign);
  EXPECT_EQ(taken.about(1).alternatives.front().elements.size(), 2u);
  // All are taken, so each stands once.
  const Answer whole = answer(call_of(kTopk, {zeros}, largest(0, 3)));
  EXPECT_EQ(whole.interchangeable,
            (std::vector<std::vector<std::int64_t>>{{1, 2}}));
  EXPECT_TRUE(whole.about(1).alternatives.empty());

  const Tensor ties = tensor_of(DType::kInt32, Numbers{7, 7, 1}, {3});
  const Call call = call_of(kTopk, {ties}, largest(0, 1));
  EXPECT_TRUE(answer(call).about(1).alternatives.empty());
  EXPECT_EQ(answer(call, kNx.with("topk.tie=any"_policy))
                .about(1)
                .alternatives.front()
                .elements.size(),
            2u);
}

}  // namespace
}  // namespace assay::test
