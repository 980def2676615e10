// Tests what a site keeps of a run.
#include "reports/site/published_run.h"

#include <gtest/gtest.h>

#include <limits>

#include "spec/dtype.h"
#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

// The character of a clause and a dtype; " " if the pattern ends before it.
char shown(const PublishedRun& run, const std::string& row,
           const std::string& clause, std::string_view dtype) {
  std::size_t at = 0;
  while (kDTypes[at].name != dtype) ++at;
  const std::string& pattern = run.rows.at(row).at(clause);
  return at < pattern.size() ? pattern[at] : ' ';
}

TEST(PublishedRun, KeepsTheWorstVerdictOfEachClauseAndDtype) {
  const PublishedRun run = published_run(mixed_run(), "mine");
  EXPECT_EQ("mine", run.name);
  EXPECT_EQ("1.2", run.version);
  EXPECT_EQ('0', shown(run, "add", "add.value", "int8"));
  EXPECT_EQ('1', shown(run, "add", "add.value", "float32"));
  EXPECT_EQ('6', shown(run, "add", "add.value", "float64"));
  EXPECT_EQ('.', shown(run, "add", "add.value", "float16"));
  EXPECT_NE('.', run.rows.at("add").at("add.value").back());
}

// A layout that is not claimed makes a case unsupported, but not its cell.
TEST(PublishedRun, CasesOutsideOfTheClaimsHideNothing) {
  for (const bool is_first : {false, true}) {
    std::vector<Record> records = {
        elementwise("add", "value", "int8", Verdict::kPass, 0),
        elementwise("add", "value", "int16", Verdict::kFail, 1)};
    for (const char* dtype : {"int8", "int16", "int32"})
      records.insert(
          is_first ? records.begin() : records.end(),
          elementwise("add", "value", dtype, Verdict::kUnsupported, 2));
    const PublishedRun run = published_run(whole_run(records), "mine");
    EXPECT_EQ('0', shown(run, "add", "add.value", "int8"));
    EXPECT_EQ('6', shown(run, "add", "add.value", "int16"));
    EXPECT_EQ('1', shown(run, "add", "add.value", "int32"));
  }
}

TEST(PublishedRun, AFailingCaseCountsForTheClauseThatItBreaks) {
  Record record = rejected("add", "float32", "nan", "1");
  record.broken = "add.nan";
  const PublishedRun run = published_run(whole_run({record}), "mine");
  EXPECT_EQ('6', shown(run, "add", "add.nan", "float32"));
  EXPECT_FALSE(run.rows.at("add").contains("add.value"));
  // A crash breaks no clause, so it counts for the one that was asked about.
  record.verdict = Verdict::kCrashed;
  const PublishedRun crashed = published_run(whole_run({record}), "mine");
  EXPECT_EQ('f', shown(crashed, "add", "add.value", "float32"));
}

TEST(PublishedRun, CountsCellsBySetAndFamily) {
  const PublishedRun run = published_run(mixed_run(), "mine");
  EXPECT_EQ((CellNumbers{2, 12, 1352}), run.sets.at("nx"));
  EXPECT_EQ((CellNumbers{2, 3, 4}), run.families.at("nx/elementwise"));
  EXPECT_EQ(1u, run.families.size());
  EXPECT_EQ((std::array<std::int64_t, 4>{5, 2, 2, 1}), run.cases);
  EXPECT_FALSE(run.conforms);
}

TEST(PublishedRun, ShowsFailingCasesByTheShortestOne) {
  const PublishedRun run = published_run(mixed_run(), "mine");
  ASSERT_EQ(1u, run.examples.size());
  const PublishedExample& example = run.examples[0];
  EXPECT_EQ("add", example.row);
  EXPECT_EQ("add.value", example.clause);
  EXPECT_EQ(2, example.count);
  EXPECT_EQ("add(a=1)", example.call);
  EXPECT_EQ("2", example.expected);
  EXPECT_EQ("1", example.got);
  ASSERT_EQ(1u, run.findings.size());
  EXPECT_EQ(2, run.findings[0].count);
  EXPECT_EQ("add.value", run.findings[0].clause);
}

TEST(PublishedRun, TellsApartValuesThatLookAlike) {
  const PublishedRun run =
      published_run(whole_run({rejected("add", "float32", "1", "1")}), "mine");
  EXPECT_EQ("0x1", run.examples[0].expected);
}

TEST(PublishedRun, AFailureWithoutAnElementHasItsMessage) {
  const PublishedRun run = published_run(
      whole_run({elementwise("add", "value", "int8", Verdict::kCrashed)}),
      "mine");
  EXPECT_EQ("", run.examples[0].expected);
  EXPECT_EQ("1 of 4 elements are not accepted", run.examples[0].got);
}

TEST(PublishedRun, MeasuresErrorsWhereResultsNeedNotBeExact) {
  PublishedRun run = published_run(mixed_run(), "mine");
  // The sums of integers and exact results have no error to measure, and a cell
  // that is correct to the bit has an error of 0.
  std::erase_if(run.errors,
                [](const MeasuredError& error) { return error.row != "exp"; });
  ASSERT_EQ(1u, run.errors.size());
  EXPECT_DOUBLE_EQ(0.51, run.errors[0].ulp);
  EXPECT_DOUBLE_EQ(0.5, run.errors[0].share);
  EXPECT_EQ("x=0x1p-3", run.errors[0].input);

  Record far = rejected("exp", "float32", "1", "2");
  far.failure->distance = 4096;
  far.failure->operands = "x=7";
  run = published_run(whole_run({far}), "mine");
  ASSERT_EQ(1u, run.errors.size());
  EXPECT_DOUBLE_EQ(4096, run.errors[0].ulp);
  EXPECT_EQ("x=7", run.errors[0].input);
}

TEST(PublishedRun, NamesRowsLikeReports) {
  EXPECT_EQ("add", row_name("add", "", ""));
  EXPECT_EQ("conv:2d", row_name("conv", "2d", ""));
  EXPECT_EQ("cast > int8", row_name("cast", "", "int8"));
}

}  // namespace
}  // namespace assay
