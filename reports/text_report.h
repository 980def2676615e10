// The report of a run as plain text: a table per op, failures by clause with
// the command that replays each, and the score.
// Tested by tests/reports/text_report_test.cc.
#pragma once

#include <string>

#include "harness/record.h"
#include "reports/summary.h"

namespace assay {

struct TextReportOptions {
  bool color = false;
  // How a failing case is replayed: "assay replay {folder}{file} {subject}".
  std::string command = "assay";
  std::string folder;
  Gate gate;         // what the last line is to be judged by
  int examples = 2;  // failing cases shown per clause
};

// Returns the whole report, ending in the score and the verdict.
std::string text_report(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options);

// Returns the command that replays a failing case; nothing without its file.
std::string file_replay(const RunRecord& run, const Record& record,
                        const TextReportOptions& options);

// Returns one failing case: what was expected, what was got, how to replay.
std::string failure_text(const Record& record, const std::string& replay);

}  // namespace assay
