// Writes records as JUnit XML: a test suite of the findings, and one per family
// and op with one test case per record.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"
#include "reports/swept_cells.h"

namespace assay {

// The most bytes that a document takes, unless the names alone take more.
inline constexpr std::size_t kJunitLimit = 28'000'000;

struct JunitOptions {
  bool strict = false;  // a pass that was expected to fail fails
  bool all = false;     // also write the cases of cells that are not claimed
  std::size_t limit = kJunitLimit;
  SweptCells swept;  // the sweeps of a level are a separate suite
};

// Returns the XML document. Its counts are those of the cases, each of which
// counts once; the suite of the findings comes first and counts only for
// itself. A case that passed has only its name. Unsupported, flaky and expected
// failing cases are skipped. Missing cases and faults of the kit are errors.
// Failures and errors have a message of one line: the title of the finding, or
// what the record says. Records have no times, so each time is 0. If the
// document would exceed the limit, texts are cut and say so; names are never
// cut.
std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      const JunitOptions& options = {});

}  // namespace assay
