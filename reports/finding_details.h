// Writes findings as text: a list that fits on one screen, and each finding
// with its clauses and some of its cases.
// Tested by tests/reports/text_report_test.cc.
#pragma once

#include <string>
#include <vector>

#include "reports/findings.h"
#include "reports/text_report.h"

namespace assay {

// Returns a numbered list with two lines for each finding, under a line that
// counts them. If there is only one, that line names it. Empty if there is
// none.
std::string finding_list(const std::vector<Finding>& findings);

// Returns a finding with the clauses that its cases break, and as many of its
// cases as the options say. Empty if crash_lines() shows all of its cases.
std::string finding_details(std::size_t number, const Finding& finding,
                            const RunRecord& run,
                            const TextReportOptions& options);

// Returns one line for each value of a policy axis in which the subject differs
// from nx, as the profile of the run says, with the number of cases and the
// built-in profiles that have the value.
std::string policy_lines(const Summary& summary, const RunRecord& run);

}  // namespace assay
