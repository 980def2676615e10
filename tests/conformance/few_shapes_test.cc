// Tests plans whose cases share shapes: they have the same cases as other
// plans, on few shapes, and each case is found by its id.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "conformance/plan.h"
#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/record/record.h"

namespace assay {
namespace {

std::vector<PlannedCase> plan_with(Shapes shapes, const char* filter,
                                   Level level = Level::kQuick) {
  return plan_run(level, *Filter::parse(filter), kNx, false, PlannedSets(),
                  shapes);
}

// The shapes of the operands of the first step, by op and dtype.
std::set<std::string> signatures_of(const std::vector<PlannedCase>& plan,
                                    std::uint64_t seed, bool on_ladder) {
  std::set<std::string> found;
  for (const PlannedCase& planned : plan) {
    if ((planned.rung > 0) != on_ladder) continue;
    const Case test_case = build_case(planned, seed);
    std::string text(name_of(planned.dtype));
    for (const std::string& operand : test_case.steps[0].operands)
      text += shape_text(test_case.find(operand)->view.shape());
    found.insert(text);
  }
  return found;
}

TEST(FewShapes, HaveTheCasesOfTheOtherPlan) {
  const auto many = plan_with(Shapes::kMany, "add,sort,cast,conv");
  const auto few = plan_with(Shapes::kFew, "add,sort,cast,conv");
  ASSERT_EQ(many.size(), few.size());
  for (std::size_t i = 0; i < many.size(); ++i) {
    PlannedCase same = few[i];
    EXPECT_TRUE(has_few_shapes(same.id()));
    same.shapes = Shapes::kMany;
    EXPECT_EQ(many[i].id(), same.id());
    EXPECT_FALSE(has_few_shapes(same.id()));
  }
}

TEST(FewShapes, AreFew) {
  for (const std::uint64_t seed : {0u, 1u, 7u}) {
    const char* filter = "add:*:dtype=float32";
    const auto few =
        signatures_of(plan_with(Shapes::kFew, filter), seed, false);
    EXPECT_LE(few.size(), 12u) << seed;
    EXPECT_GT(
        signatures_of(plan_with(Shapes::kMany, filter), seed, false).size(),
        few.size())
        << seed;
  }
}

TEST(FewShapes, HaveOneAxisAndMore) {
  for (const std::uint64_t seed : {0u, 3u, 11u}) {
    std::set<std::size_t> ranks;
    for (const PlannedCase& planned :
         plan_with(Shapes::kFew, "mul:*:dtype=float32"))
      if (planned.rung == 0)
        ranks.insert(build_case(planned, seed).tensors[0].view.rank());
    EXPECT_TRUE(ranks.contains(1)) << seed;
    EXPECT_TRUE(ranks.contains(3)) << seed;
  }
}

TEST(FewShapes, OfRungsHaveOneExtent) {
  std::set<std::string> extents;
  for (const PlannedCase& planned :
       plan_with(Shapes::kFew, "exp:*", Level::kStandard))
    if (planned.rung == 2)
      extents.insert(
          shape_text(draw_rung(planned, structure_seed(planned, 5)).shape));
  EXPECT_EQ(1u, extents.size());
}

// Cases with one shape have elements of their own.
TEST(FewShapes, HaveDifferentElements) {
  std::set<std::uint64_t> seeds;
  const auto plan = plan_with(Shapes::kFew, "sub:*:dtype=int32");
  for (const PlannedCase& planned : plan)
    seeds.insert(build_case(planned, 0).seed);
  EXPECT_EQ(plan.size(), seeds.size());
}

TEST(FewShapes, AreFoundById) {
  for (const PlannedCase& planned : plan_with(Shapes::kFew, "reduce_sum")) {
    const auto found = planned_case(planned.id(), Level::kQuick);
    ASSERT_TRUE(found) << planned.id();
    EXPECT_EQ(Shapes::kFew, found->shapes);
    EXPECT_EQ(build_case(planned, 2).tensors[0].view.shape(),
              build_case(*found, 2).tensors[0].view.shape());
  }
}

TEST(FewShapes, AreInTheHeadOfARun) {
  RunRecord run;
  EXPECT_EQ("many", comparable_head(run).at("shapes"));
  EXPECT_FALSE(to_json(run).contains("shapes"));
  run.shapes = Shapes::kFew;
  EXPECT_EQ("few", comparable_head(run).at("shapes"));
  const auto read = run_from_json(to_json(run));
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(Shapes::kFew, read->shapes);
}

}  // namespace
}  // namespace assay
