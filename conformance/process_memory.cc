// Reads the resident memory of a process and its children from /proc.
// Tested by tests/conformance/process_memory_test.cc.
#include "conformance/process_memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

namespace assay {
namespace {

std::size_t own_bytes(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/statm", pid));
  std::size_t total = 0;
  std::size_t resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::size_t resident_bytes(pid_t pid) {
  std::size_t bytes = own_bytes(pid);
  std::ifstream children(fmt::format("/proc/{}/task/{}/children", pid, pid));
  for (pid_t child = 0; children >> child;) bytes += own_bytes(child);
  return bytes;
}

}  // namespace assay
