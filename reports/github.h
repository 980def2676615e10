// What GitHub Actions shows of a run: annotations of broken clauses, and a
// summary of the step in Markdown. Tested by tests/reports/github_test.cc.
#pragma once

#include <string>

#include "reports/reported_run.h"
#include "reports/summary.h"

namespace assay {

struct GithubOptions {
  std::string command = "assay";  // as replay lines call it
  Gate gate;                      // what the run has to keep to conform
  std::size_t annotation_limit = 10;
  // GitHub refuses a summary of more than 1 MiB.
  std::size_t summary_limit = 1000000;
};

// Returns workflow commands, one a line: an error for each broken clause, and
// one more that counts those beyond the limit. Empty where nothing is broken.
std::string github_annotations(const ReportedRun& reported,
                               const GithubOptions& options);

// Returns the summary: what the run was, the verdicts counted, and each broken
// clause with its first case and how that is replayed.
std::string github_summary(const ReportedRun& reported,
                           const GithubOptions& options);

}  // namespace assay
