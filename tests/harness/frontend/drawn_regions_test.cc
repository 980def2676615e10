// Tests that the calls of cases about slices, masks, repetitions, windows and
// sequences keep the preconditions and show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/frontend/region_rows.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kRegionCalls[] = {
    "slice"_op,  "slice_assign"_op, "mask_select"_op, "argwhere"_op,
    "repeat"_op, "unfold_view"_op,  "arange"_op};

constexpr DType kRegionDTypes[] = {DType::kBool, DType::kInt8, DType::kUint64};

template <typename Check>
void each_region_call(const ClauseCase& row, Check check,
                      std::int64_t extent = 0) {
  test::each_drawn_call(kRegionCalls, kRegionDTypes, row, check, extent);
}

const ClauseCase& region_row_of(std::string_view clause) {
  return test::drawn_row_of(selection_rows(), clause);
}

Shape region_result_of(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  const auto& operands = spec_of(wish.cell.op).signature.operands;
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    types.push_back(
        {operands[i].role == Role::kBool ? DType::kBool : wish.cell.dtype,
         call.operands[i].shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
  return result ? result->front().shape : Shape{};
}

std::size_t trues_of(const DrawnOperand& mask) {
  std::size_t count = 0;
  const auto size = static_cast<std::size_t>(element_count(mask.shape));
  for (std::size_t k = 0; k < size; ++k) count += mask.element(k).re;
  return count;
}

TEST(DrawnRegions, KeepThePreconditions) {
  for (const ClauseCase& row : selection_rows())
    each_region_call(row, region_result_of);
}

TEST(DrawnRegions, HaveTheExtentOfTheirRung) {
  for (std::string_view clause : {"slice.value", "mask_select.value",
                                  "repeat.value", "unfold_view.value"})
    each_region_call(
        region_row_of(clause),
        [](const CallWish& wish, const DrawnCall& call) {
          region_result_of(wish, call);
          const Shape& shape = call.operands[0].shape;
          EXPECT_NE(std::find(shape.begin(), shape.end(), 300), shape.end());
        },
        300);
}

TEST(DrawnRegions, WalkBackwardsAndLeaveElementsOver) {
  const auto steps_of = [](const DrawnCall& call) {
    return call.attributes.integers(AttributeKey::kSteps);
  };
  int cut = 0;
  for (std::string_view clause : {"slice.backwards", "slice_assign.backwards"})
    each_region_call(region_row_of(clause),
                     [&](const CallWish&, const DrawnCall& call) {
                       for (std::int64_t step : steps_of(call))
                         EXPECT_LT(step, 0);
                     });
  for (std::string_view clause : {"slice.count", "slice_assign.rest"})
    each_region_call(
        region_row_of(clause), [&](const CallWish&, const DrawnCall& call) {
          const auto ranges = call.attributes.ranges();
          for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
            const auto [start, stop] = ranges[axis];
            const std::int64_t step = std::abs(steps_of(call)[axis]);
            EXPECT_GT(step, 1);
            EXPECT_TRUE((stop - start) % step != 0 || stop - start == 1);
            cut += (stop - start) % step != 0 && stop - start > step;
          }
        });
  EXPECT_GT(cut, 40);
}

TEST(DrawnRegions, ChooseAllSomeAndNone) {
  std::set<int> kinds;
  each_region_call(region_row_of("mask_select.value"),
                   [&](const CallWish&, const DrawnCall& call) {
                     const DrawnOperand& mask = call.operands[1];
                     const std::size_t chosen = trues_of(mask);
                     const auto all =
                         static_cast<std::size_t>(element_count(mask.shape));
                     kinds.insert(chosen == all ? 2 : chosen == 1 ? 0 : 1);
                   });
  EXPECT_EQ(kinds.size(), 3u);
  for (std::string_view clause : {"mask_select.none", "argwhere.none"})
    each_region_call(region_row_of(clause),
                     [](const CallWish&, const DrawnCall& call) {
                       EXPECT_EQ(trues_of(call.operands.back()), 0u);
                     });
}

TEST(DrawnRegions, OverlapWhereAWriteMustShow) {
  int overlapping = 0;
  each_region_call(region_row_of("unfold_view.zero_copy"),
                   [&](const CallWish&, const DrawnCall& call) {
                     const auto& attributes = call.attributes;
                     overlapping +=
                         attributes.integers(AttributeKey::kSize)[0] >
                         attributes.integers(AttributeKey::kStep)[0];
                   });
  EXPECT_GT(overlapping, 40);
}

TEST(DrawnRegions, ReachBothEndsOfTheDType) {
  std::set<std::int64_t> starts;
  bool reaches_the_end = false;
  each_region_call(region_row_of("arange.value"), [&](const CallWish& wish,
                                                      const DrawnCall& call) {
    if (wish.cell.dtype != DType::kInt8) return;
    starts.insert(call.attributes.integers(AttributeKey::kStart)[0]);
    reaches_the_end = reaches_the_end ||
                      call.attributes.integers(AttributeKey::kStop)[0] == 127;
  });
  EXPECT_TRUE(starts.contains(-128) && starts.contains(0));
  EXPECT_TRUE(reaches_the_end);
}

}  // namespace
}  // namespace assay
