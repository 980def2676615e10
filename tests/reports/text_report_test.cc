// Tests the text report of a run, with records made by hand.
#include "reports/text_report.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

std::string report(const std::vector<Record>& records,
                   const TextReportOptions& options = {}) {
  return text_report(run_of_toy(), summarize(records), options);
}

TEST(TextReport, OfASubjectThatConforms) {
  std::vector<Record> records = {
      elementwise("add", "value", "float32", Verdict::kPass),
      elementwise("add", "nan", "float16", Verdict::kUnsupported)};
  records[0].max_ulp = 0.4996;
  EXPECT_EQ(
      "toy 1.2 against profile nx, level quick, seed 7\n"
      "\n"
      "op                             cases  passed  failed  unsupported"
      "   max ULP\n"
      "add                                2       1       0            1"
      "     0.500\n"
      "\n"
      "2 cases: 1 passed, 0 failed, 1 unsupported; 0 clauses broken\n"
      "score nx: 1 proven / 12 claimed / 1352 required cells\n"
      "op set nn: not claimed\n"
      "op set lax: not claimed\n"
      "live controls: 1 of 1 caught (exact 1)\n"
      "toy conforms to profile nx\n",
      report(records));
}

TEST(TextReport, NamesWhatIsClaimedAndNotProven) {
  std::vector<Record> records = {
      elementwise("add", "value", "float32", Verdict::kPass),
      record_of("memory", "view", "metadata", "float32",
                Verdict::kUnsupported)};
  EXPECT_FALSE(contains(report(records), "claimed, but no case"));
  records[1].needs = "copy";
  EXPECT_TRUE(contains(report(records),
                       "claimed, but no case passed:\n"
                       "  view float32: its cases need copy\n"
                       "\n"
                       "2 cases: 1 passed, 0 failed, 1 unsupported"))
      << report(records);
  // Another shard may have the cell's other cases.
  EXPECT_FALSE(contains(report(records, {.gate = {.part = true}}), "view f"));
  RunRecord run = run_of_toy();
  run.composed = {"add", "associative_scan:sum"};
  EXPECT_TRUE(contains(text_report(run, summarize(records), {}),
                       "composed by the adapter: add, associative_scan:sum\n"));
  // A failure of such an op may be the adapter's.
  records.push_back(elementwise("add", "wrap", "int8", Verdict::kFail));
  constexpr const char* kEither =
      "  composed by the adapter: add; its lowering or an operation of the "
      "library is wrong\n";
  EXPECT_TRUE(contains(text_report(run, summarize(records), {}), kEither));
  run.composed = {"associative_scan:sum"};
  EXPECT_FALSE(contains(text_report(run, summarize(records), {}), "its lower"));
}

TEST(TextReport, OfAFailureShowsAllThatIsKnown) {
  Record record = elementwise("sub", "wrap", "int8", Verdict::kFail);
  record.failure->tensor = "out";
  record.failure->index = {1, 0};
  record.failure->expected = ElementReport{"-128", "-128", "0x80"};
  record.failure->got = ElementReport{"127", "127", "0x7f"};
  record.failure->accepted = "-128";
  record.failure->operands = "x=127, y=-1";
  EXPECT_EQ(
      "    elementwise/sub:wrap:dtype=int8,layout=contiguous,case=0\n"
      "      fail: 1 of 4 elements are not accepted\n"
      "      at out[1, 0]  with x=127, y=-1\n"
      "      expected -128  -128  0x80\n"
      "      accepted -128\n"
      "      got      127  127  0x7f\n"
      "      replay:  again\n",
      failure_text(record, "again"));
  const std::string text = report({record}, {.folder = "out/"});
  EXPECT_TRUE(contains(
      text, "\n1. sub returns wrong values\n  sub.wrap: 1 failing case\n"))
      << text;
  EXPECT_TRUE(contains(text, "  dtypes: int8\n")) << text;
  EXPECT_TRUE(contains(text,
                       "replay:  assay replay out/cases/sub.wrap.int8.json "
                       "'exec:toy --fast'\n"))
      << text;
  EXPECT_TRUE(contains(text, "1 failed, 0 unsupported; 1 clause broken\n"));
  EXPECT_TRUE(text.ends_with("toy does not conform to profile nx\n")) << text;
}

TEST(TextReport, TellsTheDeclaredProfileFromNx) {
  RunRecord run = run_of_toy();
  run.profile = "numpy";
  std::vector<Record> records = {
      elementwise("round", "half", "float32", Verdict::kPass),
      elementwise("sub", "wrap", "int8", Verdict::kFail)};
  records[0].differs_from_nx = true;
  records[0].policies = {"round.half=even"};
  const std::string text = text_report(run, summarize(records), {});
  EXPECT_TRUE(contains(text, "(breaks its declared profile numpy)")) << text;
  EXPECT_TRUE(contains(text,
                       "differs from nx, but was judged against profile "
                       "numpy:\n  round.half = even                   1 case  "
                       "round; as in numpy, torch, array_api, jax, onnx, "
                       "burn\n"))
      << text;
  // A run judged by nx has no differences from nx.
  EXPECT_FALSE(contains(report({records[1]}), "profile numpy"));
  EXPECT_FALSE(
      contains(report({records[1]}), "differs from nx, but was judged"));
}

TEST(TextReport, QuotesWhatAShellWouldTakeApart) {
  const std::vector<Record> records = {
      elementwise("sub", "wrap", "int8", Verdict::kFail)};
  const std::string text = report(records, {.folder = "it's $HOME/"});
  EXPECT_TRUE(contains(
      text, "assay replay 'it'\\''s $HOME/cases/sub.wrap.int8.json' 'exec:"))
      << text;
}

TEST(TextReport, PrintsNoReplayWithoutACaseFile) {
  Record record = elementwise("sub", "wrap", "int8", Verdict::kCrashed);
  record.case_file.clear();
  EXPECT_FALSE(contains(report({record}), "replay"));
}

TEST(TextReport, ShowsAFewExamplesOfAClause) {
  std::vector<Record> records;
  for (int i = 0; i < 5; ++i)
    records.push_back(elementwise("sub", "wrap", "int8", Verdict::kFail, i));
  const std::string text = report(records, {.examples = 2});
  EXPECT_TRUE(contains(text, "sub.wrap: 5 failing cases\n"));
  EXPECT_TRUE(contains(text, "case=1\n"));
  EXPECT_FALSE(contains(text, "case=2\n"));
  EXPECT_TRUE(contains(text, "… and 3 more\n"));
  EXPECT_FALSE(contains(report(records, {.examples = 5}), "more"));
}

// The name of one dtype may be a part of another's.
TEST(TextReport, NamesEveryDtypeOnce) {
  std::vector<Record> records;
  for (const char* dtype : {"uint8", "int8", "bfloat16", "float16", "int8"})
    records.push_back(elementwise("sub", "wrap", dtype, Verdict::kFail));
  EXPECT_TRUE(
      contains(report(records), "  dtypes: uint8, int8, bfloat16, float16\n"))
      << report(records);
  for (int i = 0; i < 30; ++i)
    records.push_back(elementwise("sub", "wrap", "dtype" + std::to_string(i),
                                  Verdict::kFail));
  EXPECT_TRUE(contains(report(records), " and 24 more\n")) << report(records);
}

TEST(TextReport, SaysWhoseClauseAFamilysIs) {
  Record record = elementwise("sub", "empty", "int8", Verdict::kFail);
  record.clause = "elementwise.empty";
  EXPECT_TRUE(contains(report({record}),
                       "\n  elementwise.empty on sub: 1 failing case\n"));
}

// An op that is claimed on one dtype has a row, and so has one of which cases
// need more than the claims.
TEST(TextReport, LeavesOutOpsOfWhichNothingIsClaimed) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kUnsupported),
      elementwise("add", "value", "int16", Verdict::kPass),
      elementwise("sub", "value", "int8", Verdict::kUnsupported),
      record_of("memory", "view", "metadata", "int8", Verdict::kUnsupported)};
  records[3].needs = "copy";
  std::string text = report(records);
  EXPECT_TRUE(contains(text, "\nadd  ")) << text;
  EXPECT_TRUE(contains(text, "\nview  ")) << text;
  EXPECT_FALSE(contains(text, "\nsub  ")) << text;
  EXPECT_TRUE(contains(text, "1 op is not shown, because nothing of it is "))
      << text;
  text = report(records, {.all = true});
  EXPECT_TRUE(contains(text, "\nsub  ")) << text;
  EXPECT_FALSE(contains(text, "not shown")) << text;
  // Without any claim no table is left.
  records[3].needs.clear();
  records.erase(records.begin() + 1);
  text = report(records);
  EXPECT_FALSE(contains(text, "passed  failed")) << text;
  EXPECT_TRUE(
      contains(text, "\n\n3 ops are not shown, because nothing of them"))
      << text;
}

TEST(TextReport, NamesVariantsAndLacksErrorsOfWhatNeverRan) {
  Record record =
      record_of("sorting", "sort", "value", "int8", Verdict::kUnsupported);
  record.variant = "descending";
  const std::string text = report({record}, {.all = true});
  EXPECT_TRUE(contains(text, "\nsort:descending ")) << text;
  EXPECT_TRUE(contains(text, "         -\n")) << text;
}

TEST(TextReport, HasColorsOnlyWhereAsked) {
  const std::vector<Record> records = {
      elementwise("sub", "wrap", "int8", Verdict::kFail),
      elementwise("add", "wrap", "int8", Verdict::kPass)};
  const std::string plain = report(records);
  EXPECT_FALSE(contains(plain, "\x1b"));
  std::string colored = report(records, {.color = true});
  EXPECT_TRUE(contains(colored, "\x1b[31msub "));
  EXPECT_TRUE(contains(colored, "\nadd "));
  for (const char* code : {"\x1b[31m", "\x1b[1m", "\x1b[0m"})
    for (std::size_t at = colored.find(code); at != std::string::npos;
         at = colored.find(code))
      colored.erase(at, std::string_view(code).size());
  EXPECT_EQ(plain, colored);
}

// Expected failures are listed separately from passed cases, with their
// reasons.
TEST(TextReport, OfExpectations) {
  std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "wrap", "int8", Verdict::kExpectedFailure),
      elementwise("add", "wrap", "int16", Verdict::kExpectedFailure),
      elementwise("sub", "value", "int8", Verdict::kFlaky),
      elementwise("neg", "value", "int8", Verdict::kUnexpectedPass),
  };
  records[1].reason = records[2].reason = "saturates";
  records[1].bug = records[2].bug = "toy#7";
  records[3].reason = "races";
  records[4].reason = "was wrong";
  const auto report = [&](Gate gate) {
    TextReportOptions options;
    options.gate = gate;
    return text_report(run_of_toy(), summarize(records), options);
  };
  const std::string text = report({});
  for (const char* part :
       {"failed, as expected:\n"
        "  add.wrap                             2 cases int8, int16\n"
        "      saturates (toy#7)\n",
        "flaky, as expected:\n"
        "  sub.value                            1 case  int8\n"
        "      races\n",
        "passed, against expectation:\n"
        "  neg.value                            1 case  int8\n"
        "      was wrong\n",
        "  failed  expected  unsupported",
        "add                                3       1       0         2      ",
        "5 cases: 1 passed, 0 failed, 0 unsupported, 2 expected failures, 1 "
        "flaky, 1 unexpected pass; 0 clauses broken\n"})
    EXPECT_NE(std::string::npos, text.find(part)) << part << "\n\n" << text;
  EXPECT_TRUE(text.ends_with(
      "toy conforms to profile nx as far as expected, 2 expected failures, 1 "
      "flaky, 1 unexpected pass\n"))
      << text;
  EXPECT_TRUE(report({.strict = true})
                  .ends_with("toy does not conform to profile nx\n"));
}

TEST(TextReport, ListsWhatIsRequiredWhereAsked) {
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "value", "int16", Verdict::kUnsupported),
      elementwise("add", "value", "int32", Verdict::kUnsupported)};
  TextReportOptions options;
  const Summary summary = summarize(records);
  EXPECT_EQ(std::string::npos,
            text_report(run_of_toy(), summary, options).find("required, but"));
  options.gate.require = true;
  const std::string text = text_report(run_of_toy(), summary, options);
  EXPECT_NE(std::string::npos,
            text.find("required, but not supported:\n  add                     "
                      "             2 cells int16, int32\n"))
      << text;
  EXPECT_TRUE(text.ends_with("toy does not conform to profile nx\n"));
}

TEST(TextReport, OfAShardSaysSo) {
  RunRecord run = run_of_toy();
  run.shard = 2;
  run.shard_count = 4;
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass)};
  const std::string text = text_report(run, summarize(records), {});
  EXPECT_TRUE(text.starts_with(
      "toy 1.2 against profile nx, level quick, seed 7, shard 2/4\n"))
      << text;
  EXPECT_TRUE(text.ends_with("toy conforms to profile nx in shard 2/4\n"))
      << text;
}

}  // namespace
}  // namespace assay
