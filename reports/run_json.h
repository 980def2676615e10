// Writes what a report says as JSON, for programs that do not want to parse its
// text. docs/python.md lists the keys.
// Tested by tests/reports/run_json_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reports/reported_run.h"

namespace assay {

// Returns {"format": 1, "runs": […]}, with one object for each run: its head,
// whether the subject conforms, the counts, the score of each op set, and the
// findings with the ids of their cases. `command` begins replay commands.
nlohmann::ordered_json runs_json(const std::vector<ReportedRun>& runs,
                                 const std::string& command);

}  // namespace assay
