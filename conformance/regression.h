// Regressions: cases that once failed somewhere, each in a file like one of
// golden vectors, with where it was found.
// Tested by tests/cli/stored_cases_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "harness/case/case.h"

namespace assay {

struct Regression {
  Case test_case;
  std::string found_in;  // "numpy 1.24.2"; empty if it is not known
  std::string note;
};

// Returns the subject, with its version, of the run that wrote a case file
// below its folder, or an empty text.
std::string subject_of_run(const std::filesystem::path& case_file);

// Returns where a regression belongs below their folder: FAMILY/ID.json.
std::filesystem::path regression_path(const Case& test_case);

// Returns the text of its file.
std::string regression_text(const Regression& regression);

// Returns the file below a folder that has the case already, under its id or
// under another, or an empty path. Fails where a file there cannot be read.
Result<std::filesystem::path> file_with_case(
    const std::filesystem::path& folder, const Case& test_case);

}  // namespace assay
