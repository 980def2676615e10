// Counts, groups and cells, of records made by hand.
#include "reports/summary.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

TEST(Summary, OfNothingDoesNotConform) {
  const Summary summary = summarize({});
  EXPECT_EQ(0, summary.cases);
  EXPECT_TRUE(summary.ops.empty());
  EXPECT_FALSE(summary.conforms());
}

TEST(Summary, CountsByOpAndVariant) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "wrap", "int8", Verdict::kFail),
      elementwise("add", "value", "int4", Verdict::kUnsupported),
      record_of("sorting", "sort", "value", "int8", Verdict::kPass),
      record_of("sorting", "sort", "value", "int8", Verdict::kPass, 1),
      record_of("sorting", "sort", "value", "int8", Verdict::kCrashed, 2),
  };
  records[4].variant = records[5].variant = "descending";
  records[0].max_ulp = 0.25;
  records[1].max_ulp = 3;
  const Summary summary = summarize(records);
  ASSERT_EQ(3u, summary.ops.size());
  const OpSummary& add = summary.ops[0];
  EXPECT_EQ("add", add.op);
  EXPECT_EQ(3, add.cases);
  EXPECT_EQ(1, add.passed);
  EXPECT_EQ(1, add.failed);
  EXPECT_EQ(1, add.unsupported);
  EXPECT_EQ(3, add.max_ulp);
  EXPECT_EQ("", summary.ops[1].variant);
  EXPECT_EQ(1, summary.ops[1].cases);
  EXPECT_EQ("descending", summary.ops[2].variant);
  EXPECT_EQ(2, summary.ops[2].cases);
  EXPECT_EQ(6, summary.cases);
  EXPECT_EQ(3, summary.passed);
  EXPECT_EQ(2, summary.failed);
  EXPECT_EQ(1, summary.unsupported);
}

// Whatever is not `pass` or `unsupported` speaks against the subject.
TEST(Summary, TakesNothingButPassForPassed) {
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::vector<Record> records = {
        elementwise("add", "value", "int8", Verdict::kPass),
        elementwise("add", "wrap", "int8", verdict)};
    const Summary summary = summarize(records);
    const bool fine =
        verdict == Verdict::kPass || verdict == Verdict::kUnsupported;
    EXPECT_EQ(fine, summary.conforms()) << kVerdictNames[i];
    EXPECT_EQ(fine ? 0 : 1, summary.failed) << kVerdictNames[i];
  }
  const std::vector<Record> unclaimed = {
      elementwise("add", "value", "int8", Verdict::kUnsupported)};
  EXPECT_FALSE(summarize(unclaimed).conforms());
}

// A cell is proven if it is required, something was compared, and no case of
// it went wrong or unanswered.
TEST(Summary, ProvesRequiredCells) {
  const Record passed = elementwise("add", "value", "float32", Verdict::kPass);
  const auto proven = [](std::vector<Record> records) {
    return summarize(records).proven;
  };
  EXPECT_EQ(1, proven({passed}));
  EXPECT_EQ(1, proven({passed, passed}));
  EXPECT_EQ(
      2,
      proven({passed, elementwise("add", "value", "float64", Verdict::kPass)}));
  for (Verdict verdict : {Verdict::kFail, Verdict::kUnsupported})
    EXPECT_EQ(0,
              proven({passed, elementwise("add", "wrap", "float32", verdict)}));
  Record empty = passed;
  empty.compared = 0;
  EXPECT_EQ(0, proven({empty}));
  EXPECT_EQ(1, proven({empty, passed}));
  // bool is no operand of neg, and there is no op "nop".
  EXPECT_EQ(0, proven({elementwise("neg", "value", "bool", Verdict::kPass)}));
  EXPECT_EQ(0, proven({elementwise("nop", "value", "int8", Verdict::kPass)}));
}

TEST(Summary, ProvesPairsOfCasts) {
  const Record one =
      record_of("conversion", "cast", "value", "int8>float32", Verdict::kPass);
  const Record other =
      record_of("conversion", "cast", "value", "int8>int16", Verdict::kPass);
  EXPECT_EQ(2, summarize({one, other, one}).proven);
}

TEST(Summary, GroupsFailuresByClauseAndOp) {
  std::vector<Record> records = {
      elementwise("add", "wrap", "int8", Verdict::kFail),
      elementwise("sub", "wrap", "int8", Verdict::kFail),
      elementwise("add", "wrap", "int16", Verdict::kCrashed),
      elementwise("add", "empty", "int8", Verdict::kFail),
      elementwise("sub", "empty", "int8", Verdict::kFail),
  };
  records[3].clause = records[4].clause = "elementwise.empty";
  const Summary summary = summarize(records);
  ASSERT_EQ(4u, summary.failures.size());
  EXPECT_EQ("add.wrap", summary.failures[0].clause);
  EXPECT_EQ("sub.wrap", summary.failures[1].clause);
  EXPECT_EQ("elementwise.empty", summary.failures[2].clause);
  EXPECT_EQ("add", summary.failures[2].op);
  EXPECT_EQ("sub", summary.failures[3].op);
  ASSERT_EQ(2u, summary.failures[0].records.size());
  EXPECT_EQ(&records[0], summary.failures[0].records[0]);
  EXPECT_EQ(&records[2], summary.failures[0].records[1]);
}

}  // namespace
}  // namespace assay
