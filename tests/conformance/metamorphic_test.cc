// Runs of the metamorphic plan: ids, levels, clauses, and what a subject that
// is wrong gets.
#include <gtest/gtest.h>

#include <set>

#include "conformance/metamorphic_plan.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

using MetamorphicRun = ScratchRun;

Filter filter_of(std::string_view text) {
  auto filter = Filter::parse(text);
  EXPECT_TRUE(filter.ok()) << filter.status().message;
  return *filter;
}

TEST(MetamorphicPlan, HasIdsThatNoCaseOfThePlanHas) {
  std::set<std::string> ids;
  for (const PlannedCase& plan : plan_cases(Level::kQuick, Filter())) {
    ids.insert(plan.id());
    EXPECT_FALSE(is_metamorphic_id(plan.id())) << plan.id();
  }
  const auto related = plan_metamorphic(Level::kQuick, Filter());
  EXPECT_GT(related.size(), 1000u);
  for (const PlannedCase& plan : related) {
    EXPECT_TRUE(is_metamorphic_id(plan.id())) << plan.id();
    EXPECT_TRUE(ids.insert(plan.id()).second) << plan.id();
  }
  EXPECT_GT(plan_metamorphic(Level::kStandard, Filter()).size(),
            related.size());
}

TEST(MetamorphicPlan, IsFilteredByRelationAndCell) {
  const auto plan = plan_metamorphic(
      Level::kQuick, filter_of("add:*:relation=swap,dtype=float32"));
  ASSERT_EQ(1u, plan.size());
  EXPECT_EQ("elementwise/add:metamorphic:relation=swap,dtype=float32,case=0",
            plan[0].id());
  EXPECT_EQ("add.value", plan[0].clause);
  const auto again = plan_metamorphic(Level::kQuick, filter_of(plan[0].id()));
  ASSERT_EQ(1u, again.size());
  // Data of both kinds go through the accuracy gate.
  EXPECT_EQ(2u, plan_metamorphic(
                    Level::kQuick,
                    filter_of("matmul:*:relation=accuracy,dtype=float32"))
                    .size());
}

TEST_F(MetamorphicRun, GivesRecordsAndChargesNoOracle) {
  // Computes a - b, which does not commute.
  auto wrong = options("add", [](Call& call) {
    if (call.op == "add"_op) call.op = "sub"_op;
  });
  wrong.make_oracle = [] { return std::unique_ptr<Oracle>(); };
  CheckReport report;
  const auto failure = run_plan(
      wrong,
      plan_metamorphic(Level::kQuick,
                       filter_of("add:*:dtype=float32,add:*:dtype=int8")),
      report);
  ASSERT_FALSE(failure.has_value()) << failure->message;
  ASSERT_FALSE(report.records.empty());
  for (const Record& record : report.records) {
    EXPECT_TRUE(is_metamorphic(record)) << record.id;
    const bool is_swap = record.id.find("relation=swap") != std::string::npos;
    EXPECT_EQ(is_swap ? Verdict::kFail : Verdict::kPass, record.verdict)
        << record.id;
    EXPECT_GT(record.compared, 0) << record.id;
  }
}

TEST_F(MetamorphicRun, SurvivesACrash) {
  auto crashing = options("neg", [](Call& call) {
    if (call.op == "neg"_op) std::abort();
  });
  CheckReport report;
  const auto failure =
      run_plan(crashing,
               plan_metamorphic(Level::kQuick,
                                filter_of("neg:*:dtype=int8,abs:*:dtype=int8")),
               report);
  ASSERT_FALSE(failure.has_value()) << failure->message;
  for (const Record& record : report.records)
    EXPECT_EQ(record.op == "neg" ? Verdict::kCrashed : Verdict::kPass,
              record.verdict)
        << record.id;
}

}  // namespace
}  // namespace assay
