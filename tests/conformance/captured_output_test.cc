// Tests that the output of subjects is captured and cannot disturb a run.
#include "conformance/captured_output.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

namespace assay {
namespace {

// Runs a function in a process of its own that captures.
int in_child(const CapturedOutput& output, const std::function<int()>& run) {
  const pid_t pid = fork();
  if (pid == 0) {
    output.capture();
    _exit(run());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CapturedOutput, HoldsWhatWasPrintedBeforeADeath) {
  const CapturedOutput output;
  ASSERT_TRUE(output.is_open());
  EXPECT_EQ(-1, in_child(output, [] {
    std::printf("on its way");
    std::fputs(" out\n", stderr);
    std::abort();
    return 0;
  }));
  EXPECT_EQ("on its way out\n", output.tail());
  EXPECT_EQ("out\n", output.tail(4));
  output.clear();
  EXPECT_EQ("", output.tail());
}

TEST(CapturedOutput, OfAnyLengthStaysSmall) {
  const CapturedOutput output;
  EXPECT_EQ(3, in_child(output, [] {
              const std::string line(1000, 'x');
              ssize_t last = 0;
              for (int i = 0; i < 1000; ++i)
                last = write(1, line.data(), line.size());
              return last < 0 ? 3 : 0;
            }));
  EXPECT_EQ(std::string(50, 'x'), output.tail(50));
}

TEST(CapturedOutput, SeesThatItWasClosedOrReplaced) {
  const CapturedOutput output;
  const auto captured_after = [&](void (*act)()) {
    return in_child(output, [&] {
      act();
      return output.is_captured() ? 1 : 0;
    });
  };
  EXPECT_EQ(1, captured_after([] {}));
  EXPECT_EQ(1, captured_after([] { std::puts("noise"); }));
  EXPECT_EQ(0, captured_after([] { close(0); }));
  EXPECT_EQ(0, captured_after([] { close(1); }));
  EXPECT_EQ(0, captured_after([] { dup2(0, 2); }));
  EXPECT_EQ(0, captured_after([] {
              for (int fd = 0; fd < 1000; ++fd) close(fd);
            }));
}

}  // namespace
}  // namespace assay
