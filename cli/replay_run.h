// Stored cases on one subject, through the workers of a run: what the subject
// does to its process, and beyond its tensors, is seen as in a check. With
// --in-process they run in this process, where a debugger can follow.
// Tested by tests/cli/replay_command_test.cc.
#pragma once

#include <vector>

#include "cli/commands.h"
#include "harness/case/case.h"
#include "harness/record/record.h"

namespace assay {

// Runs cases that say what to expect, and fills in their records, in order.
// Returns an exit code where there are none, after the complaint, or 0.
int replay_cases(const ReplayArguments& arguments,
                 const std::vector<Case>& cases, std::vector<Record>& records);

}  // namespace assay
