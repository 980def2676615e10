// The report of one or more runs as a single HTML file: no network, no other
// file, works from file://. The page itself is in reports/page/.
// Tested by tests/reports/html_page_test.cc and browser_test.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reports/html_failures.h"
#include "reports/reported_run.h"

namespace assay {

// Returns what the page shows, as its script reads it: the dtypes, the
// verdicts, the texts of the clauses, and each run.
nlohmann::ordered_json html_model(const std::vector<ReportedRun>& runs,
                                  const HtmlOptions& options);

// Returns the page. Whatever bytes the records hold, the result is valid
// UTF-8, and no text of theirs becomes markup.
std::string html_page(const std::vector<ReportedRun>& runs,
                      const HtmlOptions& options);

}  // namespace assay
