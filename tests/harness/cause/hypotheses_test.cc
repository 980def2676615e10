// Tests that an explanation agrees, disagrees or says nothing, on subjects that
// follow another policy or make a mistake.
#include "harness/cause/hypotheses.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

PlannedCase planned(Op op, std::string_view clause, DType dtype) {
  PlannedCase plan;
  plan.op = op;
  plan.clause = clause;
  plan.dtype = dtype;
  plan.result = dtype;
  return plan;
}

Hypotheses hypotheses_about(Subject& subject) {
  return {kNx,
          [](const Profile& profile) {
            return std::make_unique<Reference>(profile);
          },
          subject, 4};
}

bool has(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(Hypotheses, APolicyAgreesWithWhoFollowsIt) {
  const auto half = planned("round"_op, "round.half"_clause, DType::kFloat32);
  InProcessSubject even(
      std::make_unique<Reference>(kNx.with("round.half=even"_policy)));
  Hypotheses of_even = hypotheses_about(even);
  EXPECT_EQ(Agreement::kAgrees, of_even.try_on(half, "round.half=even"));
  const auto names = of_even.explaining(half);
  EXPECT_TRUE(has(names, "round.half=even"));
  // In float16 the halves of large operands are lost, so the answer is another.
  EXPECT_TRUE(has(names, "!computed_in=float16"));
  EXPECT_FALSE(has(names, "computed_in=float16"));
  InProcessSubject away(std::make_unique<Reference>());
  Hypotheses of_away = hypotheses_about(away);
  EXPECT_EQ(Agreement::kDisagrees, of_away.try_on(half, "round.half=even"));
}

TEST(Hypotheses, APolicySaysNothingWhereItChangesNothing) {
  InProcessSubject subject(std::make_unique<Reference>());
  Hypotheses hypotheses = hypotheses_about(subject);
  const auto value = planned("neg"_op, "neg.value"_clause, DType::kInt8);
  EXPECT_EQ(Agreement::kUntouched, hypotheses.try_on(value, "round.half=even"));
  EXPECT_FALSE(has(hypotheses.for_case(value), "round.half=even"));
}

TEST(Hypotheses, EvidenceNamesEveryValueOfAnAxisThatACaseTellsApart) {
  InProcessSubject subject(
      std::make_unique<Reference>(kNx.with("mod.sign=divisor"_policy)));
  Hypotheses hypotheses = hypotheses_about(subject);
  const auto names =
      hypotheses.evidence(planned("mod"_op, "mod.sign"_clause, DType::kInt32));
  EXPECT_TRUE(has(names, "mod.sign=divisor"));
  EXPECT_TRUE(has(names, "!mod.sign=dividend"));
  EXPECT_FALSE(has(names, "mod.integer_zero=error"));
}

}  // namespace
}  // namespace assay
