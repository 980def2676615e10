// Explains what reports print about findings: their keys and titles, values of
// policy axes, kinds of findings and headings of lists.
// Tested by tests/cli/explain_finding_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Returns the explanation of a finding, of the value or the name of a policy
// axis, of a mistake, or of a heading of a report. Returns nothing if the text
// names none of these.
std::optional<std::string> finding_explanation(std::string_view text);

// Returns the names that finding_explanation() knows, for offers of the nearest
// one. Headings are not among them.
std::vector<std::string> finding_names();

}  // namespace assay
