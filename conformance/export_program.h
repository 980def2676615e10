// Writes a case as a program that stands alone, in Python with NumPy or in C++
// with assay_backend.h and a plugin. Others can then see a failure without
// Assay.
// Tested by tests/cli/export_command_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/case/case.h"

namespace assay {

// The templates of the programs. @NAME@ marks a place to fill in.
extern const std::string_view kPythonProgram;
extern const std::string_view kCppProgram;

// Returns a template with each @NAME@ replaced by its value.
std::string filled_in(
    std::string_view program,
    const std::vector<std::pair<std::string, std::string>>& values);

// Returns what the case's clause says under the profile of the case.
std::string clause_text_of(const Case& test_case);

// Returns the Python program of a case that contains its expectations. Its
// run() calls NumPy for the ops that NumPy has.
std::string python_program(const Case& test_case);

// Returns the C++ program. Fails if a plugin does not carry out an op of the
// case by invoke(), as for alloc, write, read and the accessors.
Result<std::string> cpp_program(const Case& test_case);

}  // namespace assay
