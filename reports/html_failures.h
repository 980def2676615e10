// The cases of the HTML page that need a look, as JSON: grouped by clause,
// verdict and alike message, each with all that its record says.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/record/bench_record.h"
#include "reports/html_cells.h"
#include "reports/reported_run.h"
#include "reports/summary.h"

namespace assay {

struct HtmlOptions {
  std::string command = "assay";  // as replay lines call it
  Gate gate;                      // what a run has to keep to conform
  // Returns the text of a case file, or nothing where there is none.
  std::function<std::string(const Record&)> case_text;
  std::vector<BenchRun> benches;  // shown beside the runs
  // What one page holds at most; what is left out is counted on the page.
  std::size_t case_limit = 1500;           // cases of a run
  std::size_t file_limit = 12000;          // bytes of one case file
  std::size_t total_file_limit = 3000000;  // and of all of them
  std::size_t text_limit = 4000;           // bytes of one message or output
};

// Returns whether a page shows the case by itself: all but those that passed
// or were unsupported.
bool is_shown(Verdict verdict);

// Returns {"groups": [{clause, verdict, message, count, ops, dtypes, cases}…],
// "cases": […], "omitted": count}. A group counts all its cases and names
// those that are embedded. Every clause of every cell gets its first case in
// before any gets a second one.
nlohmann::ordered_json html_failures(const ReportedRun& reported,
                                     const HtmlOptions& options,
                                     TextNumbers& clauses);

}  // namespace assay
