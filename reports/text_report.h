// The report of a run as plain text: a table per op, failures by clause with
// the command that replays each, and the score.
// Tested by tests/reports/text_report_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/swept_cells.h"

namespace assay {

struct TextReportOptions {
  bool color = false;
  // How a failing case is replayed: "assay replay {folder}{file} {subject}".
  std::string command = "assay";
  std::string folder;
  Gate gate;         // what the last line is to be judged by
  SweptCells swept;  // of the sweeps that belong to the level
  // Why the run has no verdict, where that is seen elsewhere than in its
  // records; empty for a complete run.
  std::string incomplete;
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

// Returns what a failing case printed, line by line; nothing if that is
// nothing.
std::string printed_text(const Record& record);

}  // namespace assay
