// The folder of a run: which folders a run may take over, and what an earlier
// run left there. Tested by tests/conformance/run_folder_test.cc.
#pragma once

#include <filesystem>

#include "spec/result.h"

namespace assay {

inline constexpr const char* kRecordsFile = "records.jsonl";
// The records of a run that goes on, or was interrupted.
inline constexpr const char* kPartialRecordsFile = "records.jsonl.partial";

// The lock file of a run that goes on.
inline constexpr const char* kLockFile = "run.lock";

// Fails if a run may not write into the folder: it cannot be looked into, or it
// has content but nothing of an earlier run.
Status check_run_folder(const std::filesystem::path& out);

// Makes the folder of a run with an empty cases/ in it, and removes what an
// earlier run left: its records first, so that records never outlive the case
// files that they name. Fails, and removes nothing, as
// check_run_folder() does.
Status make_run_folder(const std::filesystem::path& out);

}  // namespace assay
