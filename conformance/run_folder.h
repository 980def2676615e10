// Prepares the folder of a run. It decides which folders a run may use, so that
// none of the user's files are lost, and removes what an earlier run left.
// Tested by tests/conformance/run_folder_test.cc.
#pragma once

#include <filesystem>

#include "spec/result.h"

namespace assay {

inline constexpr const char* kRecordsFile = "records.jsonl";
// The records of a run that is in progress or was interrupted.
inline constexpr const char* kPartialRecordsFile = "records.jsonl.partial";

// The times of the cases of a run, for dealing them to shards.
inline constexpr const char* kCostsFile = "costs.jsonl";

// The lock file of a run in progress.
inline constexpr const char* kLockFile = "run.lock";

// Fails if a run may not write into the folder: it cannot be read, or it has
// content but no file of an earlier run.
Status check_run_folder(const std::filesystem::path& out);

// Makes the folder of a run with an empty cases/ in it, and removes what an
// earlier run left. The records go first, so that records never outlive the
// case files that they name. Fails like check_run_folder(), before anything is
// removed, and if something cannot be removed or made.
Status make_run_folder(const std::filesystem::path& out);

}  // namespace assay
