// Moves descriptors with fcntl() and closes ranges of them with close_range().
// Tested by tests/conformance/descriptors_test.cc.
#include "conformance/descriptors.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace assay {
namespace {

constexpr unsigned kMost = ~0u;

// Closes the descriptors from `first` to `last`, inclusive.
void close_from_to(unsigned first, unsigned last) {
  if (first > last || syscall(SYS_close_range, first, last, 0u) == 0) return;
  // Linux before 5.9 has no close_range().
  const auto open_max = static_cast<unsigned>(sysconf(_SC_OPEN_MAX));
  for (unsigned fd = first; fd <= std::min(last, open_max); ++fd)
    close(static_cast<int>(fd));
}

}  // namespace

int moved_up(int fd) {
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, 200);
  if (high < 0) return fd;
  close(fd);
  return high;
}

void close_all_but(std::vector<int> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned first = STDERR_FILENO + 1;
  for (const int fd : kept) {
    if (fd < static_cast<int>(first)) continue;
    close_from_to(first, static_cast<unsigned>(fd) - 1);
    first = static_cast<unsigned>(fd) + 1;
  }
  close_from_to(first, kMost);
}

}  // namespace assay
