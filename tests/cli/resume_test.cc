// A run whose host is killed goes on with --resume, and comes to the same
// records as one that nobody disturbed.
#include <chrono>
#include <thread>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class Resume : public CommandRun {
 protected:
  static std::vector<std::string> check(const std::string& out) {
    return {ASSAY_COMMAND, "check",  "reference", "--filter",
            kCases,        "--jobs", "2",         "--timeout",
            "60",          "--out",  out};
  }
  // The records without the time at which the run started.
  std::string records(const std::string& out) const {
    std::string text = text_of(folder_ / out / "records.jsonl");
    const std::size_t stamp = text.find("\"started_at\":\"");
    if (stamp != std::string::npos)
      text.erase(stamp, text.find(',', stamp) - stamp);
    return text;
  }
  std::ptrdiff_t line_count(const std::filesystem::path& path) const {
    const std::string text = text_of(folder_ / path);
    return std::count(text.begin(), text.end(), '\n');
  }
  // Starts a run and kills its host when it has written this number of lines.
  void kill_at(const std::string& out, std::ptrdiff_t lines) const {
    auto words = check(out);
    words.push_back("--resume");
    const pid_t pid = start(words);
    while (line_count(out + "/records.jsonl.partial") < lines &&
           waitpid(pid, nullptr, WNOHANG) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    // Workers die with their host; until then they may still append.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  static constexpr const char* kCases = "reduction/*,sorting/*,linalg/*";
};

TEST_F(Resume, AfterKillsEqualsAnUndisturbedRun) {
  ASSERT_EQ(0, finish(start(check("whole"))).code);
  const std::string whole = records("whole");
  ASSERT_LT(100000u, whole.size());
  for (const std::ptrdiff_t lines : {1, 200, 500}) {
    kill_at("broken", lines);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "broken/records.jsonl"));
    EXPECT_LE(lines, line_count("broken/records.jsonl.partial"));
  }
  const auto before = line_count("broken/records.jsonl.partial");
  // A line that was torn by the kill is done again.
  std::ofstream(folder_ / "broken/records.jsonl.partial", std::ios::app)
      << "{\"id\":\"reduction/reduce_s";
  auto words = check("broken");
  words.push_back("--resume");
  const Ran ran = finish(start(words));
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ(whole, records("broken"));
  EXPECT_LE(500, before);
  EXPECT_FALSE(
      std::filesystem::exists(folder_ / "broken/records.jsonl.partial"));
}

TEST_F(Resume, OfAnotherRunIsRefused) {
  kill_at("broken", 100);
  auto words = check("broken");
  words.insert(words.end(), {"--resume", "--seed", "7"});
  expect_complaint(
      finish(start(words)), 2,
      "belongs to another run: its seed is 0, and that of this run is 7");
  EXPECT_LE(100, line_count("broken/records.jsonl.partial"));
}

// A complete run of something else is not removed, which without --resume it
// is; one of the same is run again.
TEST_F(Resume, OfAnotherCompleteRunIsRefused) {
  const std::vector<std::string> run = {
      ASSAY_COMMAND, "check", "reference", "--out", "out",    "--filter", "neg",
      "--seed",      "3",     "--level",   "quick", "--jobs", "1"};
  ASSERT_EQ(0, finish(start(run)).code);
  const std::string before = text_of(folder_ / "out/records.jsonl");
  const auto resumed = [&](std::size_t at, const std::string& value) {
    auto words = run;
    words[at] = value;
    words.push_back("--resume");
    return finish(start(words));
  };
  expect_complaint(
      resumed(8, "4"), 2,
      "out/records.jsonl belongs to another run: its seed is 3, and "
      "that of this run is 4; expected the same, or a run without --resume");
  expect_complaint(resumed(6, "abs"), 2,
                   "its filter is \"neg\", and that of this run is \"abs\"");
  expect_complaint(
      resumed(10, "standard"), 2,
      "its level is \"quick\", and that of this run is \"standard\"");
  auto words = run;
  words.insert(words.end(), {"--resume", "--profile", "numpy"});
  expect_complaint(finish(start(words)), 2,
                   "its profile is \"nx\", and that of this run is \"numpy\"");
  EXPECT_EQ(before, text_of(folder_ / "out/records.jsonl"));
  EXPECT_EQ(0, resumed(8, "3").code);
  EXPECT_EQ(0, finish(start({ASSAY_COMMAND, "check", "reference", "--out",
                             "out", "--filter", "neg", "--seed", "4"}))
                   .code);
}

}  // namespace
}  // namespace assay
