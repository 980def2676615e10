// Writes what GitHub Actions shows about a run: annotations for findings, and
// a summary of the step in Markdown.
// Tested by tests/reports/github_test.cc.
#pragma once

#include <string>

#include "reports/reported_run.h"
#include "reports/summary.h"

namespace assay {

struct GithubOptions {
  std::string command = "assay";  // the command in replay lines
  Gate gate;                      // what the run must satisfy to conform
  std::size_t annotation_limit = 10;
  // GitHub refuses a summary larger than 1 MiB.
  std::size_t summary_limit = 1000000;
};

// Returns workflow commands, one per line: an error for each finding, the worst
// first, and one more with the number of those beyond the limit. One more
// counts passes that were expected to fail, if the gate is strict. Returns an
// empty text if nothing is broken.
std::string github_annotations(const ReportedRun& reported,
                               const GithubOptions& options);

// Returns the summary: what the run was, a table of findings, the number of
// cases per verdict, and each broken clause with its first case and the command
// that replays it.
std::string github_summary(const ReportedRun& reported,
                           const GithubOptions& options);

}  // namespace assay
