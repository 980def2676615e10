// Tests the cases that only level deep has, of about 10^7 elements and, with
// stride 0, of more than 2^31. The reference passes them.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/case/case_types.h"
#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/cells.h"
#include "spec/op_table.h"

namespace assay {
namespace {

std::vector<PlannedCase> deep_plans(int rung) {
  std::vector<PlannedCase> plans;
  for (const auto& [cell, required] : every_cell())
    for (const LadderStep& step : deep_steps_of(cell))
      if (step.rung == rung) plans.push_back(planned_step(cell, step));
  return plans;
}

// The most elements that a tensor of the case has, made by steps or given.
std::int64_t most_elements(const Case& test_case) {
  std::int64_t most = 0;
  const auto types = type_case(test_case);
  EXPECT_TRUE(types.ok()) << types.status().message;
  for (const auto& [name, type] : *types)
    most = std::max(most, element_count(type.shape));
  return most;
}

std::int64_t stored_in(const Case& test_case) {
  std::int64_t most = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    most = std::max<std::int64_t>(
        most, tensor.storage ? std::ssize(*tensor.storage) : 0);
  return most;
}

// Op set nx, without its linear algebra and transforms, which have rungs of
// their own. Families of other sets are drawn, and climb less high.
TEST(LadderDeep, EveryFamilyHasTenMillionElements) {
  std::set<std::string_view> families;
  for (const PlannedCase& plan : deep_plans(kTenMillionRung))
    families.insert(family_of(plan.op).name);
  for (const FamilySpec& family : kFamilies) {
    if (family.set != "nx") continue;
    EXPECT_EQ(family.name != "linalg" && family.name != "view" &&
                  family.name != "fourier",
              families.contains(family.name))
        << family.name;
  }
}

// Some that are built quickly; the others differ in what they do, not in how
// many elements they have. Shapes of abs_real are drawn by op set lax.
TEST(LadderDeep, CasesHaveAboutTenMillionElements) {
  std::set<std::string_view> built;
  for (const PlannedCase& plan : deep_plans(kTenMillionRung)) {
    if (plan.op != "full"_op && plan.op != "expand"_op &&
        plan.op != "abs_real"_op)
      continue;
    const std::int64_t count = most_elements(build_case(plan, 5));
    EXPECT_GE(count, (1 << 23) - 3) << plan.id();
    // expand repeats what it reads.
    EXPECT_LE(count, plan.op == "expand"_op ? 48'000'000 : 12'000'000)
        << plan.id();
    built.insert(name_of(plan.op));
  }
  EXPECT_EQ(built.size(), 3u);
}

TEST(LadderDeep, StepsOfACellHaveDifferentIds) {
  for (const auto& [cell, required] : every_cell()) {
    std::set<std::string> ids;
    for (const LadderStep& step : ladder_of(cell, Climb::kDeep))
      EXPECT_TRUE(ids.insert(planned_step(cell, step).id()).second)
          << planned_step(cell, step).id();
    for (const LadderStep& step : ladder_of(cell, Climb::kWhole))
      EXPECT_TRUE(ids.contains(planned_step(cell, step).id()));
  }
}

TEST(LadderDeep, OperandsBeyondInt32TakeLittleStorage) {
  std::map<std::string_view, int> ops;
  for (const PlannedCase& plan : deep_plans(kBeyondInt32Rung)) {
    const Case test_case = build_case(plan, 3);
    EXPECT_GT(most_elements(test_case), std::int64_t{1} << 31) << plan.id();
    EXPECT_LT(stored_in(test_case), 100) << plan.id();
    ++ops[name_of(plan.op)];
  }
  for (const char* op :
       {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "expand",
        "reshape", "permute", "shrink", "flip", "gather"})
    EXPECT_GT(ops[op], 0) << op;
}

// A reduction that far takes the reference seconds, and is left to the level.
TEST(LadderDeep, TheReferencePassesViewsBeyondInt32) {
  Reference oracle;
  InProcessSubject subject(std::make_unique<Reference>());
  int run = 0;
  for (const PlannedCase& plan : deep_plans(kBeyondInt32Rung)) {
    if (spec_of(plan.op).has(AttributeKey::kAxes)) continue;
    Case test_case = build_case(plan, 0);
    ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok()) << plan.id();
    const CaseOutcome outcome = run_case(test_case, subject);
    EXPECT_EQ(outcome.verdict, Verdict::kPass)
        << plan.id() << (outcome.failure ? outcome.failure->message : "");
    EXPECT_GT(outcome.compared, 3) << plan.id();
    ++run;
  }
  EXPECT_GT(run, 10);
}

TEST(LadderDeep, CasesHaveMoreTimeThanOthers) {
  PlannedCase plan = deep_plans(kBeyondInt32Rung).front();
  EXPECT_GT(times_of_limit(plan), 10);
  plan.rung = kRungCount;
  EXPECT_EQ(times_of_limit(plan), 1);
  plan.op = "fft"_op;
  EXPECT_GT(times_of_limit(plan), 10);
  // A stored case has no rung.
  const PlannedCase huge = deep_plans(kBeyondInt32Rung).front();
  plan.stored = std::make_shared<const Case>(build_case(huge, 0));
  EXPECT_EQ(times_of_limit(plan), times_of_limit(huge));
}

}  // namespace
}  // namespace assay
