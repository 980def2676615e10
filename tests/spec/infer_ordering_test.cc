// Tests inference of sorts with indices and of largest elements. Broken calls
// of every precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

Attributes ordered_along(std::int64_t axis, DType index) {
  return Attributes().axis(axis).set(AttributeKey::kIndexDType,
                                     {static_cast<std::int64_t>(index)});
}

TEST(InferOrdering, GivesValuesAndIndicesOfOneShape) {
  const TensorType x{DType::kUint8, {2, 5}};
  for (DType index : {DType::kInt32, DType::kInt64}) {
    const auto sorted =
        infer("sort_with_indices"_op, {&x, 1},
              ordered_along(0, index).descending(true), DType::kFloat32);
    ASSERT_TRUE(sorted.ok()) << sorted.status().message;
    EXPECT_EQ(*sorted, (std::vector<TensorType>{x, {index, {2, 5}}}));
    for (std::int64_t k : {0, 3, 5}) {
      const auto largest = infer(
          "topk"_op, {&x, 1},
          ordered_along(1, index).set(AttributeKey::kK, {k}), DType::kFloat32);
      ASSERT_TRUE(largest.ok()) << largest.status().message;
      EXPECT_EQ(*largest, (std::vector<TensorType>{{DType::kUint8, {2, k}},
                                                   {index, {2, k}}}));
    }
  }
}

TEST(InferOrdering, RejectsMoreThanThereAre) {
  test::expect_broken(
      "topk"_op, {test::f32({2, 0})},
      ordered_along(1, DType::kInt32).set(AttributeKey::kK, {1}), "topk.k");
}

}  // namespace
}  // namespace assay
