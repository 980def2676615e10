// Tests the command `assay fuzz`: exit codes, and the line that replays.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

using FuzzCommand = CommandRun;

TEST_F(FuzzCommand, PassesTheReference) {
  const Ran ran =
      assay({"fuzz", "reference", "--count", "100", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, " programs of "));
  EXPECT_TRUE(contains(ran.out, "(seed 0): 0 failed, 0 unsupported; "));
  EXPECT_EQ("", ran.err);
}

TEST_F(FuzzCommand, PrintsHowToReplayWhatFails) {
  const Ran ran = assay({"fuzz", confused(), "--count", "60", "--seed", "5",
                         "--jobs", "2", "--out", "out"});
  EXPECT_EQ(1, ran.code) << ran.err;
  const std::string file =
      "out/cases/elementwise.neg.program.layout=mixed,seed=5,case=";
  const std::size_t at = ran.out.find("replay:  ");
  ASSERT_NE(std::string::npos, at) << ran.out;
  EXPECT_TRUE(contains(ran.out.substr(at), file)) << ran.out;
  const std::string name = ran.out.substr(
      ran.out.find(file), ran.out.find(".json", at) + 5 - ran.out.find(file));
  EXPECT_EQ(1, assay({"replay", name, confused()}).code);
  EXPECT_EQ(0, assay({"replay", name, "reference"}).code);
}

TEST_F(FuzzCommand, RefusesWhatItCannotDo) {
  EXPECT_EQ(2, assay({"fuzz", "nothing"}).code);
  EXPECT_EQ(2, assay({"fuzz", "reference", "--profile", "none"}).code);
  EXPECT_EQ(2, assay({"fuzz", "reference", "--time", "0"}).code);
  EXPECT_EQ(2, assay({"fuzz", "reference", "--time", "nan"}).code);
  EXPECT_EQ(2, assay({"fuzz", "reference", "--seed", "-1"}).code);
  EXPECT_EQ(4, assay({"fuzz", "exec:/bin/false", "--out", "out"}).code);
}

TEST_F(FuzzCommand, EndsWithItsTime) {
  const Ran ran = assay({"fuzz", "reference", "--time", "0.2", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
}

}  // namespace
}  // namespace assay
