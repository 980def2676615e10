// The folder of a run: which folders a run may take over, and what an earlier
// run left there. Tested by tests/conformance/run_folder_test.cc.
#pragma once

#include <filesystem>

#include "spec/result.h"

namespace assay {

inline constexpr const char* kRecordsFile = "records.jsonl";
// The records of a run that goes on, or was interrupted.
inline constexpr const char* kPartialRecordsFile = "records.jsonl.partial";

// Makes the folder of a run with an empty cases/ in it, and removes what an
// earlier run left: its records first, so that records never outlive the case
// files that they name. Fails, and removes nothing, if the folder has content
// but no records of a run: it is not ours.
Status make_run_folder(const std::filesystem::path& out);

}  // namespace assay
