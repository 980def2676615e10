// What records add up to: per op, per cell, and failures grouped by clause.
// Every report is drawn from this. Tested by tests/reports/summary_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record.h"

namespace assay {

// One row of the table: an op with its variant.
struct OpSummary {
  std::string op;
  std::string variant;
  std::int64_t cases = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unsupported = 0;
  double max_ulp = 0;
};

// The failures of one clause on one op, those of one verdict together.
struct ClauseFailures {
  std::string clause;
  std::string op;
  std::vector<const Record*> records;
};

struct Summary {
  std::vector<OpSummary> ops;            // in the order of the records
  std::vector<ClauseFailures> failures;  // in the order of the records
  // Cases whose answer is not that of nx, as the profile has it or not.
  std::vector<ClauseFailures> differences;
  std::int64_t cases = 0;
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unsupported = 0;
  // Required cells with a compared, passing case and no failing one.
  std::int64_t proven = 0;

  // Returns whether every claimed case passed, and at least one was claimed.
  bool conforms() const { return failed == 0 && passed > 0; }
};

// Summarizes the records of conformance, without those of robustness mode; the
// result points into them.
Summary summarize(const std::vector<Record>& records);

}  // namespace assay
