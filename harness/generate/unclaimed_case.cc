// Takes a plain case of a cell of op set lax, and permits a refusal.
// Tested by tests/harness/generate/unclaimed_case_test.cc.
#include "harness/generate/unclaimed_case.h"

#include <vector>

#include "harness/case/seed.h"
#include "harness/families/clause_cases.h"
#include "harness/generate/build_case.h"
#include "spec/cells.h"

namespace assay {
namespace {

// Returns the first clause of its op that a cell is tested on.
std::string_view plainest_clause(const Cell& cell) {
  for (const Clause& clause : spec_of(cell.op).clauses)
    if (clause.status != ClauseStatus::kUnspecified &&
        is_applicable(cell.op, cell.variant, cell.dtype, cell.result,
                      clause.id))
      return clause.id;
  return {};
}

// Returns the cells that lax owns, but for factors, which have no plain values,
// and for indices, whose calls may be refused for other reasons.
const std::vector<Cell>& cells_of_lax() {
  static const std::vector<Cell> cells = [] {
    std::vector<Cell> found;
    for (const auto& [cell, required] : every_cell()) {
      const std::string_view family = family_of(cell.op).name;
      if (set_of(cell.op) == "lax" && family != "linalg" &&
          family != "indexing" && !plainest_clause(cell).empty())
        found.push_back(cell);
    }
    return found;
  }();
  return cells;
}

}  // namespace

Case build_unclaimed_case(const PlannedCase& plan, std::uint64_t run_seed) {
  const std::vector<Cell>& cells = cells_of_lax();
  // A step that has no divisor in common with the count visits every cell.
  constexpr std::size_t kStep = 101;
  const Cell& cell =
      cells[(static_cast<std::size_t>(plan.number) * kStep + 7) % cells.size()];
  const PlannedCase plain{cell.op,
                          cell.variant,
                          cell.dtype,
                          cell.result,
                          plainest_clause(cell),
                          Layout::kContiguous,
                          0};
  Case made = build_case(plain, run_seed);
  made.id = plan.id();
  made.clause = plan.clause;
  made.seed = case_seed(run_seed, made.id);
  for (Step& step : made.steps)
    if (step.op == cell.op) step.kind = kRefusal;
  return made;
}

}  // namespace assay
