// Tests the command `assay adversary`: the score of a few bugs, the table of
// cliffs of an op, and bad arguments.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class AdversaryCommand : public CommandRun {};

TEST_F(AdversaryCommand, TellsTheShareFoundByClassAndLevel) {
  const Ran ran = assay({"adversary", "--ops", "pow", "--level", "quick"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("class          quick ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nvalues ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nall ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "with relations")) << ran.out;
}

TEST_F(AdversaryCommand, FindsAPlainBugAtQuick) {
  const Ran ran = assay({"adversary", "--bug", "pow_of_minus_one", "--level",
                         "quick", "--markdown"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ(
      "| class | quick |\n|---|---|\n| values | 1/1 (100 %) |\n"
      "| **all** | 1/1 (100 %) |\n",
      ran.out);
}

TEST_F(AdversaryCommand, TellsWhatTheGoldenVectorsFind) {
  const Ran ran = assay(
      {"adversary", "--bug", "pow_of_minus_one", "--ops", "pow", "--vectors"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("class          golden vectors")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "1/1 (100 %)")) << ran.out;
  EXPECT_EQ(2, assay({"adversary", "--vectors", "--level", "quick"}).code);
}

TEST_F(AdversaryCommand, DrawsCliffsAsATable) {
  const Ran ran = assay({"adversary", "--cliffs", "--ops", "cmpeq", "--level",
                         "quick", "--markdown"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("| wrong above | 12 | 16 | 19 |")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\n| elementwise, elements | all |"))
      << ran.out;
}

TEST_F(AdversaryCommand, ListsTheBugs) {
  const Ran ran = assay({"adversary", "--list"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "every_100th_call")) << ran.out;
}

TEST_F(AdversaryCommand, RefusesWhatThereIsNot) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"adversary", "--bug", "no_such_bug"},
           {"adversary", "--ops", "no_such_op"},
           {"adversary", "--level", "deep"},
           {"adversary", "--cliffs", "--ops", "no_such_op"}}) {
    const Ran ran = assay(words);
    EXPECT_EQ(2, ran.code) << words.back();
    EXPECT_TRUE(ran.out.empty()) << ran.out;
  }
}

TEST_F(AdversaryCommand, SaysThatTheTargetIsNotThere) {
  const Ran ran = assay({"adversary", "--bug", "pow_of_minus_one", "--target",
                         "no/such/library.so"});
  EXPECT_EQ(3, ran.code);
  EXPECT_TRUE(contains(ran.err, "assay: ")) << ran.err;
}

}  // namespace
}  // namespace assay
