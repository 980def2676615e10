// Tests how the memory of a process and of its children is measured.
#include "conformance/process_memory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace assay {
namespace {

constexpr std::size_t kMuch = std::size_t{64} << 20;

TEST(ProcessMemory, CountsWhatIsTouchedAndNotWhatIsMapped) {
  const std::size_t before = resident_bytes(getpid());
  void* memory = mmap(nullptr, kMuch, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(MAP_FAILED, memory);
  EXPECT_GT(before + kMuch / 2, resident_bytes(getpid()));
  std::memset(memory, 1, kMuch);
  EXPECT_LT(before + kMuch / 2, resident_bytes(getpid()));
  munmap(memory, kMuch);
}

TEST(ProcessMemory, CountsChildren) {
  const std::size_t before = resident_bytes(getpid());
  int ready[2];
  ASSERT_EQ(0, pipe(ready));
  const pid_t child = fork();
  if (child == 0) {
    void* memory = mmap(nullptr, kMuch, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memset(memory, 1, kMuch);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(1, read(ready[0], &byte, 1));
  EXPECT_LT(before + kMuch / 2, resident_bytes(getpid()));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(0u, resident_bytes(child));
}

}  // namespace
}  // namespace assay
