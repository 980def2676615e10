// Runs of the real command as a child process: its exit code and what it
// printed, in a scratch folder of its own.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace assay {

// Holds the outcome of a run; `code` is 128 + N if signal N ended it.
struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class CommandRun : public testing::Test {
 protected:
  CommandRun()
      : folder_(std::filesystem::path(testing::TempDir()) /
                fmt::format("assay-command-{}", getpid())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    // They name a part of these tests. The command would take them for the part
    // of its own cases that it is to run.
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
  }
  ~CommandRun() override { std::filesystem::remove_all(folder_); }

  // Starts a program in the scratch folder, with its output in files there.
  pid_t start(std::vector<std::string> words) const {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    (void)!chdir(folder_.c_str());
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(open(".out", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
    dup2(open(".err", O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }

  Ran finish(pid_t pid) const {
    int status = 0;
    waitpid(pid, &status, 0);
    return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
            text_of(folder_ / ".out"), text_of(folder_ / ".err")};
  }

  // Runs `assay` with arguments.
  Ran assay(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), ASSAY_COMMAND);
    return finish(start(std::move(arguments)));
  }

  // Runs a shell command in which $ASSAY is the command.
  Ran shell(const std::string& command) const {
    return finish(
        start({"/bin/bash", "-c",
               fmt::format("ASSAY='{}'; ", ASSAY_COMMAND) + command}));
  }

  // Returns the files and folders that runs made, except captured output.
  std::vector<std::string> made() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (const auto name = entry.path().filename().string(); name[0] != '.')
        names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
  }

  // Expects an exit code, one sentence on stderr, and nothing else.
  static void expect_complaint(const Ran& ran, int code,
                               const std::string& part) {
    EXPECT_EQ(code, ran.code) << ran.err;
    EXPECT_EQ("", ran.out);
    EXPECT_TRUE(ran.err.starts_with("assay: ")) << ran.err;
    EXPECT_EQ(1, std::count(ran.err.begin(), ran.err.end(), '\n')) << ran.err;
    EXPECT_TRUE(ran.err.ends_with('\n')) << ran.err;
    EXPECT_NE(std::string::npos, ran.err.find(part)) << ran.err;
  }

  // The subjects of tests/adapters/broken.py and of tests/cli/confused.py,
  // which ignores its arguments.
  static std::string broken(const std::string& way) {
    return fmt::format(
        "exec:/usr/bin/python3 -S -E '{}/tests/adapters/broken.py' {}",
        ASSAY_SOURCE_DIR, way);
  }

  static std::string confused(const std::string& arguments = "") {
    return fmt::format(
        "exec:/usr/bin/python3 -S -E '{}/tests/cli/confused.py' {}",
        ASSAY_SOURCE_DIR, arguments);
  }

  const std::filesystem::path folder_;
};

}  // namespace assay
