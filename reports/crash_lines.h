// Describes the cases that did not finish, for the text report. There is one
// line per op and not per case, because a backend that dies in one call of an
// op often dies in all of them.
// Tested by tests/reports/crash_lines_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/text_report.h"

namespace assay {

// Returns whether a case with this verdict did not finish: crashed, timed_out
// or out_of_memory.
bool is_lost(Verdict verdict);

// Returns one line per op and verdict. It has the number of cases, and of one
// of them why it ended, its call, and the function it was in. A line at the end
// says how to replay that case. Returns an empty text if every case finished.
std::string crash_lines(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options);

}  // namespace assay
