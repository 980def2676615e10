// Builds the command that runs one case of a record again.
// Tested by tests/reports/replay_line_test.cc.
#pragma once

#include <string>

#include "harness/record/record.h"

namespace assay {

// Returns an argument as a POSIX shell takes it, in quotes if necessary.
std::string shell_quoted(const std::string& text);

// Returns the value of --profile for a run: the name of a built-in profile, or
// the file as the run's command named it.
std::string profile_argument(const RunRecord& run);

// Returns "COMMAND replay FOLDER/FILE SUBJECT". For a case without a file,
// returns the command that checks this case alone.
std::string replay_line(const RunRecord& run, const Record& record,
                        const std::string& command, const std::string& folder);

}  // namespace assay
