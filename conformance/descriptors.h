// Protects the file descriptors of a process that a subject shares. Assay's own
// descriptors move to high numbers, where subjects seldom touch them, and all
// that the process does not need are closed.
// Tested by tests/conformance/descriptors_test.cc.
#pragma once

#include <vector>

namespace assay {

// Moves a descriptor to a number of 200 or more, out of the way of programs
// that close the low ones, and returns that number. Returns `fd` unchanged if
// no such number is free.
int moved_up(int fd);

// Closes every descriptor from 3 up that is not in `kept`.
void close_all_but(std::vector<int> kept);

}  // namespace assay
