// Tries explanations on the cases that passed, and pairs of policy values on
// what is still unexplained.
// Tested by tests/conformance/explain_failures_test.cc.
#include "conformance/explain_failures.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "conformance/case_runner.h"
#include "conformance/worker_pool.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

constexpr const char* kTrialsFile = "explanations.partial";

// A mistake of a whole kernel is dropped if more than one in this many of the
// failing answers of a cell, where it makes a difference, contradict it.
// Another cause may have spoilt the few.
constexpr std::size_t kContradictedShare = 4;

// Drops the mistakes that other failing cases of the cell contradict, and the
// marks of contradiction.
void weigh_mistakes(std::vector<Boxed<Record>>& records) {
  struct Votes {
    std::size_t for_it = 0;
    std::size_t against = 0;
  };
  std::map<std::pair<std::string, std::string>, Votes> votes;
  for (const auto& record : records) {
    if (!record) continue;
    for (const std::string& name : record->explained_by)
      if (name.starts_with('!'))
        ++votes[{cell_text(*record), name.substr(1)}].against;
      else
        ++votes[{cell_text(*record), name}].for_it;
  }
  for (auto& record : records) {
    if (!record) continue;
    std::erase_if(record->explained_by, [&](const std::string& name) {
      if (name.starts_with('!')) return true;
      const Votes& vote = votes.at({cell_text(*record), name});
      return kContradictedShare * vote.against > vote.for_it + vote.against;
    });
  }
}

// Returns the explanations of each cell that has some.
CellExplanations explanations_by_cell(
    const std::vector<Boxed<Record>>& records) {
  CellExplanations cells;
  for (const auto& record : records) {
    if (!record || record->explained_by.empty()) continue;
    auto& names = cells[cell_text(*record)];
    for (const std::string& name : record->explained_by)
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
  }
  return cells;
}

// Returns the positions of the cases that passed in these cells.
std::vector<std::size_t> refuters(const std::vector<PlannedCase>& plan,
                                  const std::vector<Boxed<Record>>& records,
                                  const CellExplanations& cells) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (records[i] && records[i]->verdict == Verdict::kPass &&
        plan[i].rung == 0 && plan[i].relation == Relation::kNone &&
        !plan[i].stored && plan[i].breach == Breach::kNone &&
        cells.contains(cell_text(*records[i])))
      positions.push_back(i);
  return positions;
}

// Tries explanations on cases, in workers, and calls `take` with each record
// that names some.
std::optional<CheckFailure> run_trial(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    const std::vector<std::size_t>& to_do, const CellExplanations& names,
    Trial kind, CheckReport& report,
    const std::function<void(const Record&)>& take) {
  if (to_do.empty() || report.interrupted) return std::nullopt;
  CheckOptions trial = options;
  trial.tried = &names;
  trial.trial = kind;
  const auto path = options.out / kTrialsFile;
  auto lines = PartialRecords::open(path, false);
  if (!lines)
    return CheckFailure{CheckError::kUnwritable, lines.status().message};
  RunSignals signals;
  WorkerPool pool(trial, plan, to_do, *lines, signals,
                  [&](const HandedCase& done) {
                    if (done.record->verdict == Verdict::kPass)
                      take(*done.record);
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
  return failure;
}

// Returns, for each cell, the pairs of policy values that explain failures of
// other cases and that its op is in scope of.
CellExplanations pairs_of_policies(const std::vector<Boxed<Record>>& records,
                                   const std::vector<std::size_t>& to_do) {
  std::set<std::string> policies;
  for (const auto& record : records)
    if (record)
      for (const std::string& name : record->explained_by)
        if (policy_named(name)) policies.insert(name);
  CellExplanations pairs;
  for (const std::size_t i : to_do) {
    auto& names = pairs[cell_text(*records[i])];
    if (!names.empty()) continue;
    const auto fits = [&](const std::string& name) {
      return is_in_scope(policy_named(name)->axis, records[i]->op);
    };
    for (auto a = policies.begin(); a != policies.end(); ++a)
      for (auto b = std::next(a); b != policies.end(); ++b)
        if (fits(*a) && fits(*b) &&
            policy_named(*a)->axis != policy_named(*b)->axis)
          names.push_back(*a + "+" + *b);
  }
  return pairs;
}

}  // namespace

std::optional<CheckFailure> settle_explanations(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    std::vector<Boxed<Record>>& records, CheckReport& report) {
  weigh_mistakes(records);
  const CellExplanations names = explanations_by_cell(records);
  std::map<std::string, std::set<std::string>> refuted;
  if (auto failure = run_trial(
          options, plan, refuters(plan, records, names), names, Trial::kRefute,
          report, [&](const Record& record) {
            refuted[cell_text(record)].insert(record.explained_by.begin(),
                                              record.explained_by.end());
          }))
    return failure;
  for (auto& record : records) {
    if (!record || record->explained_by.empty()) continue;
    const auto& gone = refuted[cell_text(*record)];
    std::erase_if(record->explained_by,
                  [&](const std::string& name) { return gone.contains(name); });
  }
  std::vector<std::size_t> open;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i] || records[i]->verdict != Verdict::kFail ||
        !records[i]->explained_by.empty() || plan[i].rung != 0)
      continue;
    open.push_back(i);
    places[records[i]->id] = i;
  }
  const CellExplanations pairs = pairs_of_policies(records, open);
  std::erase_if(open, [&](std::size_t i) {
    return pairs.at(cell_text(*records[i])).empty();
  });
  return run_trial(options, plan, open, pairs, Trial::kExplain, report,
                   [&](const Record& record) {
                     records[places.at(record.id)]->explained_by =
                         record.explained_by;
                   });
}

}  // namespace assay
