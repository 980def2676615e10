// Cases in files: one case, or a file of golden vectors with many; and folders
// of such files. Tested by tests/conformance/vectors_test.cc.
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

// Returns the path itself, if it is a file, or every *.json below the folder
// that is no schema, in the order of their paths. Fails if there is none.
Result<std::vector<std::filesystem::path>> case_files_at(
    const std::filesystem::path& path);

// Reads and checks every case of a file; the error names the file and, among
// many, the case.
Result<StoredCases> read_stored_cases(const std::filesystem::path& path);

// Returns a stored case as the plan of a run has it. It has to say itself what
// to expect: no oracle is asked.
PlannedCase plan_stored(Case test_case);

// Returns whether the text is that of a file of golden vectors.
bool is_vector_file(std::string_view text);

}  // namespace assay
