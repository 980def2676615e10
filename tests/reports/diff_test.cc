// Differences of two runs, of records made by hand.
#include "reports/diff.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

RunDiff diff_of(const std::vector<Record>& before,
                const std::vector<Record>& after) {
  auto diff = diff_runs(run_of_toy(), before, run_of_toy(), after);
  EXPECT_TRUE(diff.ok()) << diff.status().message;
  return diff.ok() ? *std::move(diff) : RunDiff();
}

// Every pair of verdicts: a pass lost, or a failure that was none before, is a
// regression, and nothing else is.
TEST(Diff, OfVerdicts) {
  constexpr auto kCount = std::size(kVerdictNames);
  for (std::size_t i = 0; i < kCount; ++i)
    for (std::size_t j = 0; j < kCount; ++j) {
      const auto before = static_cast<Verdict>(i);
      const auto after = static_cast<Verdict>(j);
      SCOPED_TRACE(std::string(name_of(before)) + " -> " +
                   std::string(name_of(after)));
      // 2: passes, 1: is borne, 0: fails.
      const auto rank = [](Verdict verdict) {
        switch (verdict) {
          case Verdict::kPass:
          case Verdict::kUnexpectedPass:
            return 2;
          case Verdict::kUnsupported:
          case Verdict::kExpectedFailure:
          case Verdict::kFlaky:
            return 1;
          default:
            return 0;
        }
      };
      const int from = rank(before), to = rank(after);
      std::optional<Change> expected;
      if (to < from)
        expected = Change::kRegression;
      else if (to == 2 && from < 2)
        expected = Change::kFixed;
      else if (i != j)
        expected = Change::kChanged;
      EXPECT_EQ(expected, change_of(before, after));
      const RunDiff diff = diff_of({elementwise("add", "wrap", "int8", before)},
                                   {elementwise("add", "wrap", "int8", after)});
      EXPECT_EQ(expected ? 0 : 1, diff.same);
      EXPECT_EQ(expected == Change::kRegression, diff.has_regression());
    }
}

// Runs of one suite that select the same cases have the same cases.
TEST(Diff, ACaseThatIsGoneFromTheSameSelectionIsARegression) {
  const std::vector<Record> one = {
      elementwise("add", "wrap", "int8", Verdict::kPass)};
  const std::vector<Record> both = {
      one[0], elementwise("add", "wrap", "int8", Verdict::kPass, 1)};
  EXPECT_TRUE(diff_of(both, one).has_regression());
  EXPECT_NE(std::string::npos,
            diff_text(diff_of(both, one))
                .find("the second run lacks 1 cases of the first"));
  EXPECT_FALSE(diff_of(one, both).has_regression());
  RunRecord filtered = run_of_toy();
  filtered.filter = "*:case=0";
  const auto diff = diff_runs(run_of_toy(), both, filtered, one);
  ASSERT_TRUE(diff.ok());
  EXPECT_FALSE(diff->has_regression());
}

TEST(Diff, GroupsByClauseAndSaysWhatIsOfOneRunAlone) {
  const RunDiff diff =
      diff_of({elementwise("add", "wrap", "int8", Verdict::kPass),
               elementwise("add", "wrap", "int16", Verdict::kPass),
               elementwise("add", "value", "int8", Verdict::kCrashed),
               elementwise("sub", "wrap", "int8", Verdict::kFail),
               elementwise("neg", "wrap", "int8", Verdict::kPass)},
              {elementwise("abs", "wrap", "int8", Verdict::kFail),
               elementwise("add", "value", "int8", Verdict::kPass),
               elementwise("add", "wrap", "int8", Verdict::kFail),
               elementwise("add", "wrap", "int16", Verdict::kFail),
               elementwise("sub", "wrap", "int8", Verdict::kFail)});
  EXPECT_EQ(
      "findings: 2 new, 1 gone, 1 same\n"
      "  new  add returns wrong values: 0 -> 2 cases\n"
      "  new  abs returns wrong values: 0 -> 1 cases, which the "
      "first run did not try\n"
      "  gone add crashes: 1 -> 0 cases\n"
      "  same sub returns wrong values: 1 -> 1 cases\n"
      "REGRESSION add.wrap: 2 cases, pass -> fail\n"
      "    elementwise/add:wrap:dtype=int8,layout=contiguous,case=0\n"
      "    … and 1 more\n"
      "FIXED      add.value: 1 case, crashed -> pass\n"
      "    elementwise/add:value:dtype=int8,layout=contiguous,case=0\n"
      "NEW        abs.wrap: 1 case, fail\n"
      "    elementwise/abs:wrap:dtype=int8,layout=contiguous,case=0\n"
      "GONE       neg.wrap: 1 case, pass\n"
      "    elementwise/neg:wrap:dtype=int8,layout=contiguous,case=0\n"
      "the second run lacks 1 cases of the first, although it selects the "
      "same cases of the same suite\n"
      "unchanged: 1, regressions: 2, fixed: 1, changed: 0, new: 1, gone: 1, "
      "newly claimed: 0, no longer claimed: 0\n",
      diff_text(diff, 1));
  EXPECT_TRUE(diff.has_regression());
  const RunDiff back =
      diff_of({elementwise("add", "wrap", "int8", Verdict::kFail)}, {});
  EXPECT_EQ(1, back.lost());
  EXPECT_EQ(1, back.counts[static_cast<int>(Change::kGone)]);
}

// A claim is one decision about an op, so it is one line and not a line for
// each clause.
TEST(Diff, SaysOnceWhichCellsAreNewlyClaimed) {
  const auto records = [](Verdict int8, Verdict int16, Verdict last) {
    return std::vector<Record>{
        elementwise("add", "wrap", "int8", int8),
        elementwise("add", "value", "int8", int8),
        elementwise("add", "wrap", "int16", int16),
        elementwise("add", "value", "int16", last),
        elementwise("sub", "wrap", "int8", Verdict::kPass)};
  };
  const auto none = records(Verdict::kUnsupported, Verdict::kUnsupported,
                            Verdict::kUnsupported);
  const auto all = records(Verdict::kPass, Verdict::kPass, Verdict::kPass);
  const RunDiff claimed = diff_of(none, all);
  EXPECT_EQ(
      "CLAIMED    add: 2 dtypes newly claimed, all pass\n"
      "unchanged: 1, regressions: 0, fixed: 0, changed: 0, new: 0, gone: 0, "
      "newly claimed: 4, no longer claimed: 0\n",
      diff_text(claimed));
  EXPECT_FALSE(claimed.has_regression());
  const RunDiff dropped = diff_of(all, none);
  EXPECT_EQ(
      "UNCLAIMED  add: 2 dtypes no longer claimed, 4 of 4 cases passed before\n"
      "unchanged: 1, regressions: 0, fixed: 0, changed: 0, new: 0, gone: 0, "
      "newly claimed: 0, no longer claimed: 4\n",
      diff_text(dropped));
  EXPECT_TRUE(dropped.has_regression());
  // Cases that fail on a newly claimed cell are listed as well.
  const RunDiff wrong = diff_of(
      none, records(Verdict::kUnsupported, Verdict::kFail, Verdict::kPass));
  EXPECT_EQ(
      "findings: 1 new, 0 gone, 0 same\n"
      "  new  add returns wrong values: 0 -> 1 cases\n"
      "CLAIMED    add: 1 dtype newly claimed, 1 of 2 cases do not pass\n"
      "REGRESSION add.wrap: 1 case, unsupported -> fail\n"
      "    elementwise/add:wrap:dtype=int16,layout=contiguous,case=0\n"
      "unchanged: 3, regressions: 1, fixed: 0, changed: 0, new: 0, gone: 0, "
      "newly claimed: 1, no longer claimed: 0\n",
      diff_text(wrong));
  EXPECT_TRUE(wrong.has_regression());
  // The cell is claimed in both runs, and in one of them a case needs more.
  auto more = all;
  more[0].verdict = Verdict::kUnsupported;
  more[0].needs = "copy";
  EXPECT_TRUE(diff_of(more, all).claims.empty());
  EXPECT_EQ(1, diff_of(more, all).counts[static_cast<int>(Change::kFixed)]);
  // A cell that a run has no records of may be claimed there.
  auto lost = none;
  lost.resize(1);
  lost[0].verdict = Verdict::kMissing;
  EXPECT_TRUE(diff_of(lost, all).claims.empty());
}

TEST(Diff, ShowsWhereAcceptedResultsAreFartherOff) {
  const auto record = [](const char* dtype, double ulp, int number) {
    Record made = elementwise("exp", "value", dtype, Verdict::kPass, number);
    made.max_ulp = ulp;
    return made;
  };
  std::vector<Record> before = {record("float32", 0.6, 0),
                                record("float32", 0.8, 1),
                                record("float16", 0.5, 0)};
  std::vector<Record> after = {record("float32", 0.9, 0),
                               record("float32", 0.7, 1),
                               record("float16", 0.4, 0)};
  const RunDiff diff = diff_of(before, after);
  ASSERT_EQ(1u, diff.worse.size());
  EXPECT_EQ("float32", diff.worse[0].dtype);
  EXPECT_EQ(0.8, diff.worse[0].before);
  EXPECT_EQ(0.9, diff.worse[0].after);
  EXPECT_EQ(3, diff.same);
  EXPECT_FALSE(diff.has_regression());
  EXPECT_NE(std::string::npos, diff_text(diff).find("0.800 -> 0.900\n"));
  // A case that failed before or after says nothing about accuracy.
  after[0].verdict = Verdict::kFail;
  EXPECT_TRUE(diff_of(before, after).worse.empty());
}

TEST(Diff, BeginsWithTheFindings) {
  Record mod = elementwise("mod", "value", "int8", Verdict::kFail);
  mod.explained_by = {"mod.sign=divisor"};
  Record more = elementwise("mod", "value", "int16", Verdict::kFail);
  more.explained_by = mod.explained_by;
  Record right = more;
  right.verdict = Verdict::kPass;
  const Record crash = elementwise("sub", "wrap", "int8", Verdict::kCrashed);
  Record calm = crash;
  calm.verdict = Verdict::kPass;
  const Record hang = elementwise("add", "wrap", "int8", Verdict::kTimedOut);
  const std::string text =
      diff_text(diff_of({mod, right, crash}, {mod, more, calm, hang}));
  EXPECT_TRUE(
      text.starts_with("findings: 1 new, 1 gone, 1 same\n"
                       "  new  add does not return: 0 -> 1 cases, which the "
                       "first run did not try\n"
                       "  gone sub crashes: 1 -> 0 cases\n"
                       "  same mod.sign = divisor (mod): 1 -> 2 cases\n"
                       "REGRESSION "))
      << text;
  EXPECT_TRUE(diff_text(diff_of({right}, {right})).starts_with("unchanged: "));
}

TEST(Diff, RefusesRunsOfOtherData) {
  struct Row {
    void (*change)(RunRecord&);
    const char* part;
  };
  const Row rows[] = {
      {[](RunRecord& run) { run.suite_version = "9"; },
       "suite of the first is , that of the second is 9"},
      {[](RunRecord& run) { run.profile = "numpy"; },
       "profile of the first is nx, that of the second is numpy"},
      {[](RunRecord& run) { run.level = "standard"; },
       "level of the first is quick, that of the second is st"},
      {[](RunRecord& run) { run.seed = 8; },
       "seed of the first is 7, that of the second is 8"},
      {[](RunRecord& run) { run.robustness = true; },
       "robustness of the first is false"},
      {[](RunRecord& run) { run.shapes = Shapes::kFew; },
       "shapes of the first is many, that of the second is few"},
  };
  for (const Row& row : rows) {
    RunRecord other = run_of_toy();
    row.change(other);
    const auto none = diff_runs(run_of_toy(), {}, other, {});
    ASSERT_FALSE(none.ok()) << row.part;
    EXPECT_NE(std::string::npos, none.status().message.find(row.part))
        << none.status().message;
  }
  RunRecord other = run_of_toy();
  other.subject = other.subject_name = "other";
  other.filter = "add";
  other.shard_count = 2;
  EXPECT_TRUE(diff_runs(run_of_toy(), {}, other, {}).ok());
  const Record twice = elementwise("add", "wrap", "int8", Verdict::kPass);
  EXPECT_NE(std::string::npos,
            diff_runs(run_of_toy(), {}, other, {twice, twice})
                .status()
                .message.find(
                    "the second run has two records of elementwise/add:wrap"));
}

}  // namespace
}  // namespace assay
