// Checks that no failing case of a mutant accuses a clause about memory, layout
// or repetition that the mutant keeps: wrong values fail those cases too, and
// must be put down to the clause about values.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harness/run/broken_clause.h"
#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

constexpr std::string_view kAspects[] = {
    "strided_operands", "layout_invariance", "operands_kept", "stray_writes",
    "repeatable",       "exact_alias",       "every_element"};

bool is_structural(std::string_view clause) {
  return std::find(std::begin(kAspects), std::end(kAspects),
                   aspect_of(clause)) != std::end(kAspects);
}

// Lists which aspect a mutant of another one breaks as well, so that a case may
// accuse it.
struct AlsoBroken {
  std::string_view by;
  std::string_view aspect;
  std::string_view reason;
};
constexpr AlsoBroken kAlsoBroken[] = {
    {"empty", "stray_writes", "it writes past the end of every call"},
    {"empty_result", "stray_writes", "it writes past the end of every call"},
    {"layout_invariance", "strided_operands",
     "it is wrong on strided operands beyond any bound"},
    {"strided_operands", "every_element",
     "it takes the strides of contiguous matrices for others too"},
    {"repeated_mask", "strided_operands",
     "it misreads every operand that stride 0 repeats"},
    {"operands_kept", "repeatable", "the second call gets other operands"},
    {"strided_operands", "operands_kept", "it packs the operand itself"},
    {"every_element", "exact_alias",
     "the poison of the element that it leaves out may be right"},
    {"fresh", "operands_kept", "its result is the operand"},
    {"template", "operands_kept", "the template is an operand"},
    {"template_kept", "operands_kept", "the template is an operand"},
    {"repeatable", "layout_invariance", "its two calls differ anyway"},
    {"repeatable", "every_element", "it is right in every second call"},
    {"value", "every_element",
     "it computes from operands that the call has overwritten"},
    {"value", "exact_alias",
     "it computes from operands that the call has overwritten"},
    {"infinity", "every_element",
     "it computes from operands that the call has overwritten"},
    {"small", "every_element",
     "it computes from operands that the call has overwritten"},
    {"small", "exact_alias",
     "it computes from operands that the call has overwritten"},
    {"complex_small", "every_element",
     "it computes from operands that the call has overwritten"},
    {"complex_small", "exact_alias",
     "it computes from operands that the call has overwritten"},
    {"metadata", "strided_operands", "it changes the shape of every result"},
    {"exact_bits", "repeatable", "it is wrong in every plan"},
    {"exact_bits", "operands_kept", "it is wrong in every plan"},
    {"local", "repeatable", "it is wrong in every plan"},
    {"local", "operands_kept", "it is wrong in every plan"},
    {"value_special", "repeatable", "it is wrong in every plan"},
    {"value_special", "operands_kept", "it is wrong in every plan"},
    {"sizes", "repeatable", "it is wrong in every plan"},
    {"sizes", "operands_kept", "it is wrong in every plan"},
    {"decline", "operands_kept", "it writes into the operands"},
};

bool is_also_broken(std::string_view by, std::string_view accused) {
  return std::any_of(std::begin(kAlsoBroken), std::end(kAlsoBroken),
                     [&](const AlsoBroken& row) {
                       return row.by == aspect_of(by) &&
                              row.aspect == aspect_of(accused);
                     });
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
  std::size_t accusations = 0;
  for (const MutantRow& row : every_mutant())
    for (const auto& [clause, id] : accused_by(row)) {
      ++accusations;
      // Where few elements decide, or few are selected, a call with contiguous
      // operands may be right by chance.
      if (row.name == "ReadsTheNextElement" &&
          (clause == "statistics.strided_operands" ||
           clause == "selection.strided_operands" ||
           clause == "movement.strided_operands"))
        continue;
      EXPECT_TRUE(!is_structural(clause) || clause == row.clause ||
                  is_also_broken(row.clause, clause))
          << row.name << " breaks " << row.clause << ", and " << id
          << " accuses " << clause;
    }
  EXPECT_GT(accusations, 1000u);
}

}  // namespace
}  // namespace assay::mutants
