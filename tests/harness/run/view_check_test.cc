// Tests views that are checked by memory and places, and the cases that ask
// for this.
#include "harness/run/view_check.h"

#include <gtest/gtest.h>

#include "harness/run/prepare.h"
#include "spec/built_in_profiles.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::message_of;
using test::plan_of;
using test::subject_of;
using Made = Result<Tensors>;

Case prepared_under(const PlannedCase& plan, const Profile& profile) {
  Reference oracle(profile);
  Case test_case = build_case(plan, 7);
  EXPECT_TRUE(prepare_case(test_case, oracle, profile).ok()) << plan.id();
  return test_case;
}

CaseOutcome outcome_of(const Case& test_case, test::Meddling::Change change) {
  auto subject = subject_of(std::move(change));
  return run_case(test_case, subject);
}

Made as_it_is(const Call&, Made made) { return made; }
Made copied(const Call& call, Made made) {
  if (made.ok() && spec_of(call.op).signature.delivery == Delivery::kView)
    (*made)[0].buffer =
        std::make_shared<HostBuffer>(host_buffer_of((*made)[0])->bytes());
  return made;
}
Made shifted(const Call& call, Made made) {
  if (!made.ok() || call.op != "shrink"_op) return made;
  View& view = (*made)[0].view;
  view = View(view.shape(), view.strides(), view.offset() + 1);
  return made;
}

// A shrink of equal elements, so that only the offset tells where it is.
Case shrink_of_equal_elements() {
  Case test_case;
  test_case.clause = "shrink.zero_copy";
  test_case.tensors = {
      {"x", DType::kInt8, View({4}), std::vector<ElementBits>(4, {1, 0}), {}},
      {"source",
       DType::kInt8,
       View({4}),
       std::vector<ElementBits>(4, {2, 0}),
       {}}};
  Step view;
  view.op = "shrink"_op;
  view.operands = {"x"};
  view.attributes = Attributes().ranges({{1, 3}});
  view.outs = {"y"};
  Step write;
  write.op = "assign"_op;
  write.operands = {"source"};
  write.outs = {"x"};
  test_case.steps = {view, write};
  test_case.expect.emplace_back();
  test_case.expect[0].tensor = "y";
  return test_case;
}

TEST(ViewCheck, DropsTheWriteOfACase) {
  for (const auto& [op, clause] :
       {std::pair{"permute"_op, "permute.zero_copy"},
        {"flip"_op, "movement.rank_zero"},
        {"reshape"_op, "reshape.compatible_strides"},
        {"slice"_op, "slice.zero_copy"},
        {"unfold_view"_op, "unfold_view.zero_copy"}}) {
    const PlannedCase plan = plan_of(op, clause);
    EXPECT_EQ(2u, prepared_under(plan, kNx).steps.size()) << clause;
    const Case fitted = prepared_under(plan, kBurn);
    EXPECT_EQ(1u, fitted.steps.size()) << clause;
    EXPECT_EQ(nullptr, fitted.find("source")) << clause;
    EXPECT_EQ(1u, fitted.expect[0].any_of.size()) << clause;
    EXPECT_EQ(Verdict::kPass, outcome_of(fitted, as_it_is).verdict) << clause;
    const CaseOutcome outcome = outcome_of(fitted, copied);
    EXPECT_EQ(Verdict::kFail, outcome.verdict) << clause;
    EXPECT_EQ("y has memory of its own, expected that of x",
              message_of(outcome));
  }
}

TEST(ViewCheck, KeepsTheWriteToWhatMayBeACopy) {
  EXPECT_EQ(2u, prepared_under(plan_of("reshape"_op, "reshape.may_copy"), kBurn)
                    .steps.size());
  const Profile copies =
      kTorch.with("view.write=value"_policy);  // by name: flips are copies
  EXPECT_EQ(2u, prepared_under(plan_of("flip"_op, "flip.zero_copy"), copies)
                    .steps.size());
}

TEST(ViewCheck, ComparesPlaces) {
  Reference oracle(kBurn);
  Case test_case = shrink_of_equal_elements();
  ASSERT_TRUE(prepare_case(test_case, oracle, kBurn).ok());
  EXPECT_EQ(Verdict::kPass, outcome_of(test_case, as_it_is).verdict);
  const CaseOutcome outcome = outcome_of(test_case, shifted);
  EXPECT_EQ(Verdict::kFail, outcome.verdict);
  EXPECT_EQ("y has strides [1] and offset 2, expected [1] and 1",
            message_of(outcome));
}

// A write shows a view under the canonical profile, and nothing else is asked.
TEST(ViewCheck, IsForValuesAlone) {
  Reference oracle;
  Case test_case = shrink_of_equal_elements();
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  EXPECT_EQ(Verdict::kPass, outcome_of(test_case, shifted).verdict);
  EXPECT_EQ(Verdict::kFail, outcome_of(test_case, copied).verdict);
  const Case other =
      prepared_under(plan_of("permute"_op, "permute.value"), kBurn);
  EXPECT_EQ(Verdict::kPass, outcome_of(other, copied).verdict);
}

TEST(ViewCheck, StridesOfOnePlaceHaveNoMeaning) {
  const View x({2, 1, 3}, {3, 3, 1}, 4);
  EXPECT_TRUE(show_the_same(x, View({2, 1, 3}, {3, 70, 1}, 4)));
  EXPECT_FALSE(show_the_same(x, View({2, 1, 3}, {3, 3, 2}, 4)));
  EXPECT_FALSE(show_the_same(x, View({2, 1, 3}, {3, 3, 1}, 5)));
  EXPECT_FALSE(show_the_same(x, View({2, 3}, {3, 1}, 4)));
  EXPECT_TRUE(show_the_same(View({2, 0}, {9, 9}, 4), View({2, 0})));
  EXPECT_FALSE(show_the_same(View({2, 0}), View({0, 2})));
}

}  // namespace
}  // namespace assay
