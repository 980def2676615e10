// Embeds the cases that need attention in the model of the HTML page, each with
// all that its record says, its case file, and a Python program.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

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
  // Returns a Python program that makes the same case without Assay; empty if
  // there is none. It contains the text of the case file.
  std::function<std::string(const Record&)> python;
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

// Returns a text of at most `limit` bytes. If it was cut, a note says how many
// bytes are missing.
std::string cut(const std::string& text, std::size_t limit);

// Holds the cases of a run that its page embeds. Every argument must outlive
// it.
class EmbeddedCases {
 public:
  // Embeds the examples, and then one case of each clause of every cell before
  // a second one of any, up to the limit of the options.
  EmbeddedCases(const ReportedRun& reported, const HtmlOptions& options,
                TextNumbers& clauses, TextNumbers& passages,
                const std::vector<const Record*>& examples);

  // Returns the positions in the list of those records that are embedded.
  nlohmann::ordered_json places_of(
      const std::vector<const Record*>& records) const;

  // Returns the list. A case has "python" if there is a program:
  //   [[passage…], passage]
  // The program is the first passages, the case file, and the last passage.
  nlohmann::ordered_json take() && { return std::move(cases_); }

 private:
  nlohmann::ordered_json case_json(const Record& record);
  void add_file(nlohmann::ordered_json& json, const Record& record);
  void add_python(nlohmann::ordered_json& json, std::string_view program,
                  std::string_view case_text);
  // Returns the number of a passage and counts its bytes, if it is the first.
  int passage(std::string_view text);

  const ReportedRun& reported_;
  const HtmlOptions& options_;
  TextNumbers& clauses_;
  TextNumbers& passages_;  // of Python programs
  nlohmann::ordered_json cases_ = nlohmann::ordered_json::array();
  std::map<const Record*, std::size_t> places_;
  std::size_t bytes_ = 0;
};

}  // namespace assay
