// Walks the records once, and sums up ops, cells and clauses.
// Tested by tests/reports/summary_test.cc.
#include "reports/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "spec/op_lookup.h"

namespace assay {
namespace {

template <typename List, typename Matches, typename Value>
auto& find_or_add(List& list, Matches matches, Value fresh) {
  const auto found = std::find_if(list.rbegin(), list.rend(), matches);
  if (found != list.rend()) return *found;
  list.push_back(std::move(fresh));
  return list.back();
}

// Adds a record to the group of the clause that it shows to be broken, and of
// its op. Cases with an expectation are also grouped by its reason.
void add_to_group(std::vector<ClauseFailures>& groups, const Record& record) {
  find_or_add(
      groups,
      [&](const ClauseFailures& group) {
        return group.clause == broken_of(record) && group.op == record.op &&
               group.records.front()->reason == record.reason;
      },
      ClauseFailures{broken_of(record), record.op, {}})
      .records.push_back(&record);
}

// Adds the cell of a record to those without support.
void add_lacking(std::vector<LackingCells>& lacking, const Record& record) {
  auto& dtypes =
      find_or_add(
          lacking,
          [&](const LackingCells& cells) {
            return cells.op == record.op && cells.variant == record.variant;
          },
          LackingCells{record.op, record.variant, {}})
          .dtypes;
  if (std::find(dtypes.begin(), dtypes.end(), record.dtype) == dtypes.end())
    dtypes.push_back(record.dtype);
}

// Returns whether the op table requires the cell of a record of the op.
bool is_required(const Record& record, Op op) {
  const auto arrow = record.dtype.find('>');
  const auto dtype = dtype_named(record.dtype.substr(0, arrow));
  const auto result = arrow == std::string::npos
                          ? dtype
                          : dtype_named(record.dtype.substr(arrow + 1));
  if (!dtype || !result) return false;
  const Variant* variant = variant_named(spec_of(op), record.variant);
  return variant != nullptr &&
         need_of(op, *variant, *dtype, *result) == Need::kRequired;
}

// The planned set whose score counts the cell of a record, since the row is its
// own; empty if none does. A set that requires no cell counts optional ones.
std::string_view scoring_set(const Record& record, bool required,
                             const std::vector<SetCells>& sets,
                             const OpSetTable& table) {
  const auto op = op_named(record.op);
  if (!op) return {};
  const std::string_view owner = table.owner(*op);
  const bool is_scored =
      std::any_of(sets.begin(), sets.end(), [&](const SetCells& cells) {
        return cells.is_planned && cells.name == owner &&
               (required || cells.required == 0);
      });
  return is_scored ? owner : std::string_view();
}

struct CellState {
  bool required = false;
  std::string_view scored_by;  // a planned set, or none
  std::string_view family;     // of the op, if the table has it
  bool claimed = false;
  bool passed = false;
  bool broken = false;
  const Record* first = nullptr;
  std::vector<std::string> needs;  // what cases outside of the claims need
};

// Returns whether the claims do not reach a case, or it needs an op that the
// subject does not claim.
bool is_outside(const Record& record) {
  return record.verdict == Verdict::kUnsupported && !record.needs.empty();
}

// Returns why no case of a claimed cell passed.
std::string reason_of(const CellState& cell) {
  constexpr std::size_t kShown = 3;
  if (cell.broken) return "its cases fail";
  if (cell.needs.empty()) return "its cases compare nothing";
  const auto end = cell.needs.begin() + static_cast<std::ptrdiff_t>(std::min(
                                            cell.needs.size(), kShown));
  return fmt::format("its cases need {}{}",
                     fmt::join(cell.needs.begin(), end, ", "),
                     cell.needs.size() > kShown ? ", …" : "");
}

// Adds a claimed cell without a passed case.
void add_unproven(std::vector<UnprovenCells>& unproven, const CellState& cell) {
  const Record& record = *cell.first;
  const std::string reason = reason_of(cell);
  find_or_add(
      unproven,
      [&](const UnprovenCells& cells) {
        return cells.op == record.op && cells.variant == record.variant &&
               cells.reason == reason;
      },
      UnprovenCells{record.op, record.variant, reason, {}})
      .dtypes.push_back(record.dtype);
}

}  // namespace

bool Summary::conforms(const Gate& gate) const {
  if (failed > 0 || missing > 0) return false;
  if (gate.strict && !unexpected_passes.empty()) return false;
  if (gate.require && !lacking.empty()) return false;
  return gate.part || (passed + expected > 0 && compared > 0);
}

std::string why_void(const RunRecord& run, const Summary& summary,
                     const Gate& gate) {
  const ControlCount& controls = run.controls;
  if (controls.caught != controls.made)
    return fmt::format(
        "{} of {} live controls were not judged a failure, so no verdict of "
        "the run counts; one is {}",
        controls.made - controls.caught, controls.made, controls.missed);
  // If cases fail, the run makes no claim that a judge which accepts everything
  // could produce. The cases that should have had controls may be those that
  // died.
  if (controls.made == 0 && !gate.part && summary.compared_in_passes > 0 &&
      summary.failed == 0)
    return "it has no live controls, so nothing shows that its judge refuses "
           "wrong results";
  return {};
}

std::string why_incomplete(const Summary& summary) {
  if (summary.missing == 0) return {};
  return fmt::format("{} of {} cases have no result", summary.missing,
                     summary.cases);
}

Summary summarize(const RunRecord& run, const std::vector<Record>& records,
                  const OpSetTable& table) {
  const std::vector<SetCells> sets = sets_of(run);
  Summary summary;
  std::map<std::tuple<std::string, std::string, std::string>, CellState> cells;
  std::vector<const CellState*> in_order;
  for (const Record& record : records) {
    if (!is_of_conformance(record)) continue;
    // A trial that the subject cannot run, such as one with two contexts, says
    // nothing about the cell.
    const bool is_not_run =
        is_metamorphic(record) && record.verdict == Verdict::kUnsupported;
    OpSummary& op = find_or_add(
        summary.ops,
        [&](const OpSummary& row) {
          return row.op == record.op && row.variant == record.variant;
        },
        OpSummary{.op = record.op, .variant = record.variant});
    CellState& cell = cells[{record.op, record.variant, record.dtype}];
    if (cell.first == nullptr) {
      cell.first = &record;
      const auto known = op_named(record.op);
      cell.required = known && is_required(record, *known);
      cell.scored_by = scoring_set(record, cell.required, sets, table);
      if (known) cell.family = family_of(*known).name;
      in_order.push_back(&cell);
    }
    const bool is_unclaimed =
        record.verdict == Verdict::kUnsupported && !is_outside(record);
    cell.claimed = cell.claimed || (!is_unclaimed && !is_not_run);
    op.claimed = op.claimed || cell.claimed;
    ++op.cases;
    summary.compared += record.compared;
    if (record.verdict == Verdict::kPass)
      summary.compared_in_passes += record.compared;
    if (record.verdict == Verdict::kPass)
      cell.passed = cell.passed || record.compared > 0;
    else if (is_outside(record) && !is_metamorphic(record)) {
      if (std::find(cell.needs.begin(), cell.needs.end(), record.needs) ==
          cell.needs.end())
        cell.needs.push_back(record.needs);
    } else if (!is_not_run)
      cell.broken = true;  // maybe claimed, but not proven
    switch (record.verdict) {
      case Verdict::kPass:
        ++op.passed;
        break;
      case Verdict::kUnsupported:
        ++op.unsupported;
        if (cell.required && !cell.scored_by.empty() && !is_not_run &&
            is_unclaimed)
          add_lacking(summary.lacking, record);
        break;
      case Verdict::kMissing:
        ++op.missing;
        break;
      case Verdict::kExpectedFailure:
        ++op.expected;
        add_to_group(summary.expected_failures, record);
        break;
      case Verdict::kFlaky:
        ++op.expected;
        add_to_group(summary.flaky, record);
        break;
      case Verdict::kUnexpectedPass:
        ++op.expected;
        add_to_group(summary.unexpected_passes, record);
        break;
      default:
        ++op.failed;
        add_to_group(summary.failures, record);
    }
    if (record.differs_from_nx) add_to_group(summary.differences, record);
    op.max_ulp = std::max(op.max_ulp, record.max_ulp);
    if (record.tightness > op.tightness) {
      op.tightness = record.tightness;
      op.tightest = record.dtype;
    }
  }
  for (const OpSummary& op : summary.ops) {
    summary.cases += op.cases;
    summary.passed += op.passed;
    summary.failed += op.failed;
    summary.unsupported += op.unsupported;
    summary.missing += op.missing;
    summary.expected += op.expected;
  }
  for (const CellState* cell : in_order) {
    if (!cell->scored_by.empty()) {
      const std::int64_t proven = cell->passed && !cell->broken ? 1 : 0;
      for (CellCount* count : {&summary.cells_of[std::string(cell->scored_by)],
                               &summary.cells_of_family[fmt::format(
                                   "{}/{}", cell->scored_by, cell->family)]}) {
        ++count->selected;
        count->claimed += cell->claimed ? 1 : 0;
        count->proven += proven;
      }
      if (cell->required) summary.proven += proven;
    }
    if (cell->claimed && !cell->passed) add_unproven(summary.unproven, *cell);
  }
  return summary;
}

Summary summarize(const std::vector<Record>& records) {
  return summarize(RunRecord(), records);
}

}  // namespace assay
