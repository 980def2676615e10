// What records add up to: per op, per cell, and failures grouped by clause.
// Every report is drawn from this. Tested by tests/reports/summary_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// What a run has to keep, besides that no case fails.
struct Gate {
  bool strict = false;   // a pass that was expected to fail fails the run
  bool require = false;  // a required cell without support fails it
  // The run is one of several shards, and may be without a claimed case.
  bool part = false;
};

// One row of the table: an op with its variant.
struct OpSummary {
  std::string op;
  std::string variant;
  std::int64_t cases = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unsupported = 0;
  // Planned cases without a record, as after a merge without a shard.
  std::int64_t missing = 0;
  // Expected failures, flaky cases and unexpected passes.
  std::int64_t expected = 0;
  double max_ulp = 0;
  // The largest error as a share of what is allowed of it, and the dtype that
  // it was seen in; 0 where the bits are demanded.
  double tightness = 0;
  std::string tightest;
};

// Required cells of an op that a case found unsupported.
struct LackingCells {
  std::string op;
  std::string variant;
  std::vector<std::string> dtypes;
};

// Claimed cells of an op of which no case passed, for one reason.
struct UnprovenCells {
  std::string op;
  std::string variant;
  std::string reason;  // follows a colon: "its cases need copy"
  std::vector<std::string> dtypes;
};

// The failures of one clause on one op, those of one verdict together.
struct ClauseFailures {
  std::string clause;
  std::string op;
  std::vector<const Record*> records;
};

// The records of all groups.
inline std::int64_t count_of(const std::vector<ClauseFailures>& groups) {
  std::int64_t count = 0;
  for (const ClauseFailures& group : groups) count += std::ssize(group.records);
  return count;
}

struct Summary {
  std::vector<OpSummary> ops;            // in the order of the records
  std::vector<ClauseFailures> failures;  // in the order of the records
  // Cases whose answer is not that of nx, as the profile has it or not.
  std::vector<ClauseFailures> differences;
  // What the expectations speak of, by clause, op and reason.
  std::vector<ClauseFailures> expected_failures;
  std::vector<ClauseFailures> flaky;
  std::vector<ClauseFailures> unexpected_passes;
  std::vector<LackingCells> lacking;  // in the order of the records
  // Cells that are claimed, and of which the run has cases but none that passed
  // and compared something; in the order of the records.
  std::vector<UnprovenCells> unproven;
  std::int64_t cases = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unsupported = 0;
  std::int64_t missing = 0;
  std::int64_t expected = 0;
  // Elements that were compared: in all cases, and in those that passed.
  std::int64_t compared = 0;
  std::int64_t compared_in_passes = 0;
  // Required cells with a compared, passing case and no failing one. Cases that
  // are outside of the claims (Record::needs) do not count.
  std::int64_t proven = 0;

  // Returns whether the run keeps what it has to: no case fails that was not
  // expected to, none is missing, at least one was claimed, at least one
  // element was compared, and the gate is kept. The one place that decides the
  // exit code of a run.
  bool conforms(const Gate& gate = {}) const;
};

// Returns why no verdict of the run counts: a live control was not caught, or
// there is none although no case failed. Nothing where the judge of the run has
// shown that it refuses what is wrong; of a part of a run, it need not have.
std::string why_void(const RunRecord& run, const Summary& summary,
                     const Gate& gate);

// Returns why a run has no verdict although its records count: some of its
// cases are missing. Nothing where all are there.
std::string why_incomplete(const Summary& summary);

// Summarizes the records of conformance, without those of robustness mode; the
// result points into them.
Summary summarize(const std::vector<Record>& records);

}  // namespace assay
