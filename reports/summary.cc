// Tested by tests/reports/summary_test.cc.
#include "reports/summary.h"

#include <algorithm>
#include <tuple>

#include "spec/op_table.h"

namespace assay {
namespace {

template <typename List, typename Matches, typename Value>
auto& find_or_add(List& list, Matches matches, Value fresh) {
  const auto found = std::find_if(list.rbegin(), list.rend(), matches);
  if (found != list.rend()) return *found;
  list.push_back(std::move(fresh));
  return list.back();
}

// Adds a record to the group of its clause and op.
void add_to_group(std::vector<ClauseFailures>& groups, const Record& record) {
  find_or_add(
      groups,
      [&](const ClauseFailures& group) {
        return group.clause == record.clause && group.op == record.op;
      },
      ClauseFailures{record.clause, record.op, {}})
      .records.push_back(&record);
}

// Whether the op table requires the cell of a record.
bool is_required(const Record& record) {
  const auto op = op_named(record.op);
  const auto arrow = record.dtype.find('>');
  const auto dtype = dtype_named(record.dtype.substr(0, arrow));
  const auto result = arrow == std::string::npos
                          ? dtype
                          : dtype_named(record.dtype.substr(arrow + 1));
  if (!op || !dtype || !result) return false;
  const Variant* variant = variant_named(spec_of(*op), record.variant);
  return variant != nullptr &&
         need_of(*op, *variant, *dtype, *result) == Need::kRequired;
}

struct CellState {
  bool required = false;
  bool passed = false;
  bool broken = false;
};

}  // namespace

Summary summarize(const std::vector<Record>& records) {
  Summary summary;
  std::map<std::tuple<std::string, std::string, std::string>, CellState> cells;
  for (const Record& record : records) {
    if (is_of_robustness(record)) continue;
    OpSummary& op = find_or_add(
        summary.ops,
        [&](const OpSummary& row) {
          return row.op == record.op && row.variant == record.variant;
        },
        OpSummary{.op = record.op, .variant = record.variant});
    CellState& cell = cells[{record.op, record.variant, record.dtype}];
    cell.required = is_required(record);
    ++op.cases;
    if (record.verdict == Verdict::kPass) {
      ++op.passed;
      cell.passed = cell.passed || record.compared > 0;
    } else if (record.verdict == Verdict::kUnsupported) {
      ++op.unsupported;
      cell.broken = true;  // claimed perhaps, but not proven
    } else {
      ++op.failed;
      cell.broken = true;
      add_to_group(summary.failures, record);
    }
    if (record.differs_from_nx) add_to_group(summary.differences, record);
    op.max_ulp = std::max(op.max_ulp, record.max_ulp);
  }
  for (const OpSummary& op : summary.ops) {
    summary.cases += op.cases;
    summary.passed += op.passed;
    summary.failed += op.failed;
    summary.unsupported += op.unsupported;
  }
  for (const auto& [name, cell] : cells)
    summary.proven += cell.required && cell.passed && !cell.broken ? 1 : 0;
  return summary;
}

}  // namespace assay
