// Tests two runs with one --out: the second is refused at once, and the first
// loses nothing.
#include <chrono>
#include <thread>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class SecondRun : public CommandRun {
 protected:
  static constexpr const char* kCases = "reduction/*,sorting/*,linalg/*";

  // Starts a run that takes some seconds, and waits for its first records.
  pid_t start_long_run(std::vector<std::string> words) const {
    words.insert(words.begin(), ASSAY_COMMAND);
    const pid_t pid = start(words);
    const auto partial = folder_ / "out/records.jsonl.partial";
    for (int i = 0; i < 3000 && text_of(partial).size() < 3000; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return pid;
  }
  // Runs a second command with its output in files of its own.
  Ran second(const std::string& arguments) const {
    const auto begin = std::chrono::steady_clock::now();
    const std::string command = fmt::format(
        "cd '{}'; timeout 60 '{}' {} > .out2 2> .err2; echo -n $? > .code2",
        folder_.string(), ASSAY_COMMAND, arguments);
    EXPECT_EQ(0, std::system(command.c_str()));
    last_took_ = std::chrono::steady_clock::now() - begin;
    return {std::stoi(text_of(folder_ / ".code2")), text_of(folder_ / ".out2"),
            text_of(folder_ / ".err2")};
  }
  std::string records(const std::string& out) const {
    std::string text = text_of(folder_ / out / "records.jsonl");
    const std::size_t stamp = text.find("\"started_at\":\"");
    if (stamp != std::string::npos)
      text.erase(stamp, text.find(',', stamp) - stamp);
    return text;
  }
  mutable std::chrono::duration<double> last_took_{};
};

TEST_F(SecondRun, IntoOneFolderIsRefusedAndLosesNothing) {
  ASSERT_EQ(0, assay({"check", "reference", "--filter", kCases, "--seed", "5",
                      "--out", "alone"})
                   .code);
  const pid_t first =
      start_long_run({"check", "reference", "--filter", kCases, "--seed", "5",
                      "--out", "out", "--jobs", "1"});
  const std::string begin = fmt::format(
      "out is in use by process {} ({} check reference", first, ASSAY_COMMAND);
  for (const char* arguments :
       {"check reference --filter neg --out out",
        "check reference --filter neg --out out --resume",
        "fuzz reference --time 1 --out out", "merge alone --out out"}) {
    const Ran refused = second(arguments);
    expect_complaint(refused, 2, begin);
    EXPECT_LT(last_took_.count(), 10.0) << arguments;
  }
  const Ran ran = finish(first);
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ(records("alone"), records("out"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/run.lock"));
}

TEST_F(SecondRun, AfterAKillTakesTheLock) {
  const pid_t first = start_long_run(
      {"check", "reference", "--filter", kCases, "--out", "out"});
  kill(first, SIGKILL);
  finish(first);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/run.lock"));
  EXPECT_EQ(
      0, assay({"check", "reference", "--filter", "neg", "--out", "out"}).code);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/run.lock"));
}

TEST_F(SecondRun, OfASweepIsRefused) {
  const auto libm =
      std::filesystem::path(ASSAY_COMMAND).parent_path() / "libassay_libm.so";
  const pid_t first = start({ASSAY_COMMAND, "sweep", libm.string(), "--op",
                             "sin", "--blocks", "1060-1090", "--out", "s"});
  for (int i = 0; i < 3000 && text_of(folder_ / "s.partial").empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const Ran ran = second(
      fmt::format("sweep '{}' --op sin --blocks 0-0 --out s", libm.string()));
  expect_complaint(ran, 2, fmt::format("s is in use by process {} (", first));
  kill(first, SIGKILL);
  finish(first);
}

}  // namespace
}  // namespace assay
