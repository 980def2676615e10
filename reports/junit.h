// Records as JUnit XML: one test suite per family and op, one test case per
// record, the text of a failure inside its element.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>

#include "harness/record.h"

namespace assay {

// Returns the XML document. Cases that passed carry nothing but their name;
// unsupported, expected and flaky ones are skipped; missing ones and faults of
// the kit are errors. Texts are cut, and say so, where the document would take
// more bytes than the limit; names never are.
std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      std::size_t limit = 28'000'000);

}  // namespace assay
