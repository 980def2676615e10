// The op table for readers outside of the process: as JSON for programs, as
// Markdown for people. Everything is derived from the rows, in their order, so
// one table gives one text. Tested by tests/spec/spec_export_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// The order in which clauses of one op decide an element, which their texts do
// not repeat. Both pages state it.
inline constexpr std::string_view kNanDecidesFirst =
    "Where the clause `.nan` of an op speaks of an element, it decides before "
    "every other clause of the op.";

// Returns the dtypes, families, ops, clauses, policy axes and profiles as one
// JSON document with "format": 1; it ends in a newline.
std::string spec_json();

// Returns the same as a reference page in Markdown; it ends in a newline.
std::string spec_markdown();

// Returns two lists in Markdown, ending in a newline: what the source documents
// say, section by section, with the clauses that answer each statement and the
// reasons of those that no statement gives; and every clause with its place.
std::string spec_clauses();

}  // namespace assay
