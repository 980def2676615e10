// Tests that the calls of ordering cases keep the preconditions, sort along
// every axis in both directions, and ask for none, some and all elements.
#include <gtest/gtest.h>

#include <set>

#include "harness/families/drawn_families.h"
#include "harness/frontend/ordering_rows.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kOrderedCalls[] = {"sort_with_indices"_op, "topk"_op};

constexpr DType kOrderedDTypes[] = {DType::kFloat16};

template <typename Check>
void each_ordering_call(Check check) {
  for (const ClauseCase& row : ordering_rows())
    test::each_drawn_call(kOrderedCalls, kOrderedDTypes, row, check);
}

TEST(DrawnOrdering, KeepThePreconditionsAndVary) {
  std::set<std::int64_t> axes;
  std::set<bool> directions;
  std::set<int> counts;
  each_ordering_call([&](const CallWish& wish, const DrawnCall& call) {
    const TensorType x{wish.cell.dtype, call.operands[0].shape};
    EXPECT_TRUE(infer(wish.cell.op, {&x, 1}, call.attributes, x.dtype).ok());
    const std::int64_t axis = call.attributes.axis();
    axes.insert(axis);
    const auto* k = call.attributes.find(AttributeKey::kK);
    if (k == nullptr)
      directions.insert(call.attributes.descending());
    else
      counts.insert(k->front() == 0                                        ? 0
                    : k->front() < x.shape[static_cast<std::size_t>(axis)] ? 1
                                                                           : 2);
  });
  EXPECT_GE(axes.size(), 3u);
  EXPECT_EQ(directions.size(), 2u);
  EXPECT_EQ(counts.size(), 3u);
}

TEST(DrawnOrdering, GatherByIndicesThatGatherTakes) {
  each_ordering_call([](const CallWish& wish, const DrawnCall& call) {
    EXPECT_EQ(call.gathers, wish.row.clause.ends_with(".agree"));
    if (call.gathers) {
      EXPECT_EQ(call.attributes.integers(AttributeKey::kIndexDType)[0],
                static_cast<std::int64_t>(DType::kInt32));
    }
  });
}

}  // namespace
}  // namespace assay
