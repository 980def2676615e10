// Reads and writes case files. Each stores one failing case in the folder of a
// run, so that the case can be replayed without that run.
// Tested by tests/conformance/case_file_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "harness/case/case.h"

namespace assay {

// Returns the file name of a case: its id with "." for "/" and ":", and
// ".json".
std::string case_file_name(std::string_view id);

// Writes a case file, whole or not at all. Fails if read_case_file() would
// refuse the file for its size; such a case can be built again from its id.
Status write_case_file(const std::filesystem::path& path,
                       const Case& test_case);

// Reads the text of a case file; the error names the file.
Result<std::string> read_case_text(const std::filesystem::path& path);

// Reads and checks a case file; the error names the file.
Result<Case> read_case_file(const std::filesystem::path& path);

}  // namespace assay
