// Runs in robustness mode: what is planned, that the rest of the run stays as
// it is, and that a backend which dies of a broken call is named for that call.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/infer.h"
#include "tests/conformance/scratch_run.h"
#include "tests/sampled.h"

namespace assay {
namespace {

std::set<std::string> ids_of(const std::vector<PlannedCase>& plans) {
  std::set<std::string> ids;
  for (const PlannedCase& plan : plans) ids.insert(plan.id());
  EXPECT_EQ(ids.size(), plans.size());
  return ids;
}

class Robustness : public ScratchRun {};

TEST_F(Robustness, PlansEachBrokenCallBehindItsControl) {
  for (Level level : {Level::kQuick, Level::kStandard}) {
    const auto plans = plan_robustness(level, Filter());
    const auto ids = ids_of(plans);
    ASSERT_EQ(plans.size() % 2, 0u);
    for (std::size_t i = 0; i < plans.size(); i += 2) {
      std::string id = plans[i].id();
      EXPECT_EQ(plans[i].breach, Breach::kControl);
      EXPECT_TRUE(is_robustness_id(id));
      id.replace(id.find("control"), 7, "broken");
      EXPECT_EQ(plans[i + 1].id(), id);
    }
    const auto other = ids_of(plan_cases(level, Filter()));
    for (const std::string& id : other)
      EXPECT_FALSE(is_robustness_id(id)) << id;
  }
}

TEST_F(Robustness, TriesEveryPreconditionOnEveryOpThatHasIt) {
  std::set<std::string_view> tried, ops;
  for (const PlannedCase& plan : plan_robustness(Level::kQuick, Filter())) {
    tried.insert(plan.clause);
    ops.insert(name_of(plan.op));
  }
  std::size_t stated = 0;
  const auto expect = [&](const Clause& clause) {
    if (clause.enforced_by != EnforcedBy::kInfer) return;
    // Means of integers are optional cells, on which nothing is planned.
    if (clause.id == "statistics.divisor") return;
    // Only the wire can name a buffer that is gone.
    if (clause.id == "reclaim.double") return;
    ++stated;
    EXPECT_TRUE(tried.contains(clause.id)) << clause.id;
  };
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses) expect(clause);
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses) expect(clause);
  EXPECT_EQ(tried.size(), stated);
  // Creation, copies, the host and accessors ask nothing of callers.
  std::set<std::string_view> left_out;
  for (const OpSpec* op : kOps)
    if (!ops.contains(op->name)) left_out.insert(op->name);
  EXPECT_EQ((std::set<std::string_view>{
                "buffer", "full", "from_host", "to_host", "contiguous", "copy",
                "view", "dtype", "context", "session", "reclaim", "donation"}),
            left_out);
}

// If the profile says what an index out of range does, conformance judges it.
TEST_F(Robustness, LeavesOutWhatTheProfileAnswersFor) {
  const auto filter = Filter::parse("gather:range,scatter:*:range");
  ASSERT_TRUE(filter.ok());
  EXPECT_FALSE(plan_robustness(Level::kQuick, *filter, kNx).empty());
  EXPECT_TRUE(
      plan_robustness(Level::kQuick, *filter, *profile_named("numpy")).empty());
}

TEST_F(Robustness, FindsACaseByItsId) {
  const std::string id =
      "elementwise/add:same_shape:call=broken,dtype=float32,"
      "layout=contiguous,case=1";
  const auto found = planned_case(id, Level::kQuick);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->id(), id);
  EXPECT_EQ(found->breach, Breach::kBroken);
}

TEST_F(Robustness, AddsItsCasesAndChangesNoOther) {
  CheckOptions plain = options("neg,where,-dtype=complex*");
  const CheckReport without = report_of(plain);
  EXPECT_FALSE(without.run.robustness);
  CheckOptions with = options("neg,where,-dtype=complex*");
  with.robustness = true;
  with.out = folder_ / "robust";
  const CheckReport both = report_of(with);
  EXPECT_TRUE(both.run.robustness);
  ASSERT_GT(both.records.size(), without.records.size());
  for (std::size_t i = 0; i < both.records.size(); ++i) {
    const bool is_extra = i >= without.records.size();
    EXPECT_EQ(is_of_robustness(both.records[i]), is_extra);
    if (!is_extra)
      EXPECT_EQ(to_json(both.records[i]), to_json(without.records[i]));
    else
      EXPECT_EQ(both.records[i].verdict, Verdict::kPass) << both.records[i].id;
  }
}

TEST_F(Robustness, SurvivesABackendThatDiesOfEveryBrokenCall) {
  // Each broken call costs a worker, whose start is slow under sanitizers.
  const char* const filter =
      test::kIsSanitized ? "elementwise:call=*" : "call=*,-protocol";
  CheckOptions fragile = options(filter, [](Call& call) {
    if (!Reference().execute(call).ok()) std::abort();
  });
  fragile.robustness = true;
  fragile.jobs = 2;
  const CheckReport report = report_of(fragile);
  EXPECT_EQ(report.records.size(),
            plan_robustness(Level::kQuick, *Filter::parse(filter)).size());
  for (const Record& record : report.records) {
    const bool is_broken = record.id.find("call=broken") != std::string::npos;
    EXPECT_EQ(record.verdict, is_broken ? Verdict::kCrashed : Verdict::kPass)
        << record.id;
    if (!is_broken) continue;
    // The case of a lost worker can be replayed.
    EXPECT_TRUE(std::filesystem::exists(fragile.out / record.case_file))
        << record.id;
    EXPECT_FALSE(record.case_file.empty()) << record.id;
  }
}

TEST_F(Robustness, NamesABackendThatAcceptsABrokenCall) {
  CheckOptions lax = options("add:same_shape:call=*", [](Call& call) {
    if (call.op == "add"_op) call.operands[1] = call.operands[0];
  });
  lax.robustness = true;
  const CheckReport report = report_of(lax);
  ASSERT_EQ(report.records.size(), 4u);
  for (std::size_t i = 1; i < 4; i += 2) {
    EXPECT_EQ(report.records[i].verdict, Verdict::kFail);
    EXPECT_FALSE(report.records[i].case_file.empty());
  }
}

}  // namespace
}  // namespace assay
