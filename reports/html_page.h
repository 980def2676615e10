// Writes the report of one or more runs as one HTML file, which needs no
// network and no other file and works from file://. The sources of the page are
// in reports/page/.
// Tested by tests/reports/html_page_test.cc and browser_test.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reports/html_cases.h"
#include "reports/reported_run.h"

namespace assay {

// Returns the data of the page in the form that its script reads: the dtypes,
// the verdicts, the texts of the clauses, and each run.
nlohmann::ordered_json html_model(const std::vector<ReportedRun>& runs,
                                  const HtmlOptions& options);

// Returns the page. Whatever bytes the records contain, the page is valid
// UTF-8, and no text of theirs becomes markup.
std::string html_page(const std::vector<ReportedRun>& runs,
                      const HtmlOptions& options);

}  // namespace assay
