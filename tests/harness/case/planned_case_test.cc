// Ids of planned cases: their grammar, and that no two plans share one.
#include "harness/case/planned_case.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/harness/plans.h"

namespace assay {
namespace {

TEST(PlannedCase, IdNamesEverythingThatTheCaseFollowsFrom) {
  PlannedCase plan{"sort"_op,
                   "",
                   DType::kFloat32,
                   DType::kFloat32,
                   "sort.nan_last"_clause,
                   Layout::kFlip,
                   3};
  EXPECT_EQ(plan.id(),
            "sorting/sort:nan_last:dtype=float32,layout=flip,case=3");
  plan.variant = "descending";
  EXPECT_EQ(plan.id(),
            "sorting/sort:descending:nan_last:dtype=float32,layout=flip,"
            "case=3");
}

TEST(PlannedCase, IdOfACastNamesBothDTypes) {
  const PlannedCase plan{
      "cast"_op, "", DType::kFloat32, DType::kInt8, "cast.truncate"_clause,
      {},        0};
  EXPECT_EQ(plan.id(),
            "conversion/cast:truncate:dtype=float32,layout=contiguous,to=int8,"
            "case=0");
  EXPECT_EQ(plan.cell(), (Cell{"cast"_op, "", DType::kFloat32, DType::kInt8}));
}

TEST(PlannedCase, AspectOfAFamilysClause) {
  EXPECT_EQ(aspect_of("elementwise.exact_alias"), "exact_alias");
}

TEST(PlannedCase, NoTwoPlansShareAnId) {
  std::set<std::string> ids;
  for (const PlannedCase& plan : test::every_plan())
    EXPECT_TRUE(ids.insert(plan.id()).second) << plan.id();
  EXPECT_GT(ids.size(), 2000u);
}

}  // namespace
}  // namespace assay
