// Descriptors are moved up, and closed but for those that are kept.
#include "conformance/descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {
namespace {

bool is_open(int fd) { return fcntl(fd, F_GETFD) != -1; }

TEST(Descriptors, AreMovedOutOfTheWay) {
  const int low = open("/dev/null", O_RDONLY);
  const int high = moved_up(low);
  EXPECT_LE(200, high);
  EXPECT_TRUE(is_open(high));
  EXPECT_FALSE(is_open(low));
  EXPECT_EQ(FD_CLOEXEC, fcntl(high, F_GETFD));
  close(high);
}

// The test runs in a process of its own, whose exit status says what went
// wrong.
TEST(Descriptors, AreClosedButForTheOnesToKeep) {
  const pid_t pid = fork();
  if (pid == 0) {
    const int first = open("/dev/null", O_RDONLY);
    const int second = dup(first);
    const int third = moved_up(dup(first));
    const int fourth = moved_up(dup(first));
    if (fourth < 0) _exit(10);
    close_all_but({third, second, 1});
    const bool right = is_open(second) && is_open(third) && is_open(1) &&
                       is_open(2) && !is_open(first) && !is_open(fourth);
    if (!right) _exit(11);
    close_all_but({});
    for (int fd = 3; fd < 1024; ++fd)
      if (is_open(fd)) _exit(12);
    _exit(is_open(0) && is_open(1) && is_open(2) ? 0 : 13);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(0, WEXITSTATUS(status));
}

}  // namespace
}  // namespace assay
