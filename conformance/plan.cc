// Makes the plan of a run. For every cell it adds the cases of the op's and the
// family's clauses and of the ladder of sizes; robustness mode adds the calls
// that break preconditions.
// Tested by tests/conformance/plan_test.cc.
#include "conformance/plan.h"

#include <algorithm>
#include <map>

#include "conformance/metamorphic_plan.h"
#include "harness/families/clause_cases.h"
#include "harness/generate/robustness_rows.h"
#include "harness/ladder/ladder.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Says how many cases of a clause a cell gets at a level.
struct Effort {
  int cases;    // of an ordinary clause
  int ladder;   // of a clause about sizes
  int layouts;  // of a clause about layouts: the first few of the list
  int casts;    // of a clause on one pair of dtypes
};
constexpr Effort kEfforts[] = {{1, 2, 2, 1}, {3, 18, 6, 1}, {3, 18, 6, 1}};
static_assert(std::size(kEfforts) == std::size(kLevelNames));

// Layouts other than contiguous, the most revealing first.
constexpr Layout kStridedLayouts[] = {Layout::kMixed,     Layout::kBroadcast,
                                      Layout::kFlip,      Layout::kSlice,
                                      Layout::kTranspose, Layout::kOffset};

// Returns whether nearly every dtype makes a pair with every other, as in
// casts. Each pair gets few cases.
bool has_many_pairs(Op op) { return family_of(op).name == "conversion"; }

void add_clause(PlannedCase plan, Level level, const Filter& filter,
                const Profile& profile, std::vector<PlannedCase>& cases) {
  const Effort& effort = kEfforts[static_cast<int>(level)];
  const ClauseCase* row = clause_case(plan.clause);
  // Asked last, because it draws the operands of a clause, which costs most.
  std::optional<bool> applicable;
  const auto add = [&] {
    if (!filter.selects(plan)) return;
    if (!applicable)
      applicable = is_applicable(plan.op, plan.variant, plan.dtype, plan.result,
                                 plan.clause, profile);
    if (*applicable) cases.push_back(plan);
  };
  if (row != nullptr && row->every_layout) {
    for (int i = 0; i < effort.layouts; ++i) {
      plan.layout = kStridedLayouts[i];
      add();
    }
    return;
  }
  int count = has_many_pairs(plan.op) ? effort.casts : effort.cases;
  if (row != nullptr && row->shape == CaseShape::kLadder) count = effort.ladder;
  if (row != nullptr && row->shape == CaseShape::kLongest) count = 2;
  if (row != nullptr && row->shape == CaseShape::kLongAxis) count = 3;
  if (row != nullptr && level != Level::kQuick)
    count = std::max(count, row->least_cases);
  for (plan.number = 0; plan.number < count; ++plan.number) add();
}

// Returns whether a step of the ladder would copy more elements than fit into
// memory.
constexpr Op kFlip = "flip"_op;
bool copies_too_much(const Cell& cell, const LadderStep& step,
                     const Profile& profile) {
  return cell.op == kFlip && step.rung == kBeyondInt32Rung &&
         profile.is("flip.result=copy"_policy);
}

// Adds the cases of the ladder of sizes.
void add_ladder(const Cell& cell, Level level, const Filter& filter,
                const Profile& profile, std::vector<PlannedCase>& cases) {
  constexpr Climb kClimbs[] = {Climb::kOneStep, Climb::kWhole, Climb::kDeep};
  const Climb climb = kClimbs[static_cast<int>(level)];
  for (const LadderStep& step : ladder_of(cell, climb)) {
    if (copies_too_much(cell, step, profile)) continue;
    if (const PlannedCase plan = planned_step(cell, step); filter.selects(plan))
      cases.push_back(plan);
  }
}

// Returns whether the clauses of the family are tried on a pair of dtypes. All
// pairs would be too many; each dtype is paired with itself and one other.
bool is_family_pair(DType from, DType to) {
  return (static_cast<int>(from) * 7 + 3) % kDTypeCount ==
             static_cast<int>(to) ||
         from == to;
}

// Adds the broken calls of a cell, each after its control. Those of one clause
// are numbered.
void add_breaches(const Cell& cell, const Filter& filter,
                  const Profile& profile, std::vector<PlannedCase>& cases) {
  PlannedCase plan{cell.op, cell.variant,        cell.dtype, cell.result,
                   "",      Layout::kContiguous, 0};
  std::map<std::string_view, int> numbers;
  for (const RobustnessRow& row : robustness_rows(cell)) {
    plan.clause = row.clause;
    plan.number = numbers[row.clause]++;
    if (is_applicable(cell.op, cell.variant, cell.dtype, cell.result,
                      row.clause, profile))
      continue;
    for (const Breach breach : {Breach::kControl, Breach::kBroken}) {
      plan.breach = breach;
      if (filter.selects(plan)) cases.push_back(plan);
    }
  }
}

// Returns the cells that robustness mode tries. At level quick that is one for
// each op and variant, on float32 if the op has it; at other levels all. The
// cells of cast are only a few pairs.
std::vector<Cell> robustness_cells(Level level) {
  std::vector<Cell> cells;
  for (const auto& [cell, required] : every_cell()) {
    if (has_many_pairs(cell.op) && !is_family_pair(cell.dtype, cell.result))
      continue;
    const bool is_next = !cells.empty() && cells.back().op == cell.op &&
                         cells.back().variant == cell.variant;
    if (level != Level::kQuick || !is_next)
      cells.push_back(cell);
    else if (cells.back().dtype != DType::kFloat32 &&
             cell.dtype == DType::kFloat32)
      cells.back() = cell;
  }
  return cells;
}

}  // namespace

std::optional<Level> level_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kLevelNames); ++i)
    if (kLevelNames[i] == name) return static_cast<Level>(i);
  return std::nullopt;
}

std::vector<PlannedCase> plan_cases(Level level, const Filter& filter,
                                    const Profile& profile,
                                    const PlannedSets& sets) {
  std::vector<PlannedCase> cases;
  for (const auto& [cell, required] : every_cell()) {
    if (!filter.may_select(cell.op) || !sets.contains(cell.op)) continue;
    PlannedCase plan{cell.op, cell.variant,        cell.dtype, cell.result,
                     "",      Layout::kContiguous, 0};
    for (const Clause& clause : spec_of(cell.op).clauses) {
      plan.clause = clause.id;
      add_clause(plan, level, filter, profile, cases);
    }
    const bool is_one_of_many =
        has_many_pairs(cell.op) && !is_family_pair(cell.dtype, cell.result);
    for (const Clause& clause : family_of(cell.op).clauses) {
      if (is_one_of_many) break;
      // A clause of the op replaces the one of its family on that aspect.
      const std::string_view id = clause.id;
      if (clause_of(cell.op, id.substr(id.find('.') + 1)) != id) continue;
      plan.clause = clause.id;
      add_clause(plan, level, filter, profile, cases);
    }
    add_ladder(cell, level, filter, profile, cases);
  }
  return cases;
}

std::vector<PlannedCase> plan_robustness(Level level, const Filter& filter,
                                         const Profile& profile,
                                         const PlannedSets& sets) {
  std::vector<PlannedCase> cases;
  for (const Cell& cell : robustness_cells(level))
    if (filter.may_select(cell.op) && sets.contains(cell.op))
      add_breaches(cell, filter, profile, cases);
  return cases;
}

std::vector<PlannedCase> plan_run(Level level, const Filter& filter,
                                  const Profile& profile, bool robustness,
                                  const PlannedSets& sets, Shapes shapes) {
  std::vector<PlannedCase> cases = plan_cases(level, filter, profile, sets);
  for (PlannedCase& planned : cases) planned.shapes = shapes;
  // The cases of a cell are next to each other.
  for (std::size_t i = 0; i < cases.size(); ++i)
    cases[i].controlled = i == 0 || !(cases[i].cell() == cases[i - 1].cell());
  const auto relations = plan_relations(level, filter, profile, sets);
  cases.insert(cases.end(), relations.begin(), relations.end());
  if (!robustness) return cases;
  const auto broken = plan_robustness(level, filter, profile, sets);
  cases.insert(cases.end(), broken.begin(), broken.end());
  return cases;
}

std::optional<PlannedCase> planned_case(std::string_view id, Level level) {
  const SplitId split_id(id);
  const auto op =
      split_id.path.size() > 1 ? op_named(split_id.path[1]) : std::nullopt;
  if (!op) return std::nullopt;
  const Filter filter = *Filter::parse(name_of(*op));
  for (PlannedCase& plan : is_robustness_id(id) ? plan_robustness(level, filter)
                                                : plan_cases(level, filter)) {
    if (has_few_shapes(id)) plan.shapes = Shapes::kFew;
    if (plan.id() == id) return plan;
  }
  return std::nullopt;
}

}  // namespace assay
