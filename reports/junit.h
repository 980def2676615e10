// Records as JUnit XML: one test suite per family and op, one test case per
// record, the text of a failure inside its element.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>

#include "harness/record.h"

namespace assay {

// Returns the XML document. Cases that passed carry nothing but their name;
// unsupported ones are skipped, and so is what was expected to fail. A pass
// that was expected to fail is skipped, too, or fails if `strict`.
std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      bool strict = false);

}  // namespace assay
