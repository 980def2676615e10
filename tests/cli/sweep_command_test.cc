// Tests `assay sweep`, `assay sweeps` and the sweeps of `assay check`: on the C
// library, on the reference, on wrong subjects, and in parts.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class SweepCommand : public CommandRun {
 protected:
  static std::string libm() {
    return std::filesystem::path(ASSAY_COMMAND).parent_path() /
           "libassay_libm.so";
  }
  std::string file(const std::string& name) const {
    return text_of(folder_ / name);
  }
};

// Blocks of exp around 1: 2^20 inputs each.
TEST_F(SweepCommand, SweepsTheCLibrary) {
  const Ran ran = assay({"sweep", libm(), "--op", "exp", "--blocks",
                         "1016-1017", "--out", "exp.jsonl"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "inputs: 2097152 of 4294967296\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "not permitted (ulp 3): 0\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "worst: 0.50")) << ran.out;
  EXPECT_TRUE(ran.out.ends_with("totals: exp.jsonl\n")) << ran.out;
  const std::string totals = file("exp.jsonl");
  EXPECT_EQ(3, std::count(totals.begin(), totals.end(), '\n'));
  EXPECT_EQ((std::vector<std::string>{"exp.jsonl"}), made());
}

TEST_F(SweepCommand, GivesTheSameForShardsAndAfterAKill) {
  const std::vector<std::string> words = {
      "sweep", libm(), "--op", "sin", "--blocks", "1060-1073", "--out"};
  const auto run = [&](const std::string& out,
                       std::vector<std::string> more = {}) {
    std::vector<std::string> all = words;
    all.push_back(out);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_EQ(0, assay(run("one")).code);
  std::vector<std::string> parts = {"sweeps", "--out", "joined"};
  for (int shard = 1; shard <= 7; ++shard) {
    const std::string part = fmt::format("part{}", shard);
    EXPECT_EQ(0,
              assay(run(part, {"--shard", fmt::format("{}/7", shard)})).code);
    parts.push_back(part);
  }
  EXPECT_EQ(0, assay(parts).code);
  EXPECT_EQ(file("one"), file("joined"));
  // This run is killed once it has some blocks.
  std::vector<std::string> killed = run("resumed");
  killed.insert(killed.begin(), ASSAY_COMMAND);
  const pid_t pid = start(killed);
  for (int i = 0; i < 3000 && file("resumed.partial").size() < 1500; ++i)
    usleep(2000);
  kill(pid, SIGKILL);
  EXPECT_EQ(128 + SIGKILL, finish(pid).code);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "resumed"));
  EXPECT_EQ(0, assay(run("resumed", {"--resume"})).code);
  EXPECT_EQ(file("one"), file("resumed"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "resumed.partial"));
}

TEST_F(SweepCommand, SaysWhatIsNotPermitted) {
  // NumPy's round takes halves to even, where nx takes them away from zero.
  const std::string numpy = fmt::format(
      "exec:/usr/bin/python3 '{}/adapters/numpy/backend.py'", ASSAY_SOURCE_DIR);
  const Ran ran =
      assay({"sweep", numpy, "--op", "round", "--dtype", "float16"});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "the first: ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "0x1p-1 (0x3800)")) << ran.out;
  EXPECT_EQ(0, assay({"sweep", numpy, "--op", "round", "--dtype", "float16",
                      "--profile", "numpy"})
                   .code);
}

TEST_F(SweepCommand, IsPartOfTheStandardLevel) {
  const Ran ran = assay({"check", "reference", "--level", "standard",
                         "--filter", "exp,elementwise/cmplt", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
  // The sweeps are part of the report, before the verdict.
  const std::size_t sweeps = ran.out.find("\nsweeps: ");
  ASSERT_NE(std::string::npos, sweeps) << ran.out;
  EXPECT_LT(sweeps, ran.out.find("\nreference conforms to profile nx\n"))
      << ran.out;
  EXPECT_EQ(ran.out, file("out/report.txt") + "records: out/records.jsonl\n");
  EXPECT_TRUE(contains(file("out/report.html"), "sweeps: "));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/records.jsonl.partial"));
  EXPECT_TRUE(
      std::filesystem::exists(folder_ / "out/sweeps/exp-float16.jsonl"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/sweeps/cmplt-int8.jsonl"));
  EXPECT_FALSE(
      std::filesystem::exists(folder_ / "out/sweeps/exp-float32.jsonl"));
  EXPECT_TRUE(contains(file("out/sweeps/exp-float64-sample.jsonl"),
                       "\"sample\":[1,0]"));
}

// Shards of a sample give the whole, and the C library's far cosines, which
// are right but next to some multiples of pi/2, are within the bound.
TEST_F(SweepCommand, SamplesWideElements) {
  const auto run = [&](const std::string& out, const std::string& shard) {
    const Ran ran =
        assay({"sweep", libm(), "--op", "cos", "--dtype", "float64", "--rounds",
               "300", "--seed", "9", "--shard", shard, "--out", out});
    EXPECT_EQ(0, ran.code) << ran.out << ran.err;
    return ran.out;
  };
  EXPECT_TRUE(contains(run("one", "1/1"),
                       "inputs: 1228800 of 1228800, a sample by seed 9\n"));
  run("part1", "1/2");
  run("part2", "2/2");
  EXPECT_EQ(0, assay({"sweeps", "part1", "part2", "--out", "joined"}).code);
  EXPECT_EQ(file("one"), file("joined"));
  expect_complaint(assay({"sweep", "reference", "--op", "exp", "--dtype",
                          "int32", "--rounds", "1"}),
                   2, "int32 is not a real float");
}

// NumPy's round takes halves to even in every float16 of the sweep.
TEST_F(SweepCommand, OfALevelDecidesItsVerdict) {
  const std::string numpy = fmt::format(
      "exec:/usr/bin/python3 '{}/adapters/numpy/backend.py'", ASSAY_SOURCE_DIR);
  // The filter has only relations and no cases; the sweep finds what relations
  // cannot.
  const Ran ran =
      assay({"check", numpy, "--level", "standard", "--filter",
             "round:sweep,round:value", "--out", "out", "--junit", "j.xml"});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "sweep of round on float16: ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " does not conform to profile nx\n"))
      << ran.out;
  EXPECT_FALSE(contains(ran.out, " conforms to profile nx")) << ran.out;
  EXPECT_TRUE(contains(file("out/report.txt"), "sweep of round on float16: "));
  EXPECT_TRUE(
      contains(file("j.xml"), "name=\"round on float16\" time=\"0\"><failure"));
}

// A run that ends in its sweeps goes on there, with the cases that it has.
TEST_F(SweepCommand, OfALevelGoesOnWithResume) {
  const std::vector<std::string> words = {
      ASSAY_COMMAND, "check",   "reference", "--level", "standard",
      "--filter",    "exp,log", "--timeout", "60",      "--out",
      "out",         "--jobs",  "1"};
  const pid_t pid = start(words);
  for (int i = 0; i < 6000; ++i) {
    std::error_code error;
    if (std::filesystem::exists(folder_ / "out/sweeps", error)) break;
    usleep(10000);
  }
  kill(pid, SIGTERM);
  const Ran cut = finish(pid);
  expect_complaint(cut, 130, "interrupted during the sweeps, after all ");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/records.jsonl.partial"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/report.txt"));
  const std::string before = file("out/records.jsonl");
  auto again = words;
  again.push_back("--resume");
  const Ran ran = finish(start(again));
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nsweeps: ")) << ran.out;
  EXPECT_EQ(before, file("out/records.jsonl"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/records.jsonl.partial"));
}

TEST_F(SweepCommand, LeavesTheReferenceOutAtLevelDeepAndSaysSo) {
  const Ran ran = assay({"check", "reference", "--level", "deep", "--filter",
                         "sign", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "float32 are left out, because the subject is"))
      << ran.out;
}

TEST_F(SweepCommand, NeedsWhatIsThere) {
  const auto refused = [&](std::vector<std::string> words, int code,
                           const std::string& part) {
    words.insert(words.begin(), "sweep");
    expect_complaint(assay(words), code, part);
  };
  refused({"reference", "--op", "nope"}, 2, "there is no op \"nope\"");
  refused({"reference", "--op", "exp", "--dtype", "x"}, 2, "no dtype \"x\"");
  refused({"reference", "--op", "exp", "--dtype", "float64"}, 2, "64 bits");
  refused({"reference", "--op", "matmul"}, 2, "is not a unary, binary");
  refused({"reference", "--op", "pow", "--dtype", "int8", "--profile", "numpy"},
          2, "profile numpy answers pow with an error");
  refused({"reference", "--op", "exp", "--blocks", "5-4"}, 2, "--blocks is");
  refused({"reference", "--op", "exp", "--blocks", "0-4096"}, 2, "< 4096");
  refused({"reference", "--op", "exp", "--shard", "8/7"}, 2, "8/7");
  refused({"reference", "--op", "exp", "--resume"}, 2, "needs --out");
  refused({"./none.so", "--op", "exp"}, 4, "none.so");
  refused({libm(), "--op", "neg"}, 5, "does not claim neg on float32");
  expect_complaint(assay({"sweeps", "none"}), 2, "none cannot be read");
}

}  // namespace
}  // namespace assay
