// Tests that records come back as they were, in the order of the plan.
#include "conformance/collected_records.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/case_runner.h"
#include "conformance/plan.h"

namespace assay::test {
namespace {

std::vector<PlannedCase> some_plan() {
  return plan_cases(Level::kQuick, *Filter::parse("add:*:dtype=int8"));
}

Record passed_record(const PlannedCase& plan) {
  Record record = record_of(plan);
  record.compared = 12;
  record.max_ulp = 0.25;
  record.tightness = 0.5;
  record.worst_operands = "x = 1, y = 2";
  record.memory = "guard_pages";
  return record;
}

TEST(CollectedRecords, ComeBackAsTheyWere) {
  const auto plan = some_plan();
  ASSERT_GT(plan.size(), 8u);
  std::vector<Record> records;
  for (const PlannedCase& planned : plan)
    records.push_back(passed_record(planned));
  records[1].memory = "canaries";
  records[2].memory = "";
  records[3].measured = "as long as it took";
  records[4].policies = {"mod.sign=divisor"};
  records[5].verdict = Verdict::kFail;
  records[5].failure = Failure{.message = "wrong"};
  records[6].reason = "expected";
  records[7].dtype = "int8>int16";
  CollectedRecords collected(plan);
  for (std::size_t i = records.size(); i-- > 0;)
    collected.take(records[i], std::nullopt);
  EXPECT_EQ(plan.size(), collected.count());
  EXPECT_TRUE(collected.missing().empty());
  const auto all = collected.take_all();
  ASSERT_EQ(plan.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(to_json(records[i]), to_json(*all[i]));
}

TEST(CollectedRecords, KeepTheWorseOfTwoAndMissTheOthers) {
  const auto plan = some_plan();
  CollectedRecords collected(plan);
  Record wrong = passed_record(plan[1]);
  wrong.verdict = Verdict::kFail;
  collected.take(wrong, std::nullopt);
  collected.take(passed_record(plan[1]), std::nullopt);
  collected.take(passed_record(plan[2]), std::nullopt);
  Record stranger = passed_record(plan[0]);
  stranger.id += "0";
  collected.take(stranger, std::nullopt);
  EXPECT_EQ(2u, collected.count());
  const auto missing = collected.missing();
  EXPECT_EQ(plan.size() - 2, missing.size());
  EXPECT_EQ(0u, missing.front());
  const auto all = collected.take_all();
  EXPECT_FALSE(all[0].has_value());
  EXPECT_EQ(Verdict::kFail, all[1]->verdict);
  EXPECT_EQ(Verdict::kPass, all[2]->verdict);
}

TEST(CollectedRecords, TellACaseThatPassedWithoutItsControls) {
  auto plan = some_plan();
  plan[0].controlled = plan[1].controlled = true;
  CollectedRecords collected(plan);
  ControlCount controls;
  controls.add("bits", true, "");
  collected.take(passed_record(plan[0]), controls);
  EXPECT_EQ("", collected.controls().missed);
  EXPECT_EQ(1, collected.controls().made);
  collected.take(passed_record(plan[1]), std::nullopt);
  EXPECT_EQ(plan[1].id() + ": it passed without a control",
            collected.controls().missed);
}

}  // namespace
}  // namespace assay::test
