// Writes what a case expects as the checks of a Python program that calls a
// library.
// Tested by tests/cli/export_command_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/export_library.h"
#include "harness/case/compact_lists.h"

namespace assay {

// The short forms of the lists of a long case; nothing for other cases.
using ShortForms = std::optional<CompactLists>;

// Returns the line that expands sequence `number` under the name s<number>.
std::string sequence_line(std::size_t number, const SequenceForm& form);

// Returns elements as a Python list, of the bits of their components if
// `as_bits`.
std::string list_text(const ShortForms& compact, DType dtype,
                      const std::vector<ElementBits>& elements, bool as_bits);

// Returns whether the program prints a result and leaves it to the reader.
bool is_judged_by_residuals(const Expectation& expectation);

// Returns the lines that print a result and assert that it is accepted. Fails
// if a program for the library cannot tell.
Result<std::string> check_lines(
    Library library, const Case& test_case, const Expectation& expectation,
    const ShortForms& compact,
    const std::function<std::string(std::string_view)>& name_in_program);

}  // namespace assay
