// Writes records as JUnit XML, with one test suite per family and op and one
// test case per record. The text of a failure is inside its element.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/swept_cells.h"

namespace assay {

// The most bytes that a document takes, unless the names alone take more.
inline constexpr std::size_t kJunitLimit = 28'000'000;

// Returns the XML document. The sweeps of a level are a separate suite. A case
// that passed has only its name. Unsupported, flaky and expected failing cases
// are skipped. A pass that was expected to fail is skipped, too, or fails if
// `strict`. Missing cases and faults of the kit are errors. If the document
// would exceed the limit, texts are cut and say so; names are never cut.
std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      bool strict = false, std::size_t limit = kJunitLimit,
                      const SweptCells& swept = {});

}  // namespace assay
