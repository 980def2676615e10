// Every mutant of the view module fails a case of the clause that it breaks,
// and the module itself passes that very case; every binding clause has one.
#include "tests/mutants/view_rows.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/view_case_plan.h"
#include "tests/mutants/view_step_rows.h"
#include "tests/mutants/view_transform_rows.h"

namespace assay::mutants {
namespace {

std::vector<ViewMutantRow> every_row() {
  std::vector<ViewMutantRow> rows;
  const auto append = [&](const auto& table) {
    rows.insert(rows.end(), std::begin(table), std::end(table));
  };
  append(kViewPropertyMutants);
  append(kViewIndexMutants);
  append(kViewReshapeMutants);
  append(kViewTransformMutants);
  return rows;
}

const std::vector<ViewCase>& cases() {
  static const auto planned = planned_view_cases();
  return *planned;
}

class ViewMutants : public testing::TestWithParam<ViewMutantRow> {};

TEST_P(ViewMutants, FailTheirClause) {
  int caught = 0;
  std::string seen;
  for (const ViewCase& view_case : cases()) {
    SymbolicViewSubject right;
    ViewMutant mutant(GetParam().fault);
    ASSERT_EQ(judge_view_case(view_case, right).verdict, Verdict::kPass)
        << view_case.id;
    const ViewJudgement judgement = judge_view_case(view_case, mutant);
    if (judgement.verdict == Verdict::kPass) continue;
    seen += "\n  " + view_case.id + ": " + judgement.message;
    EXPECT_EQ(judgement.verdict, Verdict::kFail) << view_case.id;
    EXPECT_FALSE(judgement.message.empty()) << view_case.id;
    if (view_case.clause == GetParam().clause) ++caught;
  }
  EXPECT_GT(caught, 0) << "no case of " << GetParam().clause
                       << "; seen:" << seen;
}

INSTANTIATE_TEST_SUITE_P(All, ViewMutants, testing::ValuesIn(every_row()),
                         [](const auto& row) {
                           return std::string(row.param.name);
                         });

// The functions that stand for the module's do no harm by themselves.
TEST(ViewMutants, NoFaultPassesAll) {
  for (const ViewCase& view_case : cases()) {
    ViewMutant view({});
    const ViewJudgement judgement = judge_view_case(view_case, view);
    EXPECT_EQ(judgement.verdict, Verdict::kPass)
        << view_case.id << ": " << judgement.message;
  }
}

TEST(ViewMutants, BreakEveryBindingClause) {
  std::set<std::string_view> broken;
  for (const ViewMutantRow& row : every_row()) broken.insert(row.clause);
  std::set<std::string_view> binding;
  for (const Clause& clause : kViewClauses)
    if (clause.status != ClauseStatus::kUnspecified) binding.insert(clause.id);
  EXPECT_EQ(broken, binding);
}

}  // namespace
}  // namespace assay::mutants
