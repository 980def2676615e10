// The reports that go elsewhere than to the terminal: the HTML page with the
// case files it embeds, and what GitHub Actions is told.
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

// Writes the HTML page of some runs, whole or not at all. Case files that
// cannot be read are left out of it.
Status write_page(const std::filesystem::path& path,
                  const std::vector<ReportedRun>& runs,
                  const std::string& command, const Gate& gate,
                  const std::vector<BenchRun>& benches = {});

// Prints annotations and appends the summary of the step, where GitHub Actions
// runs this; a summary that cannot be written is said on stderr.
void tell_github(const ReportedRun& reported, const std::string& command,
                 const Gate& gate);

}  // namespace assay
