// Tests that protocol.unsupported asks for many cells of op set lax, each once,
// and that a refusal passes where a wrong answer fails.
#include "harness/generate/unclaimed_case.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "tests/harness/plans.h"
#include "tests/mutants/session_mutants.h"

namespace assay {
namespace {

PlannedCase plan(int number) {
  return test::plan_of("session"_op, "protocol.unsupported"_clause,
                       DType::kUint8, {}, number);
}

TEST(UnclaimedCase, AsksForManyCells) {
  std::set<std::string> seen;
  for (int number = 0; number < 24; ++number) {
    const Case test_case = build_case(plan(number), 0);
    EXPECT_EQ(plan(number).id(), test_case.id);
    for (const Step& step : test_case.steps)
      if (step.kind == kRefusal) {
        EXPECT_EQ("lax", set_of(step.op));
        seen.insert(std::string(name_of(step.op)));
      }
  }
  EXPECT_GT(seen.size(), 5u);
}

TEST(UnclaimedCase, PassesARefusalAndARightAnswer) {
  class Lacks : public Reference {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      if (set_of(cell.op) == "lax") return std::nullopt;
      return Reference::claim(cell);
    }
    Result<Tensors> execute(const Call& call) override {
      if (set_of(call.op) == "lax")
        return Status::unsupported("op", "there is no such op");
      return Reference::execute(call);
    }
  };
  InProcessSubject right(std::make_unique<Reference>());
  InProcessSubject lacks(std::make_unique<Lacks>());
  InProcessSubject wrong(std::make_unique<mutants::AnswersWhatItLacks>());
  int failed = 0;
  for (int number = 0; number < 24; ++number) {
    const Case test_case = test::prepared(plan(number));
    EXPECT_EQ(Verdict::kPass, run_case(test_case, right).verdict)
        << number << " " << name_of(test_case.steps[0].op);
    EXPECT_FALSE(is_failure(run_case(test_case, lacks).verdict)) << number;
    failed += is_failure(run_case(test_case, wrong).verdict) ? 1 : 0;
  }
  EXPECT_GT(failed, 12);
}

}  // namespace
}  // namespace assay
