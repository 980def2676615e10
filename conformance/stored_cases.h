// Reads cases from files: a file with one case, a file of golden vectors with
// many, or a folder of such files.
// Tested by tests/conformance/vectors_test.cc.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/view/view_case.h"

namespace assay {

// The cases of one file, in its order.
struct StoredCases {
  std::vector<Case> cases;
  std::vector<ViewCase> view_cases;
};

// Returns the path itself if it is a file. For a folder, returns every *.json
// below it, except schemas, sorted by path; fails if there is none.
Result<std::vector<std::filesystem::path>> case_files_at(
    const std::filesystem::path& path);

// Reads and checks every case of a file. The error names the file and, in a
// file of many cases, the case.
Result<StoredCases> read_stored_cases(const std::filesystem::path& path);

// Returns a stored case as an entry of a plan. The case must contain what it
// expects, since no oracle is asked.
PlannedCase plan_stored(Case test_case);

// Returns whether the text is a file of golden vectors.
bool is_vector_file(std::string_view text);

}  // namespace assay
