// Writes the sentences of findings, and sorts the records that they consist of.
// Tested by tests/reports/findings_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "reports/findings.h"
#include "spec/profile.h"

namespace assay {

// Returns whether a case fails by the elements of a result, and not by a status
// or a dtype.
bool is_about_values(const Record& record);

// Returns how bad one failing case is.
FindingKind kind_of(const Record& record);

// Returns what is wrong with a case apart from its values, in a form that
// alike cases share: "crashed", "dtype", "answered invalid; expected ok".
std::string trouble_of(const Record& record);

// Returns the sentence for records of an op that nothing explains. `trouble` is
// what trouble_of() returns, or a pair of classes such as "value for nan".
std::string trouble_title(const std::string& op, const std::string& trouble);

// Returns "mod.sign = divisor".
std::string policy_title(const std::string& policy);

// Returns the call of a failing case in a short form: the whole case, or the op
// with the operands of the rejected element, or else the id of the case.
std::string call_text(const Record& record);

// Returns the one line that shows a failure: the call, what was expected, and
// what came.
std::string example_text(const Record& record);

// Sorts records by how well they show their finding: those with a short call
// and both values first.
std::tuple<bool, bool, std::size_t> example_rank(const Record& record);

}  // namespace assay
