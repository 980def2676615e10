// Summarizes robustness mode: how many calls that break a precondition were
// refused, were accepted, or did harm. None of it counts for conformance.
// Tested by tests/reports/robustness_summary_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/text_report.h"

namespace assay {

struct RobustnessSummary {
  std::int64_t rules = 0;  // preconditions, counted per op
  std::int64_t calls = 0;  // calls that break a precondition
  std::int64_t refused = 0;
  std::int64_t unsupported = 0;          // on cells that are not claimed
  std::int64_t expected = 0;             // not refused, as an expectation says
  std::vector<ClauseFailures> accepted;  // or answered with another error
  // Crashed, hung, wrote elsewhere, and so on. Nothing excuses these.
  std::vector<ClauseFailures> harmful;
  std::vector<ClauseFailures> controls;  // allowed calls that went wrong

  // Returns whether no call did harm and every control passed. A backend may
  // accept calls that callers must not make.
  bool is_harmless() const { return harmful.empty() && controls.empty(); }
};

// Returns whether the record is of a call that breaks a precondition, was not
// refused and did no harm.
bool is_accepted_breach(const Record& record);

// Summarizes the records of robustness mode. The result points into them, so
// they must outlive it.
RobustnessSummary summarize_robustness(const std::vector<Record>& records);

// Returns the part of the report about robustness; empty if nothing was tried.
std::string robustness_text(const RunRecord& run,
                            const RobustnessSummary& summary,
                            const TextReportOptions& options);

}  // namespace assay
