// Tests the file to which all workers append.
#include "conformance/partial_records.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

namespace assay {
namespace {

class Partial : public testing::Test {
 protected:
  ~Partial() override { std::filesystem::remove(path_); }
  static std::vector<std::string> read(PartialRecords& records) {
    std::vector<std::string> lines;
    records.read([&](std::string_view line) { lines.emplace_back(line); });
    return lines;
  }
  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      ("assay-partial-" + std::to_string(getpid()));
};

TEST_F(Partial, HandsOverEveryLineOnce) {
  auto records = PartialRecords::open(path_, false);
  ASSERT_TRUE(records.ok());
  EXPECT_TRUE(records->append("a"));
  EXPECT_EQ(std::vector<std::string>{"a"}, read(*records));
  EXPECT_TRUE(read(*records).empty());
  std::ofstream(path_, std::ios::app) << "b\nhalf a li";
  EXPECT_EQ(std::vector<std::string>{"b"}, read(*records));
  std::ofstream(path_, std::ios::app) << "ne\n";
  EXPECT_EQ(std::vector<std::string>{"half a line"}, read(*records));
}

TEST_F(Partial, KeepsWhatIsThereOrDoesNot) {
  std::ofstream(path_) << "old\n";
  auto kept = PartialRecords::open(path_, true);
  EXPECT_EQ(std::vector<std::string>{"old"}, read(*kept));
  auto emptied = PartialRecords::open(path_, false);
  EXPECT_TRUE(read(*emptied).empty());
  EXPECT_EQ((path_ / "below").string() + " cannot be written: Not a directory",
            PartialRecords::open(path_ / "below", false).status().message);
}

TEST_F(Partial, TakesLinesOfManyProcessesWhole) {
  auto records = PartialRecords::open(path_, false);
  ASSERT_TRUE(records.ok());
  constexpr int kProcesses = 4;
  constexpr int kLines = 300;
  for (int process = 0; process < kProcesses; ++process)
    if (fork() == 0) {
      bool all = true;
      for (int i = 0; i < kLines; ++i)
        all = records->append(
                  std::string(700, static_cast<char>('a' + process))) &&
              all;
      _exit(all ? 0 : 1);
    }
  std::multiset<std::string> lines;
  int status = 0;
  while (waitpid(-1, &status, 0) > 0) EXPECT_EQ(0, status);
  for (std::string& line : read(*records)) lines.insert(std::move(line));
  ASSERT_EQ(std::size_t{kProcesses * kLines}, lines.size());
  for (int process = 0; process < kProcesses; ++process)
    EXPECT_EQ(std::size_t{kLines},
              lines.count(std::string(700, static_cast<char>('a' + process))));
}

TEST_F(Partial, SeesThatItWasClosed) {
  auto records = PartialRecords::open(path_, false);
  ASSERT_TRUE(records.ok());
  EXPECT_TRUE(records->is_open());
  const pid_t pid = fork();
  if (pid == 0) {
    for (int fd = 3; fd < 1000; ++fd) close(fd);
    _exit(records->is_open() || records->append("lost") ? 1 : 0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(0, status);
  EXPECT_TRUE(read(*records).empty());
}

}  // namespace
}  // namespace assay
