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

// Only the verdict `pass` counts as passed, and expected failures are counted
// separately.
TEST(Summary, HasOneRuleForEveryVerdict) {
  struct Row {
    Verdict verdict;
    const char* counted;
    bool conforms;
    bool conforms_strictly;
  };
  const Row rows[] = {
      {Verdict::kPass, "passed", true, true},
      {Verdict::kUnsupported, "unsupported", true, true},
      {Verdict::kExpectedFailure, "expected", true, true},
      {Verdict::kFlaky, "expected", true, true},
      {Verdict::kMissing, "missing", false, false},
      {Verdict::kUnexpectedPass, "expected", true, false},
      {Verdict::kFail, "failed", false, false},
      {Verdict::kNondeterministic, "failed", false, false},
      {Verdict::kWrongMetadata, "failed", false, false},
      {Verdict::kModifiedOperand, "failed", false, false},
      {Verdict::kWroteOutside, "failed", false, false},
      {Verdict::kChangedEnvironment, "failed", false, false},
      {Verdict::kProtocolError, "failed", false, false},
      {Verdict::kOutOfMemory, "failed", false, false},
      {Verdict::kTimedOut, "failed", false, false},
      {Verdict::kCrashed, "failed", false, false},
      {Verdict::kHarnessError, "failed", false, false},
  };
  ASSERT_EQ(std::size(kVerdictNames), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const Row& row = rows[i];
    EXPECT_EQ(i, static_cast<std::size_t>(row.verdict));
    SCOPED_TRACE(name_of(row.verdict));
    // The cell is not required, so that no gate asks for it.
    const std::vector<Record> records = {
        elementwise("add", "value", "int8", Verdict::kPass),
        elementwise("neg", "wrap", "bool", row.verdict)};
    const Summary summary = summarize(records);
    const std::string counted = row.counted;
    EXPECT_EQ(counted == "passed" ? 2 : 1, summary.passed);
    EXPECT_EQ(counted == "failed" ? 1 : 0, summary.failed);
    EXPECT_EQ(counted == "unsupported" ? 1 : 0, summary.unsupported);
    EXPECT_EQ(counted == "missing" ? 1 : 0, summary.missing);
    EXPECT_EQ(counted != "missing", why_incomplete(summary).empty());
    EXPECT_EQ(counted == "expected" ? 1 : 0, summary.expected);
    EXPECT_EQ(counted == "expected" ? 1 : 0, summary.ops[1].expected);
    EXPECT_EQ(counted == "failed" ? 1u : 0u, summary.failures.size());
    for (const bool require : {false, true})
      for (const bool part : {false, true}) {
        EXPECT_EQ(row.conforms, summary.conforms({false, require, part}));
        EXPECT_EQ(row.conforms_strictly,
                  summary.conforms({true, require, part}));
      }
  }
}

// At least one case must have been claimed, but not in every shard.
TEST(Summary, NeedsAClaimedCase) {
  for (const auto& [verdict, conforms] :
       {std::pair{Verdict::kUnsupported, false},
        std::pair{Verdict::kExpectedFailure, true},
        std::pair{Verdict::kFlaky, true},
        std::pair{Verdict::kUnexpectedPass, true}}) {
    std::vector<Record> records = {
        elementwise("add", "value", "int8", verdict)};
    records[0].compared = 4;
    const Summary summary = summarize(records);
    EXPECT_EQ(conforms, summary.conforms()) << name_of(verdict);
    EXPECT_TRUE(summary.conforms({.part = true})) << name_of(verdict);
  }
  EXPECT_FALSE(summarize({}).conforms());
  EXPECT_TRUE(summarize({}).conforms({.part = true}));
}

// A run that compared nothing shows nothing.
TEST(Summary, NeedsAComparedElement) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass)};
  EXPECT_TRUE(summarize(records).conforms());
  records[0].compared = 0;
  EXPECT_FALSE(summarize(records).conforms());
  EXPECT_TRUE(summarize(records).conforms({.part = true}));
}

TEST(WhyVoid, IsAControlThatWasNotCaught) {
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass)};
  RunRecord run = run_of_toy();
  EXPECT_EQ("", why_void(run, summarize(records), {}));
  run.controls.add("ulp", false, "a case: a NaN was put");
  for (const bool part : {false, true}) {
    const std::string reason =
        why_void(run, summarize(records), {.part = part});
    EXPECT_NE(std::string::npos, reason.find("1 of 2 live controls")) << reason;
    EXPECT_NE(std::string::npos, reason.find("a NaN was put")) << reason;
  }
  // The run is also void if the head has more caught controls than were made.
  run = run_of_toy();
  ++run.controls.caught;
  EXPECT_NE("", why_void(run, summarize(records), {}));
}

TEST(WhyVoid, IsARunWithoutControls) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass)};
  RunRecord run = run_of_toy();
  run.controls = {};
  EXPECT_NE("", why_void(run, summarize(records), {}));
  EXPECT_EQ("", why_void(run, summarize(records), {.part = true}));
  // A case that compares nothing or fails has none.
  records[0].compared = 0;
  EXPECT_EQ("", why_void(run, summarize(records), {}));
  records[0].compared = 4;
  records[0].verdict = Verdict::kFail;
  EXPECT_EQ("", why_void(run, summarize(records), {}));
}

// A case outside of the claims; `needs` says why.
Record outside(const char* op, const char* dtype, const char* needs) {
  Record record = elementwise(op, "value", dtype, Verdict::kUnsupported);
  record.unsupported_kind = "layout";
  record.needs = needs;
  return record;
}

// Cases outside of the claims count neither for a cell nor against it.
TEST(Summary, ProvesCellsByTheCasesWithinTheirClaim) {
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      outside("add", "int8", "layout flip"),
      elementwise("add", "value", "int16", Verdict::kPass),
      elementwise("add", "value", "int16", Verdict::kUnsupported),
      elementwise("add", "value", "int32", Verdict::kFail),
      outside("add", "int32", "layout flip")};
  const Summary summary = summarize(records);
  EXPECT_EQ(1, summary.proven);
  EXPECT_EQ(3, summary.unsupported);
  // Only cells that are not claimed are lacking.
  ASSERT_EQ(1u, summary.lacking.size());
  EXPECT_EQ((std::vector<std::string>{"int16"}), summary.lacking[0].dtypes);
}

TEST(Summary, NamesClaimedCellsWithoutAPassedCase) {
  std::vector<Record> records = {
      outside("view", "float32", "copy"),
      outside("view", "float32", "copy"),
      outside("view", "int8", "copy"),
      outside("view", "int16", "rank 4"),
      outside("view", "int16", "rank 5"),
      outside("view", "int16", "rank 6"),
      outside("view", "int16", "rank 7"),
      outside("add", "int8", "layout flip"),
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("sub", "value", "int8", Verdict::kUnsupported),
      elementwise("mul", "value", "int8", Verdict::kFail),
      elementwise("neg", "value", "int8", Verdict::kPass)};
  records.back().compared = 0;
  const Summary summary = summarize(records);
  ASSERT_EQ(4u, summary.unproven.size());
  EXPECT_EQ("view", summary.unproven[0].op);
  EXPECT_EQ("its cases need copy", summary.unproven[0].reason);
  EXPECT_EQ((std::vector<std::string>{"float32", "int8"}),
            summary.unproven[0].dtypes);
  EXPECT_EQ("its cases need rank 4, rank 5, rank 6, …",
            summary.unproven[1].reason);
  EXPECT_EQ("its cases fail", summary.unproven[2].reason);
  EXPECT_EQ("neg", summary.unproven[3].op);
  EXPECT_EQ("its cases compare nothing", summary.unproven[3].reason);
  // If no case passed, the run does not conform.
  EXPECT_FALSE(summarize({outside("add", "int8", "copy")}).conforms());
}

// A backend that crashes nearly everywhere: the few cases that pass need not be
// those that were to have controls, and it does not conform anyway.
TEST(WhyVoid, IsNotARunThatFails) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "value", "int8", Verdict::kCrashed, 1)};
  RunRecord run = run_of_toy();
  run.controls = {};
  EXPECT_EQ("", why_void(run, summarize(records), {}));
  EXPECT_FALSE(summarize(records).conforms());
  // A control that was made and not caught voids any run.
  run.controls.add("ulp", false, "a case: a NaN was put");
  EXPECT_NE("", why_void(run, summarize(records), {}));
}

// A required cell that a case found unsupported, whether claimed or not.
TEST(Summary, FindsRequiredCellsWithoutSupport) {
  const auto unsupported = [](const char* op, const char* dtype) {
    return elementwise(op, "value", dtype, Verdict::kUnsupported);
  };
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      unsupported("add", "int16"),
      unsupported("add", "float32"),
      unsupported("add", "int16"),
      unsupported("sub", "int8"),
      unsupported("neg", "bool"),  // not required
      record_of("conversion", "cast", "value", "int8>float32",
                Verdict::kUnsupported)};
  const Summary summary = summarize(records);
  ASSERT_EQ(3u, summary.lacking.size());
  EXPECT_EQ("add", summary.lacking[0].op);
  EXPECT_EQ((std::vector<std::string>{"int16", "float32"}),
            summary.lacking[0].dtypes);
  EXPECT_EQ("sub", summary.lacking[1].op);
  EXPECT_EQ((std::vector<std::string>{"int8>float32"}),
            summary.lacking[2].dtypes);
  EXPECT_TRUE(summary.conforms());
  EXPECT_FALSE(summary.conforms({.require = true}));
  EXPECT_FALSE(summary.conforms({.require = true, .part = true}));
  const std::vector<Record> fine = {records[0], records[5]};
  EXPECT_TRUE(summarize(fine).conforms({.require = true}));
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
  // neg takes no bool, and there is no op "nop".
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
  ASSERT_EQ(5u, summary.failures.size());
  EXPECT_EQ("add.wrap", summary.failures[0].clause);
  EXPECT_EQ("sub.wrap", summary.failures[1].clause);
  EXPECT_EQ("add", summary.failures[2].clause);  // a crash breaks no clause
  EXPECT_EQ("elementwise.empty", summary.failures[3].clause);
  EXPECT_EQ("add", summary.failures[3].op);
  EXPECT_EQ("sub", summary.failures[4].op);
  ASSERT_EQ(1u, summary.failures[2].records.size());
  EXPECT_EQ(&records[2], summary.failures[2].records[0]);
}

TEST(Summary, GroupsFailuresByTheClauseThatTheyBreak) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kFail),
      elementwise("add", "empty", "int8", Verdict::kFail),
  };
  records[1].clause = "elementwise.repeatable";
  records[1].broken = "add.value";
  const Summary summary = summarize(records);
  ASSERT_EQ(1u, summary.failures.size());
  EXPECT_EQ("add.value", summary.failures[0].clause);
  EXPECT_EQ(2u, summary.failures[0].records.size());
}

}  // namespace
}  // namespace assay
