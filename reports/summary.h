// Sums up records per op and per cell, and groups failures by clause. Every
// report is made from this summary.
// Tested by tests/reports/summary_test.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/record/record.h"
#include "spec/op_sets.h"

namespace assay {

// Says what a run must satisfy in addition to having no failing case.
struct Gate {
  bool strict = false;   // a pass that was expected to fail fails the run
  bool require = false;  // a required cell without support fails it
  // True for one of several shards, which may have no claimed case.
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
  // Planned cases without a record, as after merging without a shard.
  std::int64_t missing = 0;
  // Expected failures, flaky cases and unexpected passes.
  std::int64_t expected = 0;
  double max_ulp = 0;
  // The largest error as a share of what is allowed, and the dtype in which it
  // occurred; 0 if the exact bits are required.
  double tightness = 0;
  std::string tightest;
  bool claimed = false;  // the subject claims a cell of which there are cases
};

// Required cells of an op that some case found to be unsupported.
struct LackingCells {
  std::string op;
  std::string variant;
  std::vector<std::string> dtypes;
};

// Claimed cells of an op in which no case passed, for the same reason.
struct UnprovenCells {
  std::string op;
  std::string variant;
  std::string reason;  // follows a colon: "its cases need copy"
  std::vector<std::string> dtypes;
};

// The failures that show one clause to be broken on one op. If no clause is
// about them, `clause` is the op.
struct ClauseFailures {
  std::string clause;
  std::string op;
  std::vector<const Record*> records;
};

// Counts the cells of a set of which the run has cases: the required ones, or
// the optional ones of a set that requires none.
struct CellCount {
  std::int64_t selected = 0;
  std::int64_t claimed = 0;
  std::int64_t proven = 0;
};

// Returns the number of records in all groups.
inline std::int64_t count_of(const std::vector<ClauseFailures>& groups) {
  std::int64_t count = 0;
  for (const ClauseFailures& group : groups) count += std::ssize(group.records);
  return count;
}

struct Summary {
  std::vector<OpSummary> ops;            // in the order of the records
  std::vector<ClauseFailures> failures;  // in the order of the records
  // Cases whose answer differs from that of nx, whether the profile declares
  // that or not.
  std::vector<ClauseFailures> differences;
  // Cases with an expectation, by clause, op and reason.
  std::vector<ClauseFailures> expected_failures;
  std::vector<ClauseFailures> flaky;
  std::vector<ClauseFailures> unexpected_passes;
  // The cells of planned sets that are lacking, in the order of the records.
  std::vector<LackingCells> lacking;
  // Claimed cells of which the run has cases, but none that passed and compared
  // something, in the order of the records.
  std::vector<UnprovenCells> unproven;
  std::int64_t cases = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unsupported = 0;
  std::int64_t missing = 0;
  std::int64_t expected = 0;
  // Elements that were compared, in all cases and in those that passed.
  std::int64_t compared = 0;
  std::int64_t compared_in_passes = 0;
  // Required cells with a case that compared something and passed, and no
  // failing case, of all planned sets. Cases outside of the claims
  // (Record::needs) do not count. `cells_of` has the counts of each set. A cell
  // counts for the set that owns its row, not for those that share it.
  std::int64_t proven = 0;
  std::map<std::string, CellCount, std::less<>> cells_of;
  // The same by family, as "nx/elementwise". Cells that the table does not have
  // do not count.
  std::map<std::string, CellCount, std::less<>> cells_of_family;

  // Returns whether the run satisfies what it must: no case fails unexpectedly,
  // none is missing, at least one was claimed, at least one element was
  // compared, and the gate is satisfied. No other place decides whether a run
  // conforms.
  bool conforms(const Gate& gate = {}) const;
};

// Returns why the verdicts of the run do not count: a live control was not
// caught, or there are none although no case failed. Returns an empty text if
// the judge has shown that it refuses wrong results. A part of a run need not
// show that.
std::string why_void(const RunRecord& run, const Summary& summary,
                     const Gate& gate);

// Returns why a run has no verdict although its records count: some cases are
// missing. Returns an empty text if none is missing.
std::string why_incomplete(const Summary& summary);

// Summarizes the records of conformance of a run and ignores those of
// robustness mode. The result points into the records, so they must outlive it.
// The head says which sets were planned: only cells that one of them owns are
// required.
Summary summarize(const RunRecord& run, const std::vector<Record>& records,
                  const OpSetTable& table = kOpSetTable);
// Summarizes the records of a run of the first set of the table.
Summary summarize(const std::vector<Record>& records);

}  // namespace assay
