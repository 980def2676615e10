// How a process ended. Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <sys/types.h>

#include <string>

namespace assay {

// Waits for a child process to end; after `seconds` kills it. Returns its wait
// status.
int reap(pid_t pid, double seconds);

// Kills a child process, if it has not ended, and its process group, which
// holds what it started, unless that left the group. Returns its wait status.
int end_group(pid_t leader);

// Returns a wait status in words: "the process died of signal 6 (Aborted)".
std::string end_text(int status);

}  // namespace assay
