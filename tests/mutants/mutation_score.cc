// Tested by tests/mutants/mutation_score_test.cc.
#include "tests/mutants/mutation_score.h"

#include <algorithm>
#include <chrono>
#include <compare>
#include <utility>

#include "conformance/vectors.h"
#include "harness/families/clause_cases.h"
#include "harness/families/drawn_families.h"
#include "harness/generate/build_case.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/two_place_reference.h"

namespace assay::mutants {
namespace {

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Returns whether a case has 2^25 elements. Only its own mutants are worth
// that.
bool is_longest(const PlannedCase& plan) {
  const ClauseCase* row = clause_case(plan.clause);
  return row != nullptr && row->shape == CaseShape::kLongest;
}

// The cases of one op at a level, prepared when they are first needed.
class OpCases {
 public:
  OpCases(Op op, std::span<const PlannedCase> plans) : op_(op) {
    for (const PlannedCase& plan : plans)
      cases_.push_back({&plan, plan.id(), std::nullopt});
  }

  Op op() const { return op_; }
  std::size_t size() const { return cases_.size(); }
  const PlannedCase& plan(std::size_t i) const { return *cases_[i].plan; }
  const std::string& id(std::size_t i) const { return cases_[i].id; }

  Result<const Case*> prepared(std::size_t i) {
    Entry& entry = cases_[i];
    if (!entry.prepared) {
      Case test_case = build_case(*entry.plan, 0);
      // A stored case says itself what to expect.
      const Status status =
          entry.plan->stored ? Status() : prepare_case(test_case, oracle_, kNx);
      if (!status.ok())
        return Status{status.code, status.kind,
                      entry.id + ": " + status.message};
      entry.prepared = std::move(test_case);
    }
    return &*entry.prepared;
  }

 private:
  struct Entry {
    const PlannedCase* plan;
    std::string id;
    std::optional<Case> prepared;
  };
  Op op_;
  Reference oracle_;
  std::vector<Entry> cases_;
};

// The numbers of the cases that a row is tried on, its own clause's first. A
// filter saves time where a level has many cases; of the few golden vectors all
// are tried, as any reader would.
Result<std::vector<std::size_t>> cases_of(const MutantRow& row,
                                          const OpCases& cases,
                                          const ScoreOptions& options) {
  const auto filter = Filter::parse(options.vectors ? "*" : row.filter);
  if (!filter) return filter.status();
  std::vector<std::size_t> selected;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_own = cases.plan(i).clause == row.clause;
    if (!is_own && is_longest(cases.plan(i))) continue;
    if (filter->selects(cases.id(i))) selected.push_back(i);
  }
  std::stable_partition(selected.begin(), selected.end(), [&](std::size_t i) {
    return cases.plan(i).clause == row.clause;
  });
  return selected;
}

// Says when in a run of the whole level each case would be over: what making
// it and running it on the reference takes, one case after the other, those of
// the first round before the others.
class Clock {
 public:
  struct Moment {
    bool later = false;  // in the second round
    double seconds = 0;  // since its round began

    auto operator<=>(const Moment&) const = default;
  };
  // Adds the cases of an op, which come in the order of the plan.
  Status add(OpCases& cases) {
    InProcessSubject honest(make_honest(cases.op()));
    over_.assign(cases.size(), {});
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const double begun = now();
      const auto test_case = cases.prepared(i);
      if (!test_case) return test_case.status();
      run_case(**test_case, honest);
      const bool later = !is_of_first_round(cases.plan(i));
      over_[i] = {later, totals_[later] += now() - begun};
    }
    return {};
  }
  Moment over(std::size_t i) const { return over_[i]; }
  // Seconds since the run began, once every case has been added.
  double since_start(Moment moment) const {
    return moment.seconds + (moment.later ? totals_[0] : 0);
  }

 private:
  double totals_[2] = {};
  std::vector<Moment> over_;
};

// If everything is run, this also notes when the first case of all failed.
Result<MutantScore> score_of(const MutantRow& row, OpCases& cases,
                             const ScoreOptions& options, const Clock& clock,
                             std::optional<Clock::Moment>& first) {
  MutantScore score{row, cases.op(), {}, {}, {}, {}};
  const auto selected = cases_of(row, cases, options);
  if (!selected) return selected.status();
  InProcessSubject mutant(row.make(), row.make);
  Reference oracle;
  const double begun = now();
  int run = 0;
  for (std::size_t i : *selected) {
    const bool is_own = cases.plan(i).clause == row.clause;
    const bool is_known = score.kill || !score.elsewhere.empty();
    if (is_known && !options.full) break;
    const auto test_case = cases.prepared(i);
    if (!test_case) return test_case.status();
    const CaseOutcome outcome = run_case(**test_case, mutant, nullptr, &oracle);
    ++run;
    if (outcome.verdict == Verdict::kHarnessError)
      return Status::internal(cases.id(i) + ": the harness failed on " +
                              std::string(row.name));
    const bool failed = is_failure(outcome.verdict);
    Fired& fired = score.fired[cases.plan(i).clause];
    ++fired.run;
    if (!failed) continue;
    ++fired.failed;
    if (options.full)
      first = std::min(first.value_or(clock.over(i)), clock.over(i));
    if (is_known) continue;
    if (is_own)
      score.kill = Kill{cases.id(i), outcome.verdict, run, now() - begun};
    else
      score.elsewhere = cases.id(i);
  }
  return score;
}

}  // namespace

Result<std::vector<MutantScore>> score_mutants(std::span<const MutantRow> rows,
                                               const ScoreOptions& options) {
  if (rows.empty()) return std::vector<MutantScore>();
  // One op's cases alone where there is one op alone.
  const bool one_op =
      !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](auto& row) {
        return op_of(row) == op_of(rows[0]);
      });
  const auto filter =
      Filter::parse(one_op ? name_of(op_of(rows[0])) : std::string_view("*"));
  if (!filter) return filter.status();
  const Level level = options.vectors ? Level::kStandard : options.level;
  const std::vector<PlannedCase> plan = plan_cases(level, *filter);
  std::vector<MutantScore> scores;
  std::vector<std::optional<Clock::Moment>> firsts;
  Clock clock;
  auto row = rows.begin();
  for (auto from = plan.begin(); from != plan.end();) {
    const auto to = std::find_if(
        from, plan.end(),
        [&](const PlannedCase& next) { return next.op != from->op; });
    // Op set protocol has no vectors.
    if (options.vectors && surrounds_calls(from->op)) {
      while (row != rows.end() && op_of(*row) == from->op) ++row;
      from = to;
      continue;
    }
    std::span<const PlannedCase> tried(from, to);
    std::vector<PlannedCase> vectors;
    const bool has_rows = row != rows.end() && op_of(*row) == from->op;
    if (options.vectors && has_rows) {
      Reference oracle;
      auto read = read_vectors({from, to}, oracle);
      if (!read) return read.status();
      vectors = *std::move(read);
      tried = vectors;
    }
    OpCases cases(from->op, tried);
    if (options.full)
      if (Status status = clock.add(cases); !status.ok()) return status;
    for (; row != rows.end() && op_of(*row) == cases.op(); ++row) {
      firsts.emplace_back();
      auto score = score_of(*row, cases, options, clock, firsts.back());
      if (!score) return score.status();
      scores.push_back(*std::move(score));
    }
    from = to;
  }
  if (row != rows.end())
    return Status::internal("the rows of " + std::string(row->name) +
                            " and behind do not lie op by op");
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (firsts[i]) scores[i].first_failure = clock.since_start(*firsts[i]);
  return scores;
}

Tally tally_of(std::span<const MutantScore> scores, std::optional<Op> op) {
  Tally tally;
  for (const MutantScore& score : scores) {
    if (op && score.op != *op) continue;
    ++tally.total;
    tally.killed += score.kill ? 1 : 0;
  }
  return tally;
}

}  // namespace assay::mutants
