// Splits failing cases by the explanations that their records keep.
// Tested by tests/reports/findings_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/record/record.h"
#include "reports/summary.h"

namespace assay {

using Records = std::vector<const Record*>;

// Holds the records of each cause, by its key: "mod.sign=divisor" or
// "add computed_in=float32".
struct RecordsByCause {
  std::vector<std::pair<std::string, Records>> causes;
  Records left;  // those that nothing explains
};

// Takes the cause that explains the most records, as long as one explains any.
RecordsByCause split_by_cause(Records failing, const Summary& summary);

// Returns whether a policy value leaves answers open, so that it explains
// almost any failure where it applies.
bool is_open(std::string_view explanation);

// Returns how the values of a record are wrong, as pairs "value for nan" that
// records of one op may share. A record of a relation, or of a factorization,
// has no pairs.
std::vector<std::string> pairs_of(const Record& record);

}  // namespace assay
