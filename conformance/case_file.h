// Case files: one failing case each, under the run's folder.
// Tested by tests/conformance/case_file_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "harness/case/case.h"

namespace assay {

// Returns the file name of a case: its id with "." for "/" and ":".
std::string case_file_name(std::string_view id);

// Writes a case file, whole or not at all. Fails where read_case_file() would
// refuse it for its size; the id of such a case builds it again.
Status write_case_file(const std::filesystem::path& path,
                       const Case& test_case);

// Reads the text of a case file; the error names the file.
Result<std::string> read_case_text(const std::filesystem::path& path);

// Reads and checks a case file; the error names the file.
Result<Case> read_case_file(const std::filesystem::path& path);

}  // namespace assay
