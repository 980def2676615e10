// Checks that no failing case of a mutant accuses a clause about memory, layout
// or repetition that the mutant keeps: wrong values fail those cases too, and
// must be put down to the clause about values.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/run/broken_clause.h"
#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

constexpr std::string_view kAspects[] = {
    "strided_operands", "layout_invariance", "operands_kept", "stray_writes",
    "repeatable",       "exact_alias",       "every_element"};

bool is_structural(std::string_view clause) {
  const std::string_view aspect = clause.substr(clause.find('.') + 1);
  return std::find(std::begin(kAspects), std::end(kAspects), aspect) !=
         std::end(kAspects);
}

// Returns the clauses that failing cases of the mutant accuse, with the first
// case of each. Of the cases of a clause it runs a few.
std::map<std::string, std::string> accused_by(const MutantRow& row) {
  constexpr int kCasesOfClause = 6;
  Reference oracle;
  InProcessSubject mutant(row.make());
  std::map<std::string_view, int> counts;
  std::map<std::string, std::string> accused;
  for (const PlannedCase& plan : planned(row.filter, Level::kQuick)) {
    if (!is_structural(plan.clause) || plan.rung > 0 ||
        ++counts[plan.clause] > kCasesOfClause)
      continue;
    ShrunkCase failed{prepared(plan), {}};
    failed.outcome = run_case(failed.test_case, mutant);
    if (!is_failure(failed.outcome.verdict)) continue;
    const std::string broken =
        broken_clause(plan, failed, {oracle, mutant, kNx});
    accused.try_emplace(broken.empty() ? std::string(plan.clause) : broken,
                        plan.id());
  }
  return accused;
}

TEST(Attribution, AccusesNoClauseThatAMutantKeeps) {
  std::size_t wrong = 0, right = 0;
  for (const MutantRow& row : every_mutant())
    for (const auto& [clause, id] : accused_by(row)) {
      if (!is_structural(clause) || clause == row.clause) {
        ++right;
        continue;
      }
      ++wrong;
      ADD_FAILURE() << row.name << " breaks " << row.clause << ", and " << id
                    << " accuses " << clause;
    }
  std::printf("%zu right, %zu wrong\n", right, wrong);
}

}  // namespace
}  // namespace assay::mutants
