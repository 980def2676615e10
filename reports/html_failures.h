// Groups the cases that need attention by clause, verdict and alike message, as
// JSON for the pages of clauses and cells.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/html_cases.h"

namespace assay {

// Returns [{clause, verdict, message, count, ops, dtypes, cases}…]. A group
// counts all its cases and names those that are embedded.
nlohmann::ordered_json html_groups(const ReportedRun& reported,
                                   const HtmlOptions& options,
                                   const EmbeddedCases& cases,
                                   TextNumbers& clauses);

}  // namespace assay
