// Tests expectations: how a line is read, which cases it matches, and how it
// changes every verdict.
#include "conformance/expectations.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/plan.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

constexpr const char* kToday = "2026-05-17";

const std::vector<PlannedCase>& quick_plan() {
  static const std::vector<PlannedCase> plan =
      plan_cases(Level::kQuick, Filter());
  return plan;
}

Result<Expectations> parsed(const std::string& text) {
  return Expectations::parse(text, "expect.txt", kToday, quick_plan());
}

std::string complaint(const std::string& text) {
  const auto none = parsed(text);
  EXPECT_FALSE(none.ok()) << text;
  return none.ok() ? "" : none.status().message;
}

TEST(ExpectationLine, IsReadAndWritten) {
  const auto line = parse_expectation(
      "  ulp\texp:accuracy:dtype=float16  limit=2.5 reason=\"a \\\"b\\\" \\\\ "
      "c\""
      " bug=https://x/y#3 until=2026-12-31 # and so on\r");
  ASSERT_TRUE(line.ok()) << line.status().message;
  ASSERT_TRUE(line->has_value());
  EXPECT_EQ(Expected::kUlp, (*line)->expected);
  EXPECT_EQ("exp:accuracy:dtype=float16", (*line)->glob);
  EXPECT_EQ(2.5, (*line)->limit);
  EXPECT_EQ("a \"b\" \\ c", (*line)->reason);
  EXPECT_EQ("https://x/y#3", (*line)->bug);
  EXPECT_EQ("2026-12-31", (*line)->until);
  const auto again = parse_expectation(expectation_text(**line));
  ASSERT_TRUE(again.ok()) << again.status().message;
  EXPECT_EQ((*line)->reason, (*again)->reason);
  EXPECT_EQ(expectation_text(**line), expectation_text(**again));
  for (const char* none : {"", "   ", "# xfail add reason=x", " \t# x"}) {
    const auto nothing = parse_expectation(none);
    ASSERT_TRUE(nothing.ok()) << none;
    EXPECT_FALSE(nothing->has_value()) << none;
  }
}

TEST(ExpectationLine, KeepsAGlobThatNeedsQuotes) {
  for (const char* glob :
       {"elem* x", "elem*\tx", "elem*\"", "elem*\\", "elem*#"}) {
    ExpectationLine line;
    line.expected = Expected::kXfail;
    line.glob = glob;
    line.reason = "x";
    const auto read = parse_expectation(expectation_text(line));
    ASSERT_TRUE(read.ok()) << glob << ": " << read.status().message;
    ASSERT_TRUE(read->has_value()) << glob;
    EXPECT_EQ(glob, (*read)->glob);
  }
}

TEST(ExpectationLine, IsRefusedWithAReason) {
  struct Row {
    const char* line;
    const char* part;
  };
  const Row rows[] = {
      {"fails add reason=x",
       "\"fails\" is not a kind of expectation; expected unsupp"},
      {"xfail", "xfail lacks the glob"},
      {"xfail # add", "xfail lacks the glob"},
      {"xfail adder reason=x", "there is no family or op \"adder\""},
      {"xfail -add reason=x", "there is no family or op \"-add\""},
      {"xfail @file reason=x", "there is no family or op \"@file\""},
      {"xfail add", "xfail lacks its reason="},
      {"xfail add bug=x", "xfail lacks its reason="},
      {"xfail add reason=", "reason= is empty"},
      {"xfail add reason=\"\"", "reason= is empty"},
      {"xfail add reason=\"x", "a quote is never closed"},
      {"xfail add reason=x reason=y", "reason= is given twice"},
      {"xfail add reason=two words", "\"words\" is not key=value"},
      {"xfail add reason=x why=y", "xfail has no key \"why=\""},
      {"xfail add reason=x limit=3", "xfail has no key \"limit=\""},
      {"ulp add reason=x", "ulp lacks its limit="},
      {"ulp add reason=x limit=0", "limit=\"0\" is not a number of ULPs"},
      {"ulp add reason=x limit=-1", "limit=\"-1\" is not a number of ULPs"},
      {"ulp add reason=x limit=inf", "limit=\"inf\" is not a number of ULPs"},
      {"ulp add reason=x limit=3x", "limit=\"3x\" is not a number of ULPs"},
      {"xfail add reason=x until=soon", "until=\"soon\" is not a date"},
      {"xfail add reason=x until=2026-02-30",
       "until=\"2026-02-30\" is not a date"},
      {"xfail add reason=x until=-026-02-03", "is not a date"},
  };
  for (const Row& row : rows) {
    const auto none = parse_expectation(row.line);
    ASSERT_FALSE(none.ok()) << row.line;
    EXPECT_NE(std::string::npos, none.status().message.find(row.part))
        << none.status().message;
  }
}

TEST(Expectations, FindTheirCasesBySegment) {
  const auto found = parsed(
      "# of a toy\n\nxfail add:*:dtype=int8 reason=a\n"
      "flaky sub:wrap reason=b\r\n");
  ASSERT_TRUE(found.ok()) << found.status().message;
  EXPECT_EQ(2u, found->lines().size());
  EXPECT_EQ(3, found->lines()[0].number);
  std::int64_t first = 0, second = 0;
  for (const PlannedCase& planned : quick_plan()) {
    const ExpectationLine* line = found->line_for(planned.id());
    const bool adds = planned.op == "add"_op && planned.dtype == DType::kInt8;
    const bool subs = planned.clause == "sub.wrap";
    EXPECT_EQ(adds   ? &found->lines()[0]
              : subs ? &found->lines()[1]
                     : nullptr,
              line)
        << planned.id();
    first += adds ? 1 : 0;
    second += subs ? 1 : 0;
  }
  EXPECT_LT(5, first);
  EXPECT_LT(5, second);
  EXPECT_EQ(nullptr, found->line_for("add"));
  EXPECT_EQ(nullptr, Expectations().line_for("add"));
}

// "sort:value:…" as a glob is also that of a variant; as an id it is not.
TEST(Expectations, TakeAWholeIdForOneCase) {
  const std::string id =
      "sorting/sort:value:dtype=int8,layout=contiguous,case=0";
  const std::string other =
      "sorting/sort:descending:value:dtype=int8,layout=contiguous,case=0";
  const auto glob = CaseGlob::parse(id);
  ASSERT_TRUE(glob->matches(SplitId(other)));
  const auto found = parsed("xfail " + id + " reason=x");
  ASSERT_TRUE(found.ok()) << found.status().message;
  EXPECT_NE(nullptr, found->line_for(id));
  EXPECT_EQ(nullptr, found->line_for(other));
}

TEST(Expectations, AreErrorsWithTheirPlace) {
  EXPECT_EQ(0u, complaint("\n\nxfail add\n").find("expect.txt:3: xfail lacks"));
  EXPECT_EQ(0u, complaint("xfail add:wrapp reason=x")
                    .find("expect.txt:1: \"add:wrapp\" matches no case"));
  // A glob does not match a part of a segment.
  for (const char* glob :
       {"add:wra", "add:rap", "add:wrap:dtype=int", "elementwise/ad*:wra"})
    EXPECT_NE(std::string::npos,
              complaint(fmt::format("xfail {} reason=x", glob))
                  .find("matches no case"));
  // Two lines match one case, in either order.
  for (const char* text :
       {"xfail add:wrap reason=x\nxfail add:wrap reason=x\n",
        "xfail add:wrap reason=x\nflaky add:*:dtype=int8 reason=y\n",
        "xfail *:*:dtype=int8 reason=x\nxfail add:wrap reason=y\n",
        "xfail add:wrap reason=x\nxfail *:*:dtype=int8 reason=y\n"}) {
    const std::string message = complaint(text);
    EXPECT_EQ(0u, message.find(
                      "expect.txt:2: this line matches elementwise/add:wrap:"))
        << message;
    EXPECT_NE(std::string::npos, message.find("and so does line 1")) << message;
  }
  const std::string until = "xfail add:wrap reason=x until=";
  EXPECT_TRUE(parsed(until + kToday).ok());
  EXPECT_EQ(0u, complaint(until + "2026-05-16")
                    .find("expect.txt:1: the expectation expired after"));
}

Record neg(Verdict verdict) {
  Record record;
  record.id = "elementwise/neg:value:dtype=float32,layout=contiguous,case=0";
  record.verdict = verdict;
  if (is_failure(verdict)) record.failure = Failure{.message = "wrong"};
  return record;
}

Record off_by(double distance) {
  Record record = neg(Verdict::kFail);
  record.failure->distance = distance;
  return record;
}

Record lie() {
  Record record = neg(Verdict::kFail);
  record.unsupported_kind = "dtype";
  return record;
}

Verdict verdict_of(const std::string& line, Record record) {
  const auto found = parsed(line + " reason=\"the reason\" bug=42");
  EXPECT_TRUE(found.ok()) << found.status().message;
  const Verdict before = record.verdict;
  const auto failure = record.failure;
  apply(*found, record);
  EXPECT_EQ(before == record.verdict ? "" : "the reason", record.reason);
  EXPECT_EQ(before == record.verdict ? "" : "42", record.bug);
  EXPECT_EQ(failure.has_value(), record.failure.has_value());
  return record.verdict;
}

// Every verdict under every kind of line.
TEST(Expectations, ChangeVerdicts) {
  constexpr const char* kLines[] = {"unsupported neg", "xfail neg", "flaky neg",
                                    "ulp neg limit=3"};
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    SCOPED_TRACE(kVerdictNames[i]);
    const bool fails =
        verdict >= Verdict::kFail && verdict != Verdict::kHarnessError;
    const Verdict passed =
        verdict == Verdict::kPass ? Verdict::kUnexpectedPass : verdict;
    const Record record = neg(verdict);
    EXPECT_EQ(passed, verdict_of(kLines[0], record));
    EXPECT_EQ(fails ? Verdict::kExpectedFailure : passed,
              verdict_of(kLines[1], record));
    EXPECT_EQ(fails ? Verdict::kFlaky : verdict, verdict_of(kLines[2], record));
    EXPECT_EQ(passed, verdict_of(kLines[3], record));
    Record other = record;
    other.id = "elementwise/abs:value:dtype=float32,layout=contiguous,case=0";
    EXPECT_EQ(verdict, verdict_of("xfail neg", other));
  }
}

TEST(Expectations, TakeALimitForDistancesAlone) {
  EXPECT_EQ(Verdict::kExpectedFailure,
            verdict_of("ulp neg limit=3", off_by(3)));
  EXPECT_EQ(Verdict::kFail, verdict_of("ulp neg limit=3", off_by(3.001)));
  EXPECT_EQ(Verdict::kFail, verdict_of("ulp neg limit=3", lie()));
  Record crashed = off_by(1);
  crashed.verdict = Verdict::kCrashed;
  EXPECT_EQ(Verdict::kCrashed, verdict_of("ulp neg limit=3", crashed));
}

TEST(Expectations, TakeUnsupportedForThatAnswerAlone) {
  EXPECT_EQ(Verdict::kUnsupported, verdict_of("unsupported neg", lie()));
  EXPECT_EQ(Verdict::kFail, verdict_of("unsupported neg", off_by(1)));
  EXPECT_EQ(Verdict::kExpectedFailure, verdict_of("xfail neg", lie()));
}

class ExpectationsOfARun : public ScratchRun {};

// A limit is compared with the error that the run measures.
TEST_F(ExpectationsOfARun, ChangeTheRecordsOfTheFile) {
  CheckOptions options =
      this->options("neg:*:dtype=float32,abs:*:dtype=float32", confuse);
  const auto before = report_of(options).records;
  const auto found = parsed(
      "xfail neg reason=confused\n"
      "xfail abs:value:dtype=float32 reason=rumoured\n");
  ASSERT_TRUE(found.ok()) << found.status().message;
  options.adjust = [&](Record& record) { apply(*found, record); };
  const CheckReport report = report_of(options);
  const auto lines = lines_of(options.out / "records.jsonl");
  std::int64_t expected = 0, unexpected = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    Record record = before[i];
    apply(*found, record);
    EXPECT_EQ(to_json(record), to_json(report.records[i]));
    EXPECT_EQ(to_json(record), nlohmann::ordered_json::parse(lines[i + 1]));
    expected += record.verdict == Verdict::kExpectedFailure ? 1 : 0;
    unexpected += record.verdict == Verdict::kUnexpectedPass ? 1 : 0;
  }
  EXPECT_LT(0, expected);
  EXPECT_LT(0, unexpected);
}

TEST_F(ExpectationsOfARun, MeasureDistances) {
  const CheckReport report =
      report_of(options("sin:every_element:dtype=float32,"
                        "sin:infinity:dtype=float32,sin:nan:dtype=float32",
                        [](Call& call) {
                          if (call.op == "sin"_op) call.op = "atan"_op;
                        }));
  std::int64_t far = 0, none = 0;
  for (const Record& record : report.records) {
    if (record.verdict != Verdict::kFail) continue;
    const auto& distance = record.failure->distance;
    // A number in the place of a NaN is off by no distance.
    EXPECT_EQ(record.clause == "sin.infinity", !distance) << record.id;
    EXPECT_LT(4, distance.value_or(5)) << record.id;
    ++(distance ? far : none);
  }
  EXPECT_LT(0, far);
  EXPECT_LT(0, none);
}

}  // namespace
}  // namespace assay
