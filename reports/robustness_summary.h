// What robustness mode found: how many calls that break a precondition were
// refused, accepted, or did harm. None of it counts for conformance.
// Tested by tests/reports/robustness_summary_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"
#include "reports/summary.h"
#include "reports/text_report.h"

namespace assay {

struct RobustnessSummary {
  std::int64_t rules = 0;  // preconditions that were tried on an op
  std::int64_t calls = 0;  // that break one
  std::int64_t refused = 0;
  std::int64_t unsupported = 0;          // on cells that are not claimed
  std::int64_t expected = 0;             // not refused, as the expectations say
  std::vector<ClauseFailures> accepted;  // or answered with another error
  // Crashed, hung, wrote elsewhere, …: nothing excuses these.
  std::vector<ClauseFailures> harmful;
  std::vector<ClauseFailures> controls;  // allowed calls that went wrong

  // Returns whether no call did harm and every control passed. A backend may
  // accept what callers may not ask.
  bool is_harmless() const { return harmful.empty() && controls.empty(); }
};

// Returns whether the record is of a call that breaks a precondition and was
// neither refused nor did harm.
bool is_accepted_breach(const Record& record);

// Summarizes the records of robustness mode; the result points into them.
RobustnessSummary summarize_robustness(const std::vector<Record>& records);

// Returns the part of the report about it; nothing where nothing was tried.
std::string robustness_text(const RunRecord& run,
                            const RobustnessSummary& summary,
                            const TextReportOptions& options);

}  // namespace assay
