// Ends child processes, and says how they ended.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <sys/types.h>

#include <string>

namespace assay {

// Waits for a child process to end, and kills it after `seconds`. Returns its
// wait status.
int reap(pid_t pid, double seconds);

// Kills a child process, if it has not ended, and its process group. The group
// has the processes that the child started, unless they left it. Returns the
// wait status of the child.
int end_group(pid_t leader);

// Returns a wait status in words: "the process died of signal 6 (Aborted)".
std::string end_text(int status);

}  // namespace assay
