// Tests that a result is judged by the operands that the subject reports, so
// that no error of an earlier step counts against a later one.
#include "harness/run/judge_follows.h"

#include <gtest/gtest.h>

#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "spec/op_table.h"
#include "tests/harness/plans.h"
#include "tests/mutants/fusion_mutants.h"

namespace assay {
namespace {

Case local_case() {
  return test::prepared(test::plan_of("fusion"_op, "fusion.local"_clause));
}

TEST(JudgeFollows, PermitsEachStepByItsOwnOperands) {
  Case test_case = local_case();
  ASSERT_TRUE(has_follows(test_case));
  Reference backend, oracle;
  Program program(backend);
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  for (const Step& step : test_case.steps) ASSERT_TRUE(program.run(step).ok());
  ASSERT_TRUE(permit_follows(program, oracle, kNx, test_case).ok());
  for (const Expectation& expectation : test_case.expect) {
    ASSERT_EQ(1u, expectation.any_of.size());
    EXPECT_EQ(element_count(expectation.shape),
              std::ssize(expectation.any_of[0].values));
  }
}

TEST(JudgeFollows, NeedsAnOracle) {
  const Case test_case = local_case();
  InProcessSubject rough(std::make_unique<mutants::RoundsRoughly>());
  Reference oracle;
  EXPECT_EQ(Verdict::kFail,
            run_case(test_case, rough, nullptr, &oracle).verdict);
  const CaseOutcome unjudged = run_case(test_case, rough);
  EXPECT_NE("", unjudged.measured);
}

}  // namespace
}  // namespace assay
