// Tests who holds the lock of a folder, what a second process is told, and that
// the lock of a process that was killed does not remain.
#include "conformance/run_lock.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "conformance/run_folder.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class RunLockTest : public ScratchRun {
 protected:
  // Returns what a process of its own is told that asks for the lock; "taken"
  // if it gets it.
  std::string answer_to_another(const std::filesystem::path& out) const {
    int ends[2] = {};
    EXPECT_EQ(0, pipe(ends));
    const pid_t pid = fork();
    if (pid == 0) {
      const auto lock = RunLock::take_folder(out);
      const std::string text = lock ? "taken" : lock.status().message;
      (void)!write(ends[1], text.data(), text.size());
      _exit(0);
    }
    close(ends[1]);
    char text[2000] = {};
    const ssize_t size = read(ends[0], text, sizeof text);
    close(ends[0]);
    waitpid(pid, nullptr, 0);
    return std::string(text,
                       static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  }
};

TEST_F(RunLockTest, IsHeldByOneProcess) {
  const auto out = folder_ / "a" / "out";
  {
    const auto lock = RunLock::take_folder(out);
    ASSERT_TRUE(lock.ok()) << lock.status().message;
    EXPECT_TRUE(lock->is_held());
    const std::string told = answer_to_another(out);
    EXPECT_TRUE(told.starts_with(
        fmt::format("{} is in use by process {} (", out.string(), getpid())))
        << told;
    // The command line of this program is in it.
    EXPECT_NE(std::string::npos, told.find(program_invocation_short_name))
        << told;
    EXPECT_NE(std::string::npos, told.find("; expected a place")) << told;
  }
  // When it is released it removes everything, even the folders that it made.
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a"));
  EXPECT_EQ("taken", answer_to_another(out));
}

TEST_F(RunLockTest, OfADeadProcessIsTaken) {
  const auto out = folder_ / "out";
  int ends[2] = {};
  ASSERT_EQ(0, pipe(ends));
  const pid_t pid = fork();
  if (pid == 0) {
    const auto lock = RunLock::take_folder(out);
    const pid_t left = fork();  // as a subject may leave one running
    if (left > 0) (void)!write(ends[1], &left, sizeof left);
    for (;;) pause();
  }
  pid_t left = -1;
  ASSERT_EQ(std::ssize(std::string(sizeof left, ' ')),
            read(ends[0], &left, sizeof left));
  EXPECT_NE("taken", answer_to_another(out));
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(out / kLockFile));
  EXPECT_EQ("taken", answer_to_another(out));
  kill(left, SIGKILL);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(RunLockTest, KeepsAFolderThatHasContent) {
  const auto out = folder_ / "out";
  {
    const auto lock = RunLock::take_folder(out);
    ASSERT_TRUE(lock.ok());
    ASSERT_TRUE(make_run_folder(out).ok());
    EXPECT_TRUE(std::filesystem::exists(out / kLockFile));
    std::ofstream(out / kRecordsFile) << "{}\n";
  }
  EXPECT_FALSE(std::filesystem::exists(out / kLockFile));
  EXPECT_TRUE(std::filesystem::exists(out / kRecordsFile));
}

TEST_F(RunLockTest, IsNotTakenWhereARunMayNotWrite) {
  std::filesystem::create_directories(folder_ / "mine" / "notes");
  const auto refused = RunLock::take_folder(folder_ / "mine");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(std::string::npos, refused.status().message.find("is not empty"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "mine" / kLockFile));
  const auto file = RunLock::take_folder("/dev/null/out");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ("/dev/null/out cannot be written: Not a directory",
            file.status().message);
}

}  // namespace
}  // namespace assay
