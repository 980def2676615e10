// Tests what the real command does with runs: expectations, gates, shards,
// merges, differences and baselines.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class RunsCommand : public CommandRun {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  Ran check(const std::string& subject,
            std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"check", subject, "--filter", "neg,abs"};
    words.insert(words.end(), more.begin(), more.end());
    return assay(std::move(words));
  }
  // The text of a file without what is of its time.
  std::string records(const std::string& folder) const {
    std::string text = text_of(folder_ / folder / "records.jsonl");
    const std::size_t stamp = text.find("\"started_at\":\"");
    if (stamp != std::string::npos)
      text.erase(stamp, text.find(',', stamp) - stamp);
    return text;
  }
};

TEST_F(RunsCommand, ABaselineMakesTheNextCheckPass) {
  EXPECT_EQ(1, check(confused(), {"--out", "one"}).code);
  const Ran printed =
      assay({"baseline", "update", "one", "--expect", "e", "--print"});
  EXPECT_EQ(0, printed.code) << printed.err;
  EXPECT_TRUE(
      printed.out.starts_with("# cause: neg returns wrong values: neg("))
      << printed.out;
  EXPECT_TRUE(contains(printed.out, "\nxfail elementwise/neg:value:"))
      << printed.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "e"));
  const Ran updated = assay({"baseline", "update", "one/records.jsonl",
                             "--expect", "e", "--reason", "is abs"});
  EXPECT_EQ(0, updated.code);
  EXPECT_TRUE(contains(updated.err, "e: 0 lines kept, 0 narrowed, 0 removed, "))
      << updated.err;
  EXPECT_TRUE(contains(text_of(folder_ / "e"), " reason=\"is abs\"\n"));
  const Ran again =
      check(confused(), {"--out", "two", "--expect", "e", "--strict"});
  EXPECT_EQ(0, again.code) << again.out;
  EXPECT_TRUE(
      contains(again.out, " conforms to profile nx as far as expected,"))
      << again.out;
  EXPECT_TRUE(contains(again.out,
                       "neg.value                           17 cases"
                       " float32\n      is abs\n"))
      << again.out;
  EXPECT_TRUE(contains(records("two"), "\"verdict\":\"expected_failure\""));
  // A run with this file applied changes nothing in it.
  const std::string before = text_of(folder_ / "e");
  EXPECT_EQ(0, assay({"baseline", "update", "two", "--expect", "e"}).code);
  EXPECT_EQ(before, text_of(folder_ / "e"));
}

TEST_F(RunsCommand, AnUnexpectedPassFailsWhereStrict) {
  write("e", "xfail neg:value:dtype=float32 reason=rumour bug=toy#1\n");
  const Ran loose = check("reference", {"--expect", "e", "--junit", "j.xml"});
  EXPECT_EQ(0, loose.code) << loose.err;
  EXPECT_TRUE(contains(loose.out, "passed, against expectation:\n"));
  EXPECT_TRUE(contains(loose.out, "rumour (toy#1)")) << loose.out;
  EXPECT_TRUE(contains(text_of(folder_ / "j.xml"),
                       "<skipped message=\"unexpected_pass: rumour"));
  const Ran strict =
      check("reference", {"--expect", "e", "--strict", "--junit", "j.xml"});
  EXPECT_EQ(1, strict.code);
  EXPECT_TRUE(contains(text_of(folder_ / "j.xml"),
                       "<failure type=\"unexpected_pass\" message=\""));
}

TEST_F(RunsCommand, ALineOutsideOfTheFilterIsFine) {
  write("e", "xfail sort:value:dtype=int8 reason=elsewhere\n");
  EXPECT_EQ(0, check("reference", {"--expect", "e", "--shard", "1/3"}).code);
  write("e", "\nxfail sort:valu reason=elsewhere\n");
  expect_complaint(check("reference", {"--expect", "e"}), 2,
                   "e:2: \"sort:valu\" matches no case");
  expect_complaint(check("reference", {"--expect", "gone"}), 2,
                   "gone cannot be read as a file of expectations");
}

TEST_F(RunsCommand, RequiredCellsFailWhereAsked) {
  EXPECT_EQ(0, assay({"check", confused(), "--filter", "abs"}).code);
  const Ran ran =
      assay({"check", confused(), "--filter", "abs", "--require", "yes"});
  EXPECT_EQ(1, ran.code);
  EXPECT_TRUE(contains(ran.out, "\nrequired, but not supported:\n  abs   "))
      << ran.out;
  EXPECT_EQ(0, assay({"check", confused(), "--filter", "abs:*:dtype=float32",
                      "--require", "yes"})
                   .code);
  EXPECT_EQ(0, check("reference", {"--require", "yes"}).code);
}

TEST_F(RunsCommand, ShardsMergeIntoTheWholeRun) {
  EXPECT_EQ(1, check(confused(), {"--out", "whole"}).code);
  std::string listed;
  for (const char* index : {"1", "2", "3"}) {
    const std::string shard = index + std::string("/3");
    check(confused(), {"--shard", shard, "--out", index});
    listed += check(confused(), {"--shard", shard, "--list"}).out;
    EXPECT_TRUE(contains(text_of(folder_ / index / "report.txt"),
                         ", shard " + shard + "\n"));
  }
  const std::string all = check(confused(), {"--list"}).out;
  EXPECT_EQ(all.size(), listed.size());
  const Ran merged =
      assay({"merge", "3", "1/records.jsonl", "2", "--out", "m"});
  EXPECT_EQ(1, merged.code);
  EXPECT_EQ("", merged.err);
  EXPECT_EQ(records("whole"), records("m"));
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder_ / "whole/cases")) {
    EXPECT_EQ(text_of(entry.path()),
              text_of(folder_ / "m/cases" / entry.path().filename()));
    ++count;
  }
  EXPECT_LT(5u, count);
  const Ran same = assay({"diff", "whole", "m"});
  EXPECT_EQ(0, same.code);
  EXPECT_TRUE(same.out.starts_with("findings: 0 new, 0 gone, 1 same\n"))
      << same.out;
  EXPECT_TRUE(contains(same.out, "\nunchanged: ")) << same.out;

  expect_complaint(assay({"merge", "1", "whole"}), 2, "\"shard_count\" is 3");
  expect_complaint(assay({"merge", "1", "gone"}), 2, "gone does not exist");
  expect_complaint(assay({"merge", "1", "2", "3", "--out", "1"}), 2,
                   "is one of the runs that are merged");
}

// A lost shard is named, and its cases are missing. They are not failures, and
// without them the run has no verdict, neither a good one nor a bad one.
TEST_F(RunsCommand, AMergeWithoutAShardHasNoVerdict) {
  for (const std::string& subject : {std::string("reference"), confused()}) {
    SCOPED_TRACE(subject);
    const bool is_good = subject == "reference";
    for (const char* index : {"1", "3"})
      check(subject, {"--shard", index + std::string("/3"), "--out", index});
    const Ran lost =
        assay({"merge", "1", "3", "--out", "n", "--junit", "n.xml"});
    EXPECT_EQ(3, lost.code);
    EXPECT_TRUE(lost.err.starts_with("assay: shard 2/3 is missing: "))
        << lost.err;
    EXPECT_TRUE(contains(lost.err, "assay: the run is incomplete: "))
        << lost.err;
    EXPECT_TRUE(contains(lost.out, "\nthe run is incomplete: ")) << lost.out;
    EXPECT_TRUE(contains(lost.out, " have no result; there is no verdict on "));
    EXPECT_FALSE(contains(lost.out, "conform to profile")) << lost.out;
    EXPECT_FALSE(contains(lost.out, "conforms to profile")) << lost.out;
    EXPECT_EQ(is_good, contains(lost.out, " 0 failed, ")) << lost.out;
    EXPECT_EQ(is_good, contains(lost.out, "; 0 clauses broken")) << lost.out;
    EXPECT_TRUE(contains(lost.out, " missing, ")) << lost.out;
    EXPECT_TRUE(contains(records("n"), "\"verdict\":\"missing\""));
    EXPECT_TRUE(
        contains(text_of(folder_ / "n.xml"), "shard 2/3 has no record of it"));
    EXPECT_TRUE(contains(text_of(folder_ / "n/report.html"), "\"gaps\":[\""));
    const Ran report = assay({"report", "n"});
    EXPECT_EQ(3, report.code);
    EXPECT_TRUE(contains(report.out, "there is no verdict on ")) << report.out;
    // The shards that are there say so as well, side by side.
    const Ran side = assay({"report", "1", "3"});
    EXPECT_EQ(3, side.code);
    EXPECT_TRUE(
        side.out.starts_with("incomplete: 1 of 3 shards is missing: 2."))
        << side.out;
    EXPECT_TRUE(contains(side.out, "there is no verdict on ")) << side.out;
  }
}

TEST_F(RunsCommand, TakesTheShardOfTheEnvironment) {
  const std::string run = "$ASSAY check reference --filter neg:value --out o";
  const Ran ran = shell(
      "TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1 TEST_SHARD_STATUS_FILE=touched " +
      run);
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, ", shard 2/2\n")) << ran.out;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "touched"));
  // The option --shard takes precedence over the environment.
  EXPECT_TRUE(contains(shell("TEST_TOTAL_SHARDS=x " + run + " --shard 1/2").out,
                       "shard 1/2\n"));
  expect_complaint(shell("TEST_TOTAL_SHARDS=x " + run), 2,
                   "TEST_TOTAL_SHARDS is \"x\"");
  expect_complaint(shell(run + " --shard 3/2"), 2, "\"3/2\" is not a shard");
  expect_complaint(shell("TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1 "
                         "TEST_SHARD_STATUS_FILE=/dev/null/x " +
                         run),
                   2, "TEST_SHARD_STATUS_FILE is \"/dev/null/x\"");
}

TEST_F(RunsCommand, AnEmptyShardIsNoError) {
  int empty = 0;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const Ran ran =
        assay({"check", "reference", "--filter", "neg:value:dtype=int8",
               "--shard", shard, "--out", std::string(1, shard[0])});
    EXPECT_EQ(0, ran.code) << ran.err;
    const bool none = contains(ran.err, "contains none of the selected cases");
    EXPECT_EQ(none, contains(ran.out, "\n0 cases: "));
    empty += none ? 1 : 0;
  }
  EXPECT_EQ(2, empty);
  const Ran merged = assay({"merge", "1", "2", "3"});
  EXPECT_EQ(0, merged.code) << merged.err << merged.out;
  EXPECT_EQ("", merged.err);
}

TEST_F(RunsCommand, NeedsRunsThatCompare) {
  EXPECT_EQ(0, check("reference", {"--out", "a"}).code);
  EXPECT_EQ(0, check("reference", {"--out", "b", "--seed", "1"}).code);
  EXPECT_EQ(1, check(confused(), {"--out", "c"}).code);
  expect_complaint(assay({"diff", "a", "b"}), 2,
                   "the seed of the first is 0, that of the second is 1");
  const Ran worse = assay({"diff", "a", "c"});
  EXPECT_EQ(1, worse.code);
  EXPECT_TRUE(contains(worse.out, "REGRESSION neg.value: ")) << worse.out;
  EXPECT_EQ(0, assay({"diff", "c", "a"}).code);
  write("junk", "{\"run\":1}\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"diff", "junk", "a"},
        {"diff", "a", "junk"},
        {"merge", "junk"},
        {"baseline", "update", "junk", "--expect", "e"}})
    expect_complaint(assay(words), 2, "junk:1: not the head of a run");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"diff", "a"},
        {"diff", "a", "b", "c"},
        {"merge"},
        {"baseline"},
        {"baseline", "update", "a"}})
    expect_complaint(assay(words), 2, "");
}

}  // namespace
}  // namespace assay
