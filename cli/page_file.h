// Writes reports that do not go to the terminal: the HTML page with the case
// files in it, and the annotations and summary for GitHub Actions.
// Tested by tests/cli/report_command_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/bench_record.h"
#include "reports/reported_run.h"
#include "reports/summary.h"
#include "spec/result.h"

namespace assay {

// Writes the HTML page of some runs, whole or not at all. Leaves out case files
// that cannot be read.
Status write_page(const std::filesystem::path& path,
                  const std::vector<ReportedRun>& runs,
                  const std::string& command, const Gate& gate,
                  const std::vector<BenchRun>& benches = {});

// If GitHub Actions runs this, prints annotations and appends the summary of
// the step. If the summary cannot be written, says so on stderr.
void tell_github(const ReportedRun& reported, const std::string& command,
                 const Gate& gate);

}  // namespace assay
