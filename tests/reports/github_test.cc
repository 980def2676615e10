// Tests the text for GitHub Actions: it is escaped, grouped by clause, and
// never too long.
#include "reports/github.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reports/records.h"

namespace assay {
namespace {

ReportedRun run_with(std::vector<Record> records) {
  return reported_run(run_of_toy(), std::move(records), "out/");
}

std::ptrdiff_t line_count(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}
TEST(GithubAnnotations, OfARunWithoutFailuresAreNone) {
  EXPECT_EQ(
      "",
      github_annotations(
          run_with({elementwise("add", "value", "int8", Verdict::kPass),
                    elementwise("add", "value", "int4", Verdict::kUnsupported),
                    elementwise("add", "value", "int16",
                                Verdict::kExpectedFailure)}),
          {}));
}

TEST(GithubAnnotations, NameAFindingOnceWithItsExample) {
  Record far = elementwise("sub", "wrap", "int8", Verdict::kFail);
  far.failure->tensor = "r0";
  far.failure->program = "sub(1, 2) -> r0";
  far.failure->expected = ElementReport{"-1", "-1", "0xff"};
  far.failure->got = ElementReport{"1", "1", "0x01"};
  far.failure->pairs = {{.expected_class = "value", .got_class = "value"}};
  Record other = far;
  other.id = "other";
  other.failure->program = "a longer program -> r0";
  const std::string text = github_annotations(run_with({other, far}), {});
  EXPECT_EQ(
      "::error title=toy%3A sub returns wrong values::"
      "wrong value: sub(1, 2) → expected -1, got 1%0A"
      "Integer differences wrap modulo 2^w.%0A2 cases of sub%0A"
      "assay replay out/cases/sub.wrap.int8.json 'exec:toy --fast'\n",
      text);
}

TEST(GithubAnnotations, ComeWorstFirstAndNameWhoSharesAPolicy) {
  Record mod = elementwise("mod", "value", "int8", Verdict::kFail);
  mod.explained_by = {"mod.sign=divisor"};
  mod.failure->tensor = "r0";
  const std::string text = github_annotations(
      run_with({mod, elementwise("sub", "wrap", "int16", Verdict::kCrashed)}),
      {});
  const std::size_t crash = text.find("title=toy%3A sub crashes::crash");
  const std::size_t policy = text.find("title=toy%3A mod.sign = divisor (mod)");
  ASSERT_NE(std::string::npos, crash) << text;
  ASSERT_NE(std::string::npos, policy) << text;
  EXPECT_LT(crash, policy);
  EXPECT_TRUE(contains(text, "%0A1 case of mod%0Ashared by array")) << text;
  EXPECT_EQ(text.find("shared by"), text.rfind("shared by")) << text;
}

TEST(GithubAnnotations, EscapeWhatEndsACommandOrAProperty) {
  Record record = elementwise("sub", "wrap", "int8", Verdict::kFail);
  record.failure->message = "100%\r\n::error::forged";
  ReportedRun run = run_with({record});
  run.run.subject_name = "a:b,c%\n";
  const std::string text = github_annotations(run, {});
  EXPECT_EQ(1, line_count(text));
  EXPECT_TRUE(text.starts_with("::error title=a%3Ab%2Cc%25%0A%3A sub "))
      << text;
  EXPECT_TRUE(contains(text, "100%25%0D%0A::error::forged")) << text;
}

TEST(GithubAnnotations, StopAtTheLimitAndCountTheRest) {
  std::vector<Record> records;
  for (int i = 0; i < 12; ++i)
    for (int n = 0; n < 3; ++n) {
      records.push_back(
          elementwise("add", "value", "int8", Verdict::kFail, 3 * i + n));
      records.back().failure->message =
          "add answered " + std::string(1, char('a' + i)) + "; expected ok";
    }
  EXPECT_EQ(12, line_count(github_annotations(run_with(records),
                                              {.annotation_limit = 12})));
  const std::string text = github_annotations(run_with(records), {});
  EXPECT_EQ(11, line_count(text));
  EXPECT_TRUE(contains(text, "title=toy%3A 2 more findings::6 cases;")) << text;
}

// A pass that was expected to fail is not a finding, and fails a strict run.
TEST(GithubAnnotations, NamePassesThatFailAStrictRun) {
  const ReportedRun run =
      run_with({elementwise("add", "value", "int8", Verdict::kUnexpectedPass)});
  EXPECT_EQ("", github_annotations(run, {}));
  const std::string text = github_annotations(run, {.gate = {.strict = true}});
  EXPECT_EQ(1, line_count(text));
  EXPECT_TRUE(contains(text, "expected to fail::1 case, first elementwise/add"))
      << text;
}

TEST(GithubSummary, BeginsWithTheFindings) {
  Record mod = elementwise("mod", "value", "int8", Verdict::kFail);
  mod.explained_by = {"mod.sign=divisor"};
  mod.failure->tensor = "r0";
  const std::string text = github_summary(
      run_with({mod, elementwise("sub", "wrap", "int8", Verdict::kFail)}), {});
  const std::size_t table = text.find(
      "| kind | finding | example | cases |\n|---|---|---|---:|\n"
      "| wrong value | sub returns wrong values | ");
  ASSERT_NE(std::string::npos, table) << text;
  EXPECT_LT(table, text.find("| verdict | cases |"));
  EXPECT_TRUE(contains(
      text, "| wrong value | mod.sign = divisor (mod), shared by array"))
      << text;
  EXPECT_FALSE(contains(
      github_summary(
          run_with({elementwise("add", "value", "int8", Verdict::kPass)}), {}),
      "| finding |"));
}

TEST(GithubSummary, CountsVerdictsAndShowsBrokenClauses) {
  const std::string text = github_summary(
      run_with({elementwise("add", "value", "int8", Verdict::kPass),
                elementwise("add", "value", "int4", Verdict::kUnsupported),
                elementwise("sub", "wrap", "int8", Verdict::kFail)}),
      {});
  for (const char* part :
       {"## toy 1.2", "**Does not conform to profile nx.**",
        "| pass | 1 |\n| unsupported | 1 |\n| fail | 1 |\n",
        "| <code>sub.wrap</code>", "| 1 | sub |",
        "<code>assay replay out/cases/sub.wrap.int8.json 'exec:toy "
        "--fast'</code>"})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
}

TEST(GithubSummary, OfAnIncompleteRunHasNoVerdict) {
  ReportedRun run =
      run_with({elementwise("add", "value", "int8", Verdict::kPass)});
  EXPECT_TRUE(contains(github_summary(run, {}), "**Conforms to profile nx.**"));
  run.planned = 2;
  const std::string text = github_summary(run, {});
  EXPECT_FALSE(contains(text, "Conforms to")) << text;
  EXPECT_TRUE(contains(text, "- 1 of 2 planned cases have no result.")) << text;
}

TEST(GithubSummary, TakesNoMarkupFromRecords) {
  Record record = elementwise("sub", "wrap", "int8", Verdict::kFail);
  record.failure->message = "a|b\n| <script> `x` [l](u) **b** &lt;";
  ReportedRun run = run_with({record});
  run.run.subject_name = "<img src=x>\n# head";
  const std::string text = github_summary(run, {});
  EXPECT_FALSE(contains(text, "<script>") || contains(text, "<img")) << text;
  EXPECT_TRUE(contains(text, "a&#124;b &#124; &lt;script&gt; &#96;x&#96;"))
      << text;
  EXPECT_FALSE(contains(text, "\n# head")) << text;
}

TEST(GithubSummary, StaysBelowItsLimit) {
  std::vector<Record> records;
  for (int i = 0; i < 3000; ++i) {
    records.push_back(
        elementwise("add", fmt::format("clause{}", i), "int8", Verdict::kFail));
    records.back().failure->message = std::string(2000, '|');
  }
  const std::string text = github_summary(run_with(records), {});
  EXPECT_LT(text.size(), std::size_t{1} << 20);
  EXPECT_TRUE(contains(text, " more broken clauses are in the records."));
  for (Record& record : records)
    record.failure->message = "add answered " + record.clause +
                              record.failure->message + "; expected ok";
  const std::string long_lists = github_summary(run_with(records), {});
  EXPECT_LT(long_lists.size(), std::size_t{1} << 20);
  EXPECT_TRUE(contains(long_lists, " more findings are in the records."));
  EXPECT_TRUE(contains(long_lists, " more broken clauses are in the records."));
  EXPECT_FALSE(contains(github_summary(run_with({records[0]}), {}),
                        "more broken clauses"));
}

}  // namespace
}  // namespace assay
