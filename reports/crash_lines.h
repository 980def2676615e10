// The cases that did not come to an end, for the text report: a line for each
// op and not for each case, since a backend that dies in one call of an op
// often dies in all of them. Tested by tests/reports/crash_lines_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/text_report.h"

namespace assay {

// Returns whether a case with this verdict did not come to an end: crashed,
// timed_out or out_of_memory.
bool is_lost(Verdict verdict);

// Returns a line for each op and verdict: how many cases, and of one of them
// why it ended, its call, and the function it was in; then how that is
// replayed. Nothing where every case came to an end.
std::string crash_lines(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options);

}  // namespace assay
