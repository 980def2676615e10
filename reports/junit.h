// Records as JUnit XML: one test suite per family and op, one test case per
// record, the text of a failure inside its element.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/swept_cells.h"

namespace assay {

// How many bytes a document takes at most, unless names alone take more.
inline constexpr std::size_t kJunitLimit = 28'000'000;

// Returns the XML document. The sweeps of a level are a suite of their own.
// Cases that passed carry nothing but their name; unsupported ones are skipped,
// and so are flaky ones and what was expected to fail; a pass that was expected
// to fail is skipped, too, or fails if `strict`. Missing cases and faults of
// the kit are errors. Texts are cut, and say so, where the document would take
// more bytes than the limit; names never are.
std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      bool strict = false, std::size_t limit = kJunitLimit,
                      const SweptCells& swept = {});

}  // namespace assay
