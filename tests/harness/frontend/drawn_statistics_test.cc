// Tests that the calls of cases about statistics keep the preconditions and
// show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_statistics.h"
#include "harness/frontend/statistics_rows.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kStatistics[] = {
    "mean"_op,           "any"_op,           "all"_op, "max_abs"_op, "cross"_op,
    "max_with_index"_op, "min_with_index"_op};

constexpr DType kStatisticsDTypes[] = {DType::kFloat32, DType::kUint8,
                                       DType::kInt64};

template <typename Check>
void each_statistic(const ClauseCase& row, Check check,
                    std::int64_t extent = 0) {
  test::each_drawn_call(kStatistics, kStatisticsDTypes, row, check, extent);
}

const ClauseCase& statistics_row_of(std::string_view clause) {
  return test::drawn_row_of(statistics_rows(), clause);
}

void expect_accepted(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  for (const DrawnOperand& operand : call.operands)
    types.push_back({wish.cell.dtype, operand.shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
}

TEST(DrawnStatistics, KeepThePreconditions) {
  for (const ClauseCase& row : statistics_rows())
    each_statistic(row, expect_accepted);
}

TEST(DrawnStatistics, HaveTheExtentOfTheirRung) {
  each_statistic(
      statistics_row_of("statistics.strided_operands"),
      [](const CallWish& wish, const DrawnCall& call) {
        expect_accepted(wish, call);
        const Shape& shape = call.operands[0].shape;
        EXPECT_NE(std::find(shape.begin(), shape.end(), 300), shape.end());
      },
      300);
}

TEST(DrawnStatistics, FindPlacesInSlices) {
  const SlicedOperand reduced{{2, 3, 4}, {2, 0}};
  EXPECT_EQ(reduced.slice_size(), 8);
  // The element at (1, 2, 3) is the last one of the last slice.
  EXPECT_EQ(place_in_slice(reduced, 23).slice, 2);
  EXPECT_EQ(place_in_slice(reduced, 23).along, 7);
  EXPECT_EQ(place_in_slice(reduced, 5).slice, 1);
  EXPECT_EQ(place_in_slice(reduced, 5).along, 1);
}

TEST(DrawnStatistics, OneElementOfASliceDecidesItsTruth) {
  std::map<std::string_view, std::set<bool>> answers;
  const auto check = [&](const CallWish& wish, const DrawnCall& call) {
    const SlicedOperand reduced = chosen_reduction(wish);
    const bool is_any = wish.cell.op == "any"_op;
    std::map<std::int64_t, int> telling;
    const auto count =
        static_cast<std::size_t>(element_count(call.operands[0].shape));
    for (std::size_t k = 0; k < count; ++k) {
      const bool is_true = call.operands[0].element(k).re != 0;
      telling[place_in_slice(reduced, k).slice] += is_true == is_any ? 1 : 0;
    }
    for (const auto& [slice, number] : telling) {
      EXPECT_LE(number, 1) << slice;
      answers[name_of(wish.cell.op)].insert((number > 0) == is_any);
    }
  };
  each_statistic(statistics_row_of("any.value"), check);
  each_statistic(statistics_row_of("all.value"), check);
  EXPECT_EQ(answers["any"].size(), 2u);
  EXPECT_EQ(answers["all"].size(), 2u);
}

TEST(DrawnStatistics, OneElementOfASliceIsItsExtremum) {
  const auto check = [&](const CallWish& wish, const DrawnCall& call) {
    if (wish.number % 2 == 0 || wish.cell.dtype != DType::kFloat32) return;
    const SlicedOperand reduced = chosen_reduction(wish);
    std::map<std::int64_t, std::vector<double>> slices;
    const auto count =
        static_cast<std::size_t>(element_count(call.operands[0].shape));
    for (std::size_t k = 0; k < count; ++k) {
      const double x =
          decode_real(kFormatFloat32, call.operands[0].element(k).re);
      slices[place_in_slice(reduced, k).slice].push_back(
          wish.cell.op == "min_with_index"_op ? -x
          : wish.cell.op == "max_abs"_op      ? std::abs(x)
                                              : x);
    }
    for (auto& [slice, values] : slices) {
      std::sort(values.rbegin(), values.rend());
      EXPECT_GE(values[0], 7) << slice;
      if (values.size() > 1) {
        EXPECT_LT(values[1], 7) << slice;
      }
    }
  };
  for (std::string_view clause :
       {"max_abs.value", "max_with_index.value", "min_with_index.value"})
    each_statistic(statistics_row_of(clause), check);
}

TEST(DrawnStatistics, DemandExactMeansOnlyOfPowersOfTwo) {
  std::set<bool> kinds;
  each_statistic(statistics_row_of("mean.every_term"),
                 [&](const CallWish& wish, const DrawnCall& call) {
                   const std::int64_t size =
                       chosen_reduction(wish).slice_size();
                   EXPECT_EQ(call.permits_error, (size & (size - 1)) != 0);
                   kinds.insert(call.permits_error);
                 });
  EXPECT_EQ(kinds.size(), 2u);
}

TEST(DrawnStatistics, AskForBothIndexDTypesAndBothShapes) {
  std::set<std::int64_t> dtypes;
  std::set<bool> keeps;
  each_statistic(
      statistics_row_of("statistics.index_dtype"),
      [&](const CallWish&, const DrawnCall& call) {
        dtypes.insert(call.attributes.integers(AttributeKey::kIndexDType)[0]);
        keeps.insert(call.attributes.keepdims());
      });
  EXPECT_EQ(dtypes.size(), 2u);
  EXPECT_EQ(keeps.size(), 2u);
}

TEST(DrawnStatistics, MultiplyDifferentUnitVectors) {
  each_statistic(statistics_row_of("cross.handedness"),
                 [](const CallWish&, const DrawnCall& call) {
                   const auto count = static_cast<std::size_t>(
                       element_count(call.operands[0].shape));
                   std::size_t ones[2] = {0, 0};
                   for (std::size_t k = 0; k < count; ++k) {
                     const bool a = call.operands[0].element(k).re != 0;
                     const bool b = call.operands[1].element(k).re != 0;
                     EXPECT_FALSE(a && b);
                     ones[0] += a ? 1 : 0;
                     ones[1] += b ? 1 : 0;
                   }
                   EXPECT_EQ(ones[0], count / 3);
                   EXPECT_EQ(ones[1], count / 3);
                 });
}

}  // namespace
}  // namespace assay
