// Tests that `assay explain` takes findings, as reports print them.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class ExplainFinding : public CommandRun {
 protected:
  std::string explained(const std::string& text) const {
    const Ran ran = assay({"explain", text});
    EXPECT_EQ(0, ran.code) << text << "\n" << ran.err;
    return ran.out;
  }
};

TEST_F(ExplainFinding, SaysWhoHasAPolicyValue) {
  const std::string text = explained("mod.sign=divisor");
  EXPECT_TRUE(text.starts_with("mod.sign=divisor\n  A finding")) << text;
  EXPECT_TRUE(contains(text, "\n    dividend      nx, ")) << text;
  EXPECT_TRUE(contains(text, "\n    divisor       array_api, burn")) << text;
  EXPECT_TRUE(contains(text, "\n  ops: mod\n")) << text;
  EXPECT_TRUE(contains(text, "\"mod.sign\": \"divisor\"")) << text;
  // As in a title, in a list, on the command line, and in a file of
  // expectations.
  for (const char* spelling :
       {"mod.sign = divisor", "mod.sign = divisor (mod)",
        "  3. mod.sign = divisor (mod): another policy, 4 cases, int8",
        "# cause: mod.sign = divisor (mod): mod(-7, 3) → expected -1, got 2"})
    EXPECT_EQ(text, explained(spelling)) << spelling;
  EXPECT_EQ(text, assay({"explain", "mod.sign", "=", "divisor"}).out);
  EXPECT_TRUE(explained("fft.norm").starts_with("fft.norm\n  A policy axis"));
  EXPECT_TRUE(contains(explained("max.nan=any"), "no built-in profile"));
  // A clause has precedence over an axis of the same name, but not over one of
  // its values.
  EXPECT_TRUE(contains(explained("mod.sign"), "status: "));
  EXPECT_TRUE(contains(explained("round.half=even"), "policy axis round.half"));
}

TEST_F(ExplainFinding, TakesTheFindingsOfAnOp) {
  struct Row {
    const char* key;
    const char* title;
    const char* part;
  };
  const Row rows[] = {
      {"add computed_in=float32", "add computes in float32",
       ": add computes in float32.\n"},
      {"add value for value", "add returns wrong values", "class value"},
      {"add value for nan", "add returns a value where NaN is expected",
       "elements of class nan are expected"},
      {"add near for value", "add is less exact than its bound", "16 ULP"},
      {"add unwritten for any", "add leaves elements of its result unwritten",
       "poison"},
      {"add crashed", "add crashes", "verdict of its cases is crashed"},
      {"add dtype", "add returns a wrong dtype", "another dtype than"},
      {"add answered invalid, expected ok", "add answered invalid, expected ok",
       "another status"}};
  for (const Row& row : rows) {
    const std::string text = explained(row.key);
    EXPECT_TRUE(contains(text, "A finding of ")) << text;
    EXPECT_TRUE(contains(text, row.part)) << text;
    EXPECT_TRUE(contains(explained(row.title), row.part)) << row.title;
    EXPECT_TRUE(contains(
        explained(std::string("12. ") + row.title + ": crash, 3 cases, int8"),
        row.part))
        << row.title;
  }
  EXPECT_TRUE(contains(explained("strides=ignored"), "as if they were"));
  // Other lines of reports about an op explain the op.
  EXPECT_TRUE(
      explained("add: 5 dtypes newly claimed").starts_with("elementwise/add"));
}

TEST_F(ExplainFinding, TakesHeadingsAndKinds) {
  for (const char* heading :
       {"failed, as expected:", "passed, against expectation:",
        "required, but not supported:", "claimed, but no case passed:",
        "cases that did not finish, one line per op:",
        "live controls: 3 of 3 caught (exact 3)"})
    EXPECT_TRUE(contains(explained(heading), "A heading of a report."))
        << heading;
  for (const char* kind :
       {"crash", "wrong value", "accuracy", "metadata or status", "unpromised",
        "another policy"})
    EXPECT_TRUE(contains(explained(kind), "A kind of finding.")) << kind;
}

TEST_F(ExplainFinding, OffersTheNearestName) {
  expect_complaint(assay({"explain", "mod.sign=divisr"}), 2,
                   "did you mean mod.sign=divisor?");
  expect_complaint(assay({"explain", "strides=ignord"}), 2,
                   "did you mean strides=ignored?");
}

}  // namespace
}  // namespace assay
