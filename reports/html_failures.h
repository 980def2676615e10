// Makes the list of cases that need attention on the HTML page, as JSON. They
// are grouped by clause, verdict and alike message; each has all that its
// record says.
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
  std::string command = "assay";  // the command in replay lines
  Gate gate;                      // what a run must satisfy to conform
  // Returns the text of a case file; empty if there is none.
  std::function<std::string(const Record&)> case_text;
  std::vector<BenchRun> benches;  // shown beside the runs
  // The most that one page contains. The page says how much was left out.
  std::size_t case_limit = 1500;           // cases of a run
  std::size_t file_limit = 12000;          // bytes of one case file
  std::size_t total_file_limit = 3000000;  // and of all of them
  std::size_t text_limit = 4000;           // bytes of one message or output
};

// Returns whether a page lists cases with this verdict one by one. It lists all
// but those that passed or were unsupported.
bool is_shown(Verdict verdict);

// Returns {"groups": [{clause, verdict, message, count, ops, dtypes, cases}…],
// "cases": […], "omitted": count}. A group counts all its cases and names those
// that are embedded. Every clause of every cell gets one embedded case before
// any gets a second one.
nlohmann::ordered_json html_failures(const ReportedRun& reported,
                                     const HtmlOptions& options,
                                     TextNumbers& clauses);

}  // namespace assay
