// File descriptors of a process that shares itself with a subject: those of its
// own are kept out of the subject's way, and all that it does not need are
// closed. Tested by tests/conformance/descriptors_test.cc.
#pragma once

#include <vector>

namespace assay {

// Returns a descriptor of the same file with a number of 200 or more, out of
// the way of programs that close the low ones, and closes `fd`. Returns `fd`
// where no such number is free.
int moved_up(int fd);

// Closes every descriptor from 3 on that is not among `kept`.
void close_all_but(std::vector<int> kept);

}  // namespace assay
