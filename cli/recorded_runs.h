// Reads files of records as the runs that reports take.
// Tested by tests/cli/report_command_test.cc.
#pragma once

#include <string>
#include <vector>

#include "reports/reported_run.h"
#include "spec/result.h"

namespace assay {

// Reads the runs of files, or of folders of runs, and joins their shards. The
// error names the file and the line.
Result<std::vector<ReportedRun>> read_runs(
    const std::vector<std::string>& places);

// Returns whether a file begins with the head of a run of benchmarks.
bool holds_benches(const std::string& place);

}  // namespace assay
