// What a worker process does: its share of the plan, one case after the other,
// reported line by line. Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <vector>

#include "conformance/check.h"

namespace assay {

// Returns whether a cell is claimed, and whether the claim reaches this case.
struct ClaimReach {
  bool claimed = false;
  bool outside = false;  // a layout or rank that the claim excludes
};
ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       std::size_t rank);

// Returns the record of a case without its outcome.
Record record_of(const PlannedCase& plan);

// Returns JSON as one line; bytes that are no UTF-8 are replaced.
std::string line_of(const nlohmann::ordered_json& json);

// Runs the cases at `share` (positions in `plan`) and writes to `report_fd`:
// "S\n" before the subject starts, "N\n" if it does not, "C\n" before a case is
// built, "B\n" before every run of it, "R POSITION RECORD\n" after it. Returns
// the exit status of the worker; an exception ends the process.
int run_worker(const CheckOptions& options,
               const std::vector<PlannedCase>& plan,
               const std::vector<std::size_t>& share, int report_fd) noexcept;

}  // namespace assay
