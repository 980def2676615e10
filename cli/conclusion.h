// How a run ends: the report on stdout, the files beside its records, and the
// exit code. Tested by tests/cli/check_command_test.cc.
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
  std::string command = "assay";  // for replay lines
  std::filesystem::path folder;   // of the records; empty if there is none
  std::string junit;              // also write JUnit XML there
  std::string html;               // and the HTML page there
  std::string end_fault;          // how the subject failed to end
  SweptCells swept;               // the sweeps of the level
  std::string beside;             // a part of the report beside the verdict
  bool breaks_beside = false;     // and a clause that it found broken
};

// Prints the report of a run, writes report.txt and report.html into its
// folder, and tells GitHub Actions where that runs it. Returns the exit code.
int conclude(const RunRecord& run, const std::vector<Record>& records,
             const Conclusion& conclusion);

}  // namespace assay
