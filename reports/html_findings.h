// Makes the findings of a run for the HTML page as JSON, and the values of
// policy axes in which it differs from nx.
// Tested by tests/reports/html_findings_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "reports/findings.h"
#include "reports/html_cases.h"

namespace assay {

// The parts of the page that findings stand in.
enum class FindingPart : std::uint8_t {
  kBroken,      // breaks what the library documents
  kUnpromised,  // every clause that it breaks leaves the answer open
  kPolicy,      // a run judged by nx: a value of a policy axis explains it
};

// Returns the part of the page in which a finding of a run stands.
FindingPart part_of(const Finding& finding, const RunRecord& run);

// Returns the records that show the findings best: a few of each.
std::vector<const Record*> examples_of(const std::vector<Finding>& findings);

// Returns [{kind, part, key, title, example, count, clause, ops, dtypes, also,
// policy, shared_by, cases}…]. Kinds are positions in kFindingKindNames, and
// clauses are numbers. "clause" is missing if no clause is about the finding;
// "policy" and "shared_by" are missing if no policy explains it.
nlohmann::ordered_json html_findings(const std::vector<Finding>& findings,
                                     const ReportedRun& reported,
                                     const HtmlOptions& options,
                                     const EmbeddedCases& cases,
                                     TextNumbers& clauses);

// Returns [{policy, count, ops, source, shared_by}…]: the values of policy axes
// that passing cases show to differ from nx, and the libraries that
// document them.
nlohmann::ordered_json html_policies(const std::vector<Record>& records);

}  // namespace assay
