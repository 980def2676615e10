// Tests `assay check --metamorphic` and `assay tightness` as users run them.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

using MetamorphicCommand = CommandRun;

TEST_F(MetamorphicCommand, StandsBesideTheVerdict) {
  const Ran ran =
      assay({"check", "reference", "--metamorphic", "--filter",
             "add:*:dtype=float32,matmul:*:dtype=float32", "--out", "run"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "reference conforms to profile nx")) << ran.out;
  EXPECT_TRUE(
      contains(ran.out, "metamorphic relations, checked without an oracle"));
  EXPECT_TRUE(contains(ran.out, "matmul      float32   native ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "broken, ")) << ran.out;
  EXPECT_TRUE(contains(text_of(folder_ / "run" / "report.txt"), "swap  "));
  // The records of the run are those of conformance alone.
  EXPECT_FALSE(
      contains(text_of(folder_ / "run" / "records.jsonl"), ":metamorphic:"));
  EXPECT_TRUE(contains(text_of(folder_ / "run-metamorphic" / "records.jsonl"),
                       ":metamorphic:relation=batch"));
}

TEST_F(MetamorphicCommand, AreInTheRunAtLevelStandard) {
  const Ran ran = assay({"check", "reference", "--level", "standard",
                         "--filter", "add:metamorphic:dtype=float32",
                         "--repeat", "40", "--out", "run"});
  EXPECT_EQ(0, ran.code) << ran.err;
  const std::string records = text_of(folder_ / "run" / "records.jsonl");
  for (const char* name :
       {"layout", "position", "repeat", "same_tensor", "new_contents",
        "other_dtypes", "kept", "contexts", "threads"})
    EXPECT_TRUE(contains(records, ":metamorphic:relation=" + std::string(name)))
        << name;
  EXPECT_TRUE(contains(records, "\"repeats\":40")) << records.substr(0, 600);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run-metamorphic"));
  EXPECT_TRUE(contains(assay({"check", "--help"}).out, "=130"));
}

// A process has one connection: no second context, and no threads. That leaves
// the cell as its other cases have it.
TEST_F(MetamorphicCommand, DeclinesThreadsOfAProcess) {
  const Ran ran = assay(
      {"check", std::string("exec:") + ASSAY_COMMAND + " serve reference",
       "--level", "standard", "--filter",
       "add:metamorphic:relation=contexts,add:metamorphic:relation=threads,"
       "add:metamorphic:relation=new_contents,dtype=float32,add:*:case=0,"
       "dtype=float32",
       "--out", "run"});
  EXPECT_EQ(0, ran.code) << ran.err << ran.out;
  const std::string records = text_of(folder_ / "run" / "records.jsonl");
  EXPECT_TRUE(contains(records, "\"unsupported_kind\":\"context\"")) << records;
  EXPECT_TRUE(contains(records, "\"unsupported_kind\":\"threads\"")) << records;
  EXPECT_FALSE(contains(ran.out, "not supported")) << ran.out;
}

TEST_F(MetamorphicCommand, AreNotRunUnasked) {
  const Ran ran = assay({"check", "reference", "--filter",
                         "add:*:dtype=float32", "--out", "run"});
  EXPECT_EQ(0, ran.code);
  EXPECT_FALSE(contains(ran.out, "metamorphic"));
  EXPECT_EQ(std::vector<std::string>{"run"}, made());
}

TEST_F(MetamorphicCommand, RunsARelationAlone) {
  const std::string id =
      "elementwise/add:metamorphic:relation=swap,dtype=float32,case=0";
  const Ran ran = assay(
      {"check", "reference", "--metamorphic", "--filter", id, "--out", "run"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "swap                               1       1"))
      << ran.out;
  const Ran listed =
      assay({"check", "reference", "--metamorphic", "--filter", id, "--list"});
  EXPECT_EQ(id + "\n", listed.out);
  expect_complaint(assay({"check", "reference", "--filter", id}), 5,
                   "selects no case");
}

TEST_F(MetamorphicCommand, PrintsTightness) {
  for (const char* name : {"one", "two"})
    EXPECT_EQ(0, assay({"check", "reference", "--filter",
                        "exp:value:dtype=float*,add:value:dtype=float32",
                        "--out", name})
                     .code);
  const Ran ran = assay({"tightness", "one", "two/records.jsonl"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "| op | dtype | reference ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\n| exp | float32 | 0.1")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "| add |")) << ran.out;
  expect_complaint(assay({"tightness", "nowhere"}), 2, "nowhere");
}

}  // namespace
}  // namespace assay
