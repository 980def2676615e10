// Writes the report of a run as plain text: a table of ops, the failures by
// clause with the commands that replay them, and the score.
// Tested by tests/reports/text_report_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/swept_cells.h"

namespace assay {

struct TextReportOptions {
  bool color = false;
  // For replay lines: "assay replay {folder}{file} {subject}".
  std::string command = "assay";
  std::string folder;
  Gate gate;         // decides the verdict in the last line
  SweptCells swept;  // the sweeps that belong to the level
  // Why the run has no verdict, if its records do not show that; empty for a
  // complete run.
  std::string incomplete;
  int examples = 2;  // failing cases shown per clause
  bool all = false;  // the table also has the ops that nobody claims
};

// Returns the whole report, which ends with the score and the verdict.
std::string text_report(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options);

// Returns the command that replays a failing case; empty if it has no file.
std::string file_replay(const RunRecord& run, const Record& record,
                        const TextReportOptions& options);

// Returns the text of one failing case: what was expected, what the subject
// returned, and the command that replays it.
std::string failure_text(const Record& record, const std::string& replay);

// Returns what a failing case printed, line by line; empty if it printed
// nothing.
std::string printed_text(const Record& record);

}  // namespace assay
