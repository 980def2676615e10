// How much memory a process holds, its children included.
// Tested by tests/conformance/process_memory_test.cc.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace assay {

// Returns the resident bytes of a process and of its children, as far as the
// system tells; 0 for one that has gone.
std::size_t resident_bytes(pid_t pid);

}  // namespace assay
