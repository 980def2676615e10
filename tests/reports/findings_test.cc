// Tests which records become one finding, and its sentence and example.
#include "reports/findings.h"

#include <gtest/gtest.h>

#include "reports/finding_texts.h"
#include "tests/reports/records.h"

namespace assay {
namespace {

// Returns a failing record of an op with wrong elements of these pairs, each
// "got for expected".
Record wrong(const std::string& op, const std::string& dtype, int number,
             const std::vector<std::string>& pairs,
             const std::vector<std::string>& explained_by = {}) {
  Record record;
  record.op = op;
  record.dtype = dtype;
  record.clause = op + ".value";
  record.id = "elementwise/" + op + ":value:dtype=" + dtype +
              ",layout=contiguous,case=" + std::to_string(number);
  record.verdict = Verdict::kFail;
  record.compared = 1;
  record.explained_by = explained_by;
  Failure failure;
  failure.message = "1 of 1 elements of out are not accepted";
  failure.tensor = "out";
  failure.expected = ElementReport{"1", "0x1p+0", "0x3f800000"};
  failure.got = ElementReport{"2", "0x1p+1", "0x40000000"};
  failure.program = op + "(a=" + dtype + "[1]{0x1p+0}) -> out";
  for (const std::string& pair : pairs) {
    const std::size_t middle = pair.find(" for ");
    ClassPair one;
    one.got_class = pair.substr(0, middle);
    one.expected_class = pair.substr(middle + 5);
    one.count = 1;
    failure.pairs.push_back(one);
  }
  record.failure = failure;
  return record;
}

std::vector<Finding> found(const std::vector<Record>& records) {
  return findings_of(run_of_toy(), records);
}

TEST(Findings, APolicyIsOneFindingWhateverTheOp) {
  const std::vector<Record> records = {
      wrong("max", "float32", 0, {"value for nan"},
            {"max.nan=ignore", "max.nan=any"}),
      wrong("min", "float64", 0, {"value for nan"},
            {"max.nan=ignore", "max.nan=any"})};
  const auto findings = found(records);
  ASSERT_EQ(1u, findings.size());
  EXPECT_EQ("max.nan = ignore (max, min)", findings[0].title);
  EXPECT_EQ("max.nan=ignore", findings[0].key);
  EXPECT_TRUE(findings[0].shared_by.empty());
  EXPECT_EQ("max(a=float32[1]{0x1p+0}) → expected 1, got 2",
            findings[0].example);
}

TEST(Findings, NamesTheProfilesThatShareAPolicy) {
  const std::vector<Record> records = {
      wrong("mod", "int8", 0, {"value for value"}, {"mod.sign=divisor"})};
  EXPECT_EQ((std::vector<std::string>{"array_api", "burn"}),
            found(records)[0].shared_by);
}

TEST(Findings, AMistakeTakesWhatLooksLikeIt) {
  std::vector<Record> records;
  for (int i = 0; i < 4; ++i)
    records.push_back(wrong("mul", "float64", i, {"value for value"},
                            {"computed_in=float32"}));
  // The mistake makes no difference to these, but they show the same pair.
  for (int i = 4; i < 9; ++i)
    records.push_back(wrong("mul", "float64", i, {"value for value"}));
  auto findings = found(records);
  ASSERT_EQ(1u, findings.size());
  EXPECT_EQ("mul computes in float32", findings[0].title);
  EXPECT_EQ(9u, findings[0].records.size());
  records.push_back(wrong("mul", "float64", 9, {"nan for value"}));
  EXPECT_EQ(2u, found(records).size());
}

TEST(Findings, AMistakeThatExplainsAPartOfACellComesAfterPolicies) {
  std::vector<Record> records = {
      wrong("mod", "float32", 0, {"value for value"},
            {"mod.sign=divisor", "operands=swapped"}),
      wrong("mod", "float32", 1, {"zero for value"})};
  const auto findings = found(records);
  ASSERT_EQ(2u, findings.size());
  EXPECT_EQ("mod.sign=divisor", findings[1].policy);
}

// Where a mistake explains a cell, a policy value that explains the rest of it
// and nothing else is no cause of its own.
TEST(Findings, APolicyNeedsMoreThanTheRestOfASpoiltCell) {
  std::vector<Record> records;
  for (int i = 0; i < 8; ++i)
    records.push_back(wrong("reduce_sum", "float16", i, {"value for value"},
                            {"last=unread"}));
  records.push_back(wrong("reduce_sum", "float16", 8, {"near for value"},
                          {"sum.accumulator=same"}));
  EXPECT_EQ(1u, found(records).size());
  records.push_back(wrong("matmul", "float16", 9, {"near for value"},
                          {"sum.accumulator=same"}));
  EXPECT_EQ(2u, found(records).size());
}

// A subject that flushes subnormals does so in add too.
TEST(Findings, AnOpThatPassesRefutesAValueOfAllOps) {
  std::vector<Record> records = {
      wrong("div", "complex64", 0, {"nan for zero"}, {"float.subnormal=any"})};
  EXPECT_EQ("float.subnormal = any (div)", found(records)[0].title);
  records.push_back(elementwise("add", "value", "float32", Verdict::kPass));
  EXPECT_EQ("div returns NaN where zero is expected", found(records)[0].title);
  records.push_back(
      wrong("add", "float32", 1, {"zero for value"}, {"float.subnormal=any"}));
  EXPECT_EQ("float.subnormal = any (add, div)", found(records)[0].title);
}

TEST(Findings, ANarrowerFormatExplainsNoErrorOfAFewUlp) {
  const std::vector<Record> records = {
      wrong("reduce_sum", "float64", 0, {"near for value"},
            {"sum.order=any", "computed_in=float32"})};
  EXPECT_EQ("sum.order = any (reduce_sum)", found(records)[0].title);
}

TEST(Findings, AnOpThatPassesRefutesAPolicyOfEveryOp) {
  std::vector<Record> records = {wrong("div", "complex128", 0,
                                       {"value for value"},
                                       {"float.subnormal=flush_both"})};
  EXPECT_EQ("float.subnormal = flush_both (div)", found(records)[0].title);
  records.push_back(wrong("mul", "float32", 1, {}));
  records.back().verdict = Verdict::kPass;
  EXPECT_EQ("div returns wrong values", found(records)[0].title);
}

TEST(Findings, PairsOfOneCaseAreOneFindingAndOthersAreNot) {
  const std::vector<Record> records = {
      wrong("sqrt", "float32", 0, {"inf for value", "nan for value"}),
      wrong("sqrt", "float32", 1, {"nan for value"}),
      wrong("sqrt", "float64", 2, {"near for value"})};
  const auto findings = found(records);
  ASSERT_EQ(2u, findings.size());
  EXPECT_EQ(2u, findings[0].records.size());
  EXPECT_EQ("sqrt returns NaN where a value is expected", findings[0].title);
  EXPECT_EQ(FindingKind::kAccuracy, findings[1].kind);
  EXPECT_EQ("sqrt is less exact than its bound", findings[1].title);
}

TEST(Findings, ComeWorstFirst) {
  Record crash = wrong("abs", "int8", 0, {});
  crash.verdict = Verdict::kCrashed;
  Record dtype = wrong("neg", "int8", 0, {});
  dtype.verdict = Verdict::kWrongMetadata;
  dtype.failure->message = "y has dtype int16, expected int8";
  Record refusal = wrong("exp", "float32", 0, {});
  refusal.failure->tensor.clear();
  refusal.failure->message = "exp answered invalid: no such thing; expected ok";
  const auto findings = found(
      {dtype, refusal, wrong("add", "int8", 0, {"value for value"}), crash});
  // The result points into a list that is gone, so only texts are read.
  ASSERT_EQ(4u, findings.size());
  EXPECT_EQ("abs crashes", findings[0].title);
  EXPECT_EQ("add returns wrong values", findings[1].title);
  std::vector<std::string> last = {findings[2].title, findings[3].title};
  std::sort(last.begin(), last.end());
  EXPECT_EQ("exp answered invalid, expected ok", last[0]);
  EXPECT_EQ("neg returns a wrong dtype", last[1]);
  EXPECT_EQ("4 findings: 1 crash, 1 wrong value, 2 metadata or status",
            findings_line(findings));
}

TEST(Findings, ShowTheBitsOfValuesThatLookAlike) {
  Record record = wrong("neg", "float32", 0, {"zero for zero"});
  record.failure->expected = ElementReport{"0", "-0x0p+0", "0x80000000"};
  record.failure->got = ElementReport{"0", "0x0p+0", "0x00000000"};
  EXPECT_EQ(
      "neg(a=float32[1]{0x1p+0}) → expected 0, got 0 (-0x0p+0 and 0x0p+0)",
      example_text(record));
}

TEST(Findings, JointPoliciesBelongToOneOfThem) {
  const std::vector<Record> records = {
      wrong("reduce_sum", "float16", 0, {"near for value"},
            {"sum.accumulator=same"}),
      wrong("reduce_sum", "float16", 1, {"value for value"},
            {"sum.accumulator=same+sum.order=any"})};
  const auto findings = found(records);
  ASSERT_EQ(1u, findings.size());
  EXPECT_EQ(2u, findings[0].records.size());
}

}  // namespace
}  // namespace assay
