// Runs stored cases on one subject in the workers of a run, so that damage to
// the process or outside the tensors is seen as in a check. With --in-process
// the cases run in this process, where a debugger can follow.
// Tested by tests/cli/replay_command_test.cc.
#pragma once

#include <vector>

#include "cli/commands.h"
#include "harness/case/case.h"
#include "harness/record/record.h"

namespace assay {

// Runs cases that contain what they expect, and fills in their records, in
// order. Returns 0. If there are no records, complains and returns the exit
// code.
int replay_cases(const ReplayArguments& arguments,
                 const std::vector<Case>& cases, std::vector<Record>& records);

}  // namespace assay
