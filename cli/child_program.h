// Starts programs and takes their output.
// Tested by tests/cli/launch_command_test.cc.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay {

// Starts a program with its arguments in a process group of its own, with no
// signals blocked. If `output` is not negative, its stdout and stderr go there.
// Returns its process, or a negative number if it cannot be started.
pid_t start_program(const std::vector<std::string>& words, int output = -1);

// Holds how a program ended, and what it wrote to stdout and stderr.
struct ProgramEnd {
  int code = 127;
  std::string output;
};
ProgramEnd run_program(const std::vector<std::string>& words);

// Returns whether PATH has a program of this name.
bool has_program(const std::string& name);

}  // namespace assay
