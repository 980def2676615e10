// Selects the cases that may refute an explanation, those about the same clause
// first, and runs them in a pool of workers.
// Tested by tests/conformance/explain_failures_test.cc.
#include "conformance/explain_failures.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "conformance/case_runner.h"
#include "conformance/worker_pool.h"

namespace assay {
namespace {

constexpr const char* kRefutersFile = "explanations.partial";

// The explanations of a cell and the clauses of the cases that they explain.
struct Explained {
  std::set<std::string> names;
  std::set<std::string> clauses;
};

std::map<std::string, Explained> explained_cells(
    const std::vector<std::optional<Record>>& records) {
  std::map<std::string, Explained> cells;
  for (const auto& record : records) {
    if (!record || record->explained_by.empty()) continue;
    Explained& cell = cells[cell_text(*record)];
    cell.names.insert(record->explained_by.begin(), record->explained_by.end());
    cell.clauses.insert(record->clause);
  }
  return cells;
}

// Returns the positions of the cases that passed in these cells.
std::vector<std::size_t> refuters(
    const std::vector<PlannedCase>& plan,
    const std::vector<std::optional<Record>>& records,
    const std::map<std::string, Explained>& cells) {
  std::map<std::string, std::vector<std::size_t>> of_cell;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!records[i] || records[i]->verdict != Verdict::kPass ||
        plan[i].rung != 0 || plan[i].relation != Relation::kNone ||
        plan[i].stored || plan[i].breach != Breach::kNone)
      continue;
    const std::string cell = cell_text(*records[i]);
    if (cells.contains(cell)) of_cell[cell].push_back(i);
  }
  std::vector<std::size_t> chosen;
  for (auto& [cell, positions] : of_cell) {
    const auto& clauses = cells.at(cell).clauses;
    std::stable_partition(
        positions.begin(), positions.end(),
        [&](std::size_t i) { return clauses.contains(records[i]->clause); });
    positions.resize(std::min(positions.size(), kMostRefuters));
    chosen.insert(chosen.end(), positions.begin(), positions.end());
  }
  return chosen;
}

}  // namespace

std::optional<CheckFailure> drop_refuted(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    std::vector<std::optional<Record>>& records, CheckReport& report) {
  const auto cells = explained_cells(records);
  const std::vector<std::size_t> to_do = refuters(plan, records, cells);
  if (to_do.empty()) return std::nullopt;
  CellExplanations names;
  for (const auto& [cell, explained] : cells)
    names[cell] = {explained.names.begin(), explained.names.end()};
  CheckOptions trial = options;
  trial.to_refute = &names;
  const auto path = options.out / kRefutersFile;
  auto lines = PartialRecords::open(path, false);
  if (!lines)
    return CheckFailure{CheckError::kUnwritable, lines.status().message};
  std::map<std::string, std::set<std::string>> refuted;
  RunSignals signals;
  WorkerPool pool(trial, plan, to_do, *lines, signals,
                  [&](const Record& record, const auto&) {
                    if (record.verdict == Verdict::kPass)
                      refuted[cell_text(record)].insert(
                          record.explained_by.begin(),
                          record.explained_by.end());
                  });
  auto failure = pool.start();
  while (!failure && !pool.is_finished() && !signals.interrupted()) {
    pool.wait(20);  // milliseconds
    failure = pool.look();
  }
  pool.stop();
  report.interrupted = signals.interrupted();
  std::error_code error;
  std::filesystem::remove(path, error);
  for (auto& record : records) {
    if (!record || record->explained_by.empty()) continue;
    const auto& gone = refuted[cell_text(*record)];
    std::erase_if(record->explained_by,
                  [&](const std::string& name) { return gone.contains(name); });
  }
  return failure;
}

}  // namespace assay
