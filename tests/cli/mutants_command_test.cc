// Tests the command `assay mutants`: the score, its table, and bad arguments.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class MutantsCommand : public CommandRun {};

TEST_F(MutantsCommand, KillsTheMutantsOfAnOpAtBothLevels) {
  const Ran ran = assay({"mutants", "--op", "neg"});
  EXPECT_EQ(0, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(ran.out.starts_with("op                 standard ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nneg  ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\noverall  ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "(100.0 %)")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "time to the kill, own clause first: median"))
      << ran.out;
  EXPECT_FALSE(contains(ran.out, "survives")) << ran.out;
}

TEST_F(MutantsCommand, OneLevelAlone) {
  const Ran ran = assay({"mutants", "--op", "neg", "--level", "quick"});
  EXPECT_TRUE(ran.out.starts_with("op                 quick ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "standard")) << ran.out;
}

TEST_F(MutantsCommand, TheGoldenVectorsAlone) {
  const Ran both = assay({"mutants", "--op", "neg"});
  EXPECT_TRUE(contains(both.out, " quick                  vectors "))
      << both.out;
  const Ran ran = assay({"mutants", "--op", "neg", "--vectors"});
  EXPECT_TRUE(ran.out.starts_with("op                 vectors ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "standard")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\noverall  ")) << ran.out;
  // The exit code is 1 if mutants survive, and each is named, as at a level.
  EXPECT_EQ(ran.code == 1, contains(ran.out, "survives vectors: ")) << ran.out;
}

TEST_F(MutantsCommand, BrokenViewModulesHaveARow) {
  const Ran ran = assay({"mutants", "--op", "views", "--markdown"});
  EXPECT_EQ(0, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, "\n| views | ")) << ran.out;
  EXPECT_TRUE(contains(ran.out,
                       "\n| views | `view.shrink` | "
                       "ShrinkForgetsTheEarlierOffset | `shrink:shrink:case="))
      << ran.out;
  EXPECT_FALSE(contains(ran.out, "overall")) << ran.out;
}

TEST_F(MutantsCommand, TellsTheKillersInATable) {
  const Ran ran = assay({"mutants", "--op", "neg", "--markdown"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out,
                       "| op | killed at standard | killed at quick | killed "
                       "by the golden vectors |\n|---|---|---|---|\n"))
      << ran.out;
  EXPECT_TRUE(contains(
      ran.out,
      "| op | clause | mutant | killed by | cases |\n|---|---|---|---|---|\n"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "| neg | `neg.nan` | LosesNan | `nan:dtype="))
      << ran.out;
  EXPECT_FALSE(contains(ran.out, "| abs |")) << ran.out;
}

TEST_F(MutantsCommand, TellsEverythingThatFires) {
  const Ran ran = assay(
      {"mutants", "--op", "sign", "--level", "quick", "--full", "--markdown"});
  EXPECT_TRUE(contains(ran.out, "| sign | LosesNan | ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "**sign.nan** ")) << ran.out;
  const Ran text =
      assay({"mutants", "--op", "sign", "--level", "quick", "--full"});
  EXPECT_TRUE(contains(text.out, "first failing case in a run of the whole"))
      << text.out;
}

TEST_F(MutantsCommand, ComparesWithAllClose) {
  const Ran ran = assay({"mutants", "--against", "allclose"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nmatmul: ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nallclose kills ")) << ran.out;
}

TEST_F(MutantsCommand, SaysWhatIsWrong) {
  const Ran op = assay({"mutants", "--op", "nge"});
  EXPECT_EQ(2, op.code);
  EXPECT_EQ(op.err,
            "assay: there is no op \"nge\"; `assay list ops` shows them all\n");
  const Ran level = assay({"mutants", "--level", "depe"});
  EXPECT_EQ(2, level.code);
  EXPECT_EQ(level.err,
            "assay: there is no level \"depe\"; expected quick or standard\n");
  const Ran two = assay({"mutants", "--vectors", "--level", "quick"});
  EXPECT_EQ(2, two.code);
  EXPECT_EQ(two.err,
            "assay: --vectors runs the golden vectors, which belong to no "
            "level; expected --vectors or --level, not both\n");
  const Ran judge = assay({"mutants", "--against", "isclose"});
  EXPECT_EQ(2, judge.code);
  EXPECT_EQ(judge.err,
            "assay: there is no judge \"isclose\" to compare with; expected "
            "allclose\n");
}

}  // namespace
}  // namespace assay
