// A case as a program that stands alone: in Python, on NumPy, or in C++, on
// assay_backend.h and a plugin. Tested by tests/cli/export_command_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/case/case.h"

namespace assay {

// The programs around the case, with the place for it marked by @NAME@.
extern const std::string_view kPythonProgram;
extern const std::string_view kCppProgram;

// Returns the program with each @NAME@ replaced.
std::string filled_in(
    std::string_view program,
    const std::vector<std::pair<std::string, std::string>>& values);

// Returns the Python program of a case that says what to expect. Its run()
// calls NumPy where the ops of the case are NumPy functions.
std::string python_program(const Case& test_case);

// Returns the C++ program. Fails for a case with an op that plugins do not
// carry out by invoke(): those that are alloc, write and read, and accessors.
Result<std::string> cpp_program(const Case& test_case);

}  // namespace assay
