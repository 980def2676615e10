// Rows of mutants and of liberties, and the check of one row: each mutant is
// caught by the clause that it breaks, with the verdict that says how, and the
// reference passes the very same case.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/plan.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "tests/harness/plans.h"
#include "tests/mutants/mutant_row.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/two_place_reference.h"

namespace assay::mutants {

using test::prepared;

inline void PrintTo(const MutantRow& row, std::ostream* out) {
  *out << row.name;
}
inline std::string name_of_row(const testing::TestParamInfo<MutantRow>& row) {
  return std::string(row.param.name);
}

// Holds a behaviour that the contract permits. The suite must not call it a
// failure.
struct PermittedRow {
  std::string_view name;
  Maker make;
  std::string_view filter;
};

inline std::vector<PlannedCase> planned(std::string_view filter, Level level) {
  const auto parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message;
  return parsed.ok() ? plan_cases(level, *parsed) : std::vector<PlannedCase>{};
}

// Runs the cases of the row's clause until one says what the mutant does, and
// that one on the reference.
inline void expect_caught(const MutantRow& row, Level level) {
  ASSERT_NE(clause_named(row.clause), nullptr);
  InProcessSubject honest(make_honest(op_of(row)));
  InProcessSubject mutant(row.make(), row.make);
  Reference oracle;
  std::string seen;
  for (const PlannedCase& plan : planned(row.filter, level)) {
    if (plan.clause != row.clause) continue;
    const Case test_case = prepared(plan);
    const CaseOutcome wrong = run_case(test_case, mutant, nullptr, &oracle);
    if (!is_failure(wrong.verdict)) continue;
    ASSERT_TRUE(wrong.failure.has_value());
    EXPECT_FALSE(wrong.failure->message.empty());
    EXPECT_NE(wrong.verdict, Verdict::kHarnessError) << plan.id();
    if (wrong.verdict != row.verdict) {
      seen += "\n  " + plan.id() + " " + std::string(name_of(wrong.verdict));
      continue;
    }
    const CaseOutcome right = run_case(test_case, honest, nullptr, &oracle);
    EXPECT_EQ(right.verdict, Verdict::kPass)
        << plan.id() << ": " << (right.failure ? right.failure->message : "");
    return;
  }
  ADD_FAILURE() << "no " << name_of(row.verdict) << " of " << row.clause
                << "; seen:" << seen;
}

inline void expect_permitted(const PermittedRow& row, Level level) {
  SCOPED_TRACE(row.name);
  InProcessSubject subject(row.make());
  const auto plans = planned(row.filter, level);
  ASSERT_FALSE(plans.empty()) << row.filter;
  for (const PlannedCase& plan : plans) {
    const CaseOutcome outcome = run_case(prepared(plan), subject);
    EXPECT_EQ(outcome.verdict, Verdict::kPass)
        << plan.id() << ": "
        << (outcome.failure ? outcome.failure->message : "");
  }
}

}  // namespace assay::mutants
