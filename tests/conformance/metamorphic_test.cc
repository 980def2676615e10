// Runs of the metamorphic plan: ids, levels, clauses, and what a subject that
// is wrong gets.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "conformance/metamorphic_plan.h"
#include "conformance/plan_size.h"
#include "harness/relation/relation.h"
#include "spec/built_in_profiles.h"
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
}

// If this fails, the relations have changed: run scripts/generate_docs.sh.
TEST(MetamorphicPlan, HasAsManyRelationsAsTheSuite) {
  for (const Profile* profile : kProfiles) {
    auto plan = plan_run(Level::kStandard, Filter(), *profile, false);
    const auto is_relation = [](const PlannedCase& planned) {
      return planned.relation != Relation::kNone;
    };
    std::int64_t recorded = 0;
    for (const PlanSize& size : recorded_plan_sizes())
      if (size.level == "standard" && size.profile == profile->name)
        recorded += size.relations;
    EXPECT_EQ(recorded, std::count_if(plan.begin(), plan.end(), is_relation))
        << profile->name;
    EXPECT_EQ(std::nullopt, fallen_relations(Level::kStandard, *profile, plan));
    EXPECT_TRUE(is_relation(plan.back()));
    plan.pop_back();
    const auto fall = fallen_relations(Level::kStandard, *profile, plan);
    ASSERT_TRUE(fall.has_value());
    EXPECT_NE(std::string::npos, fall->find("relations")) << *fall;
    // A relation stands for no case.
    EXPECT_EQ(std::nullopt, fallen_plan(Level::kStandard, *profile, plan));
  }
}

TEST(MetamorphicPlan, DealsEveryRelationOnce) {
  std::set<std::string> in_run;
  for (const PlannedCase& plan : plan_relations(Level::kStandard, Filter())) {
    EXPECT_FALSE(plan.clause.empty()) << plan.id();
    EXPECT_TRUE(is_of_standard(plan.relation)) << plan.id();
    EXPECT_TRUE(in_run.insert(plan.id()).second) << plan.id();
  }
  for (const PlannedCase& plan : plan_metamorphic(Level::kStandard, Filter()))
    EXPECT_FALSE(in_run.contains(plan.id())) << plan.id();
  EXPECT_TRUE(plan_relations(Level::kQuick, Filter()).empty());
  EXPECT_TRUE(in_run.contains(
      "contraction/matmul:metamorphic:relation=layout,dtype=float32,case=0"));
  EXPECT_TRUE(in_run.contains(
      "linalg/qr:metamorphic:relation=kept,dtype=float32,case=0"));
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
    // The subject of this test has one context.
    const bool is_declined =
        record.id.find("relation=contexts") != std::string::npos ||
        record.id.find("relation=threads") != std::string::npos;
    EXPECT_EQ(is_swap       ? Verdict::kFail
              : is_declined ? Verdict::kUnsupported
                            : Verdict::kPass,
              record.verdict)
        << record.id;
    EXPECT_EQ(is_declined, record.compared == 0) << record.id;
  }
}

// Level standard runs relations as part of the one run: a breach is a failure
// of the clause that it follows from.
TEST_F(MetamorphicRun, IsPartOfLevelStandard) {
  // Every 100th call of neg is wrong.
  auto wrong = options("neg", [calls = 0](Call& call) mutable {
    if (call.op == "neg"_op && ++calls % 100 == 0) call.op = "abs"_op;
  });
  wrong.level = Level::kStandard;
  wrong.filter = filter_of("neg:metamorphic:relation=repeat,dtype=float32");
  wrong.filter_text = "neg:metamorphic:relation=repeat,dtype=float32";
  CheckReport report;
  const auto failure = run_check(wrong, report);
  ASSERT_FALSE(failure.has_value()) << failure->message;
  ASSERT_EQ(2u, report.records.size());
  EXPECT_EQ(Verdict::kFail, report.records[1].verdict);
  EXPECT_EQ("elementwise.repeatable", report.records[1].clause);
  EXPECT_TRUE(is_of_conformance(report.records[1]));
}

// A crash of a relation that a clause binds leaves no case file, which would be
// one of that clause.
TEST_F(MetamorphicRun, StoresNoCaseOfACrash) {
  auto crashing = options("neg", [](Call& call) {
    if (call.op == "neg"_op) std::abort();
  });
  CheckReport report;
  const auto failure =
      run_plan(crashing,
               plan_relations(Level::kStandard,
                              filter_of("neg:metamorphic:relation=kept")),
               report);
  ASSERT_FALSE(failure.has_value()) << failure->message;
  ASSERT_EQ(1u, report.records.size());
  EXPECT_EQ(Verdict::kCrashed, report.records[0].verdict);
  EXPECT_EQ("", report.records[0].case_file);
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
