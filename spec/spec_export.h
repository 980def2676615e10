// Exports the op table as JSON for programs and as Markdown for people. Both
// follow from the rows and their order alone, so the same table always gives
// the same text. Tested by tests/spec/spec_export_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Says in which order the clauses of one op decide an element. The texts of
// clauses do not repeat it, so both exports state it.
inline constexpr std::string_view kNanDecidesFirst =
    "Where the clause `.nan` of an op speaks of an element, it decides before "
    "every other clause of the op.";

// Returns the dtypes, families, ops, clauses, policy axes and profiles as a
// JSON document with "format": 1. It ends in a newline.
std::string spec_json();

// Returns the same content as a reference page in Markdown that ends in a
// newline.
std::string spec_markdown();

// Returns two lists in Markdown that end in a newline. The first has the
// statements of the source documents by section, the clauses that answer them,
// and the reasons of answers that no statement gives. The second has every
// clause with its section.
std::string spec_clauses();

}  // namespace assay
