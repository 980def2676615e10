// Tests live controls: every case that the reference passes has some, of every
// judge class, and all are caught. A control does not affect the outcome of its
// case.
#include "harness/run/control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/case/seed.h"
#include "harness/run/run_case.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"
#include "tests/sampled.h"

namespace assay {
namespace {

using test::plan_of;

ControlCount controls_of(const Case& test_case) {
  InProcessSubject subject(std::make_unique<Reference>());
  ControlCount controls;
  run_case(test_case, subject, &controls);
  return controls;
}

TEST(Control, IsMadeAndCaughtInEveryCaseThatPasses) {
  ControlCount all;
  InProcessSubject subject(std::make_unique<Reference>());
  for (const PlannedCase& plan : test::sampled(test::every_plan())) {
    const Case test_case = test::prepared(plan);
    ControlCount controls;
    const CaseOutcome outcome = run_case(test_case, subject, &controls);
    ASSERT_EQ("pass", name_of(outcome.verdict)) << plan.id();
    EXPECT_EQ(outcome.compared > 0, controls.made > 0) << plan.id();
    EXPECT_EQ(controls.made, controls.caught) << controls.missed;
    all.add(controls);
  }
  std::set<std::string> classes;
  for (const auto& [name, count] : all.classes) classes.insert(name);
  std::set<std::string> expected(std::begin(kAccuracyNames),
                                 std::end(kAccuracyNames));
  expected.insert({"metadata", "status"});
  EXPECT_EQ(expected, classes);
  EXPECT_EQ("", all.missed);
}

TEST(Control, DependsOnTheCaseAlone) {
  const Case test_case =
      test::prepared(plan_of("matmul"_op, "matmul.every_term"));
  const ControlCount controls = controls_of(test_case);
  EXPECT_LE(2, controls.made);
  EXPECT_EQ(controls.classes, controls_of(test_case).classes);
}

TEST(Control, LeavesTheOutcomeAsItIs) {
  InProcessSubject subject(std::make_unique<Reference>());
  const Case test_case = test::prepared(plan_of("exp"_op, "exp.value"));
  ControlCount controls;
  const CaseOutcome with = run_case(test_case, subject, &controls);
  const CaseOutcome without = run_case(test_case, subject);
  EXPECT_LT(0, controls.made);
  EXPECT_EQ(without.verdict, with.verdict);
  EXPECT_EQ(without.compared, with.compared);
  EXPECT_EQ(without.max_ulp, with.max_ulp);
  EXPECT_FALSE(with.failure.has_value());
}

// A case about plans that are declined passes without a result to corrupt, so
// its control is about the status.
TEST(Control, IsMadeIfAPlanIsDeclined) {
  class Declines : public Reference {
    Result<Tensors> execute_plan(const Plan&) override {
      return Status::unsupported("plan", "too long");
    }
  };
  InProcessSubject subject(std::make_unique<Declines>());
  ControlCount controls;
  const CaseOutcome outcome =
      run_case(test::prepared(plan_of("fusion"_op, "fusion.decline")), subject,
               &controls);
  EXPECT_EQ("pass", name_of(outcome.verdict));
  EXPECT_EQ(1, controls.made);
  EXPECT_EQ(1, controls.caught) << controls.missed;
}

// A control on a case that fails anyway would prove nothing.
TEST(Control, IsNotMadeWhereTheCaseFails) {
  auto subject = test::subject_of([](const Call& call, Result<Tensors> made) {
    test::bytes_of(call.outs[0])[0] ^= std::byte{1};
    return made;
  });
  ControlCount controls;
  const CaseOutcome outcome = run_case(
      test::prepared(plan_of("add"_op, "add.value")), subject, &controls);
  EXPECT_EQ(Verdict::kFail, outcome.verdict);
  EXPECT_EQ(0, controls.made);
}

TEST(Control, IsMadeOfErrorsToo) {
  const ControlCount controls =
      controls_of(test::prepared(plan_of("reduce_max"_op, "reduce_max.empty")));
  EXPECT_EQ(2, controls.made);
  EXPECT_EQ(2, controls.caught);
  EXPECT_EQ(2, controls.classes.at("status"));
}

TEST(Control, OneInSixteenSeedsHasSome) {
  int count = 0;
  for (std::uint64_t i = 0; i < 1000; ++i)
    count += has_controls(case_seed(0, std::to_string(i))) ? 1 : 0;
  EXPECT_LT(40, count);
  EXPECT_GT(90, count);
}

}  // namespace
}  // namespace assay
