// Concludes a run: prints the report, writes the files beside its records, and
// chooses the exit code.
// Tested by tests/cli/check_command_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/swept_cells.h"

namespace assay {

struct Conclusion {
  Gate gate;
  bool all = false;               // the table has ops that are not claimed, too
  std::string command = "assay";  // for replay lines
  std::filesystem::path folder;   // of the records; empty: none
  std::string junit;              // where to write JUnit XML, too
  std::string html;               // where to write the HTML page, too
  std::string end_fault;          // how the subject failed to end
  SweptCells swept;               // the sweeps of the level
  std::string beside;             // text printed after the report
  bool breaks_beside = false;     // that text names a broken clause
};

// Prints the report of a run, writes report.txt and report.html into its
// folder, and prints annotations if GitHub Actions runs this. Returns the exit
// code.
int conclude(const RunRecord& run, std::vector<Record> records,
             const Conclusion& conclusion);

}  // namespace assay
