// Measures the memory of a worker process, so that the run can enforce its
// memory limit.
// Tested by tests/conformance/process_memory_test.cc.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace assay {

// Returns the resident bytes of a process and of its direct children, as far as
// the system tells; 0 for a process that has ended.
std::size_t resident_bytes(pid_t pid);

}  // namespace assay
