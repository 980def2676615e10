// Stores regressions: cases that some subject once failed. Each is a file in
// the format of golden vectors that also says where the failure was found.
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

// Returns the name and version of the subject whose run wrote a case file, from
// the records in that run's folder. Returns an empty text if they are unknown.
std::string subject_of_run(const std::filesystem::path& case_file);

// Returns the path of a regression below the folder of all: FAMILY/ID.json.
std::filesystem::path regression_path(const Case& test_case);

// Returns the text of a regression's file.
std::string regression_text(const Regression& regression);

// Returns the file below a folder that already has the case, under this id or
// another, or an empty path. Fails if a file there cannot be read.
Result<std::filesystem::path> file_with_case(
    const std::filesystem::path& folder, const Case& test_case);

}  // namespace assay
