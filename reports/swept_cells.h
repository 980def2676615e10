// Holds what the sweeps of a level add to the report of a run: their text, and
// which of them found a result that is not permitted.
// Tested by tests/reports/text_report_test.cc and
// tests/cli/sweep_command_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// A sweep that found a result that is not permitted, or did not finish.
struct BrokenSweep {
  std::string name;  // "exp on float16"
  std::string text;  // lines, each with its line end
};

struct SweptCells {
  std::int64_t cells = 0;
  std::uint64_t inputs = 0;
  std::vector<BrokenSweep> broken;
  std::string text;  // the part of the text report; empty without sweeps
};

}  // namespace assay
