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

TEST(GithubAnnotations, NameAClauseOnceWithItsFirstCase) {
  const std::string text = github_annotations(
      run_with({elementwise("sub", "wrap", "int8", Verdict::kFail),
                elementwise("sub", "wrap", "int16", Verdict::kWrongMetadata)}),
      {});
  EXPECT_EQ(
      "::error title=toy breaks sub.wrap::2 cases of sub%0A"
      "Integer differences wrap modulo 2^w.%0A"
      "elementwise/sub:wrap:dtype=int8,layout=contiguous,case=0%0A"
      "fail: 1 of 4 elements are not accepted%0A"
      "assay replay out/cases/sub.wrap.int8.json 'exec:toy --fast'\n",
      text);
}

// A crash breaks no clause, and a case may break another one than it asks
// about.
TEST(GithubAnnotations, NameWhatIsBrokenInsteadOfWhatIsAsked) {
  Record other = elementwise("sub", "wrap", "int8", Verdict::kFail);
  other.broken = "sub.value";
  const std::string text = github_annotations(
      run_with({other, elementwise("sub", "wrap", "int16", Verdict::kCrashed)}),
      {});
  EXPECT_NE(std::string::npos, text.find("title=toy breaks sub.value::1 case"))
      << text;
  EXPECT_NE(std::string::npos, text.find("title=toy breaks sub::1 case"))
      << text;
}

TEST(GithubAnnotations, EscapeWhatEndsACommandOrAProperty) {
  Record record = elementwise("sub", "wrap", "int8", Verdict::kFail);
  record.failure->message = "100%\r\n::error::forged";
  ReportedRun run = run_with({record});
  run.run.subject_name = "a:b,c%\n";
  const std::string text = github_annotations(run, {});
  EXPECT_EQ(1, line_count(text));
  EXPECT_TRUE(contains(text, "title=a%3Ab%2Cc%25%0A breaks sub.wrap::"))
      << text;
  EXPECT_TRUE(contains(text, "100%25%0D%0A::error::forged")) << text;
}

TEST(GithubAnnotations, StopAtTheLimitAndCountTheRest) {
  std::vector<Record> records;
  for (int i = 0; i < 12; ++i)
    for (int n = 0; n < 3; ++n)
      records.push_back(elementwise("add", "clause" + std::to_string(i), "int8",
                                    Verdict::kFail, n));
  EXPECT_EQ(12, line_count(github_annotations(run_with(records),
                                              {.annotation_limit = 12})));
  const std::string text = github_annotations(run_with(records), {});
  EXPECT_EQ(11, line_count(text));
  EXPECT_TRUE(contains(text, "breaks 2 more clauses::6 more failing cases"))
      << text;
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
  EXPECT_FALSE(contains(github_summary(run_with({records[0]}), {}),
                        "more broken clauses"));
}

}  // namespace
}  // namespace assay
