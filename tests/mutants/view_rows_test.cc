// Every broken view module fails a case of the clause that it breaks, and the
// two whole ones pass that very case; every binding clause has a broken one.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/view/view_case_plan.h"
#include "spec/sets/nx/view.h"
#include "tests/mutants/breakable_view.h"
#include "tests/mutants/view_mutants.h"
#include "tests/mutants/view_score.h"

namespace assay::mutants {
namespace {

const std::vector<ViewCase>& cases() {
  static const auto planned = planned_view_cases();
  return *planned;
}

class ViewMutants : public testing::TestWithParam<BrokenView> {};

TEST_P(ViewMutants, FailTheirClause) {
  int caught = 0;
  std::string seen;
  for (const ViewCase& view_case : cases()) {
    const auto mutant = GetParam().make();
    const ViewJudgement judgement = judge_view_case(view_case, *mutant);
    if (judgement.verdict == Verdict::kPass) continue;
    seen += "\n  " + view_case.id + ": " + judgement.message;
    EXPECT_EQ(judgement.verdict, Verdict::kFail) << view_case.id;
    EXPECT_FALSE(judgement.message.empty()) << view_case.id;
    if (view_case.clause == GetParam().clause) ++caught;
  }
  EXPECT_GT(caught, 0) << "no case of " << GetParam().clause
                       << "; seen:" << seen;
}

INSTANTIATE_TEST_SUITE_P(All, ViewMutants, testing::ValuesIn(broken_views()),
                         [](const auto& row) {
                           return std::string(row.param.name);
                         });

void expect_to_pass(ViewSubject& subject) {
  for (const ViewCase& view_case : cases()) {
    const ViewJudgement judgement = judge_view_case(view_case, subject);
    EXPECT_EQ(judgement.verdict, Verdict::kPass)
        << view_case.id << ": " << judgement.message;
  }
}

// The functions that stand for the module's do no harm by themselves.
TEST(ViewMutants, NoFaultPassesAll) {
  SymbolicViewSubject module;
  expect_to_pass(module);
  ViewMutant no_fault({});
  expect_to_pass(no_fault);
  BreakableView no_slip;
  expect_to_pass(no_slip);
}

// A module that takes the liberties of the unspecified clauses.
class LiberalView : public BreakableView {
 public:
  explicit LiberalView(std::int64_t stride) : stride_(stride) {}

  Result<Json> ask(const ViewQuestion& question) override {
    auto answer = BreakableView::ask(question);
    if (!answer.ok()) return answer;
    const auto shape = BreakableView::ask(
        {"shape", {}, question.is_of_first, StatusCode::kOk, {}});
    Json* strides = nullptr;
    if (question.name == "strides" || question.name == "strides_opt")
      strides = &*answer;
    if (question.name == "to_view") strides = &(*answer)["strides"];
    const bool is_empty =
        std::find(shape->begin(), shape->end(), 0) != shape->end();
    const auto is_free = [&](std::size_t axis) {
      return is_empty || (*shape)[axis] == 1;
    };
    if (strides != nullptr && strides->is_array())
      for (std::size_t axis = 0; axis < strides->size(); ++axis)
        if (is_free(axis)) (*strides)[axis] = stride_;
    if (question.name == "stride" &&
        is_free(static_cast<std::size_t>(question.argument[0])))
      *answer = stride_;
    return answer;
  }

 private:
  std::int64_t stride_;
};

TEST(ViewMutants, LibertiesPassAll) {
  for (std::int64_t stride : {0, 1, -77}) {
    LiberalView subject(stride);
    expect_to_pass(subject);
  }
}

TEST(ViewMutants, BreakEveryBindingClause) {
  std::set<std::string_view> broken;
  std::set<std::string_view> names;
  for (const BrokenView& row : broken_views()) {
    broken.insert(row.clause);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
  std::set<std::string_view> binding;
  for (const Clause& clause : kViewClauses)
    if (clause.status != ClauseStatus::kUnspecified) binding.insert(clause.id);
  EXPECT_EQ(broken, binding);
}

TEST(ViewScore, TellsTheDeadFromTheLiving) {
  const BrokenView kRows[] = {
      {"Whole", "view.flip", [] { return std::make_unique<BreakableView>(); }},
      {"Flips", "view.flip",
       [] { return std::make_unique<BreakableView>(Slip("FlipMovesBack")); }},
      {"Elsewhere", "view.permute",
       [] {
         return std::make_unique<BreakableView>(Slip("FlipDropsTheMask"));
       }},
  };
  const auto scores = score_views(kRows, cases());
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_FALSE(scores[0].is_killed());
  EXPECT_TRUE(scores[0].elsewhere.empty()) << scores[0].elsewhere;
  EXPECT_TRUE(scores[1].is_killed());
  EXPECT_TRUE(scores[1].killer.find(":flip:") != std::string::npos)
      << scores[1].killer;
  EXPECT_FALSE(scores[2].is_killed());
  EXPECT_FALSE(scores[2].elsewhere.empty());
}

}  // namespace
}  // namespace assay::mutants
