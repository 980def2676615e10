// Tests that every report prints what a clause says under the profile of the
// run, and of an unspecified clause what it still demands.
#include "reports/judged_profile.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/github.h"
#include "reports/html_page.h"
#include "reports/junit.h"
#include "reports/text_report.h"
#include "spec/op_table.h"
#include "tests/reports/records.h"

namespace assay {
namespace {

constexpr const char* kDivisor =
    "A remainder has the sign of the divisor, also where the signs differ. "
    "(mod.sign = divisor)";
constexpr const char* kEitherZero =
    "Either zero passes and nothing else does; the call must return, and write "
    "nothing but its result. Left open: Which zero is returned for +0 and -0.";

ReportedRun run_under(const std::string& profile) {
  RunRecord run = run_of_toy();
  run.profile = profile;
  return reported_run(
      run, {elementwise("mod", "sign", "int8", Verdict::kFail),
            elementwise("max", "signed_zero", "float32", Verdict::kFail)});
}

std::string text_of(const ReportedRun& reported) {
  return text_report(reported.run, summarize(reported.run, reported.records),
                     {});
}

std::string junit_of(const ReportedRun& reported) {
  return junit_xml(reported.run, reported.records, {});
}

// The text that the page shows for a clause.
std::string on_page(const ReportedRun& reported, const std::string& id) {
  const auto model = html_model({reported}, {});
  for (std::size_t i = 0; i < model["clauses"].size(); ++i)
    if (model["clauses"][i][0] == id)
      return model["runs"][0]["clause_texts"].value(
          std::to_string(i), model["clauses"][i][2].get<std::string>());
  return {};
}

TEST(JudgedProfile, IsThatOfTheHead) {
  RunRecord run = run_of_toy();
  EXPECT_TRUE(judged_profile(run).is("mod.sign=dividend"_policy));
  run.profile = "burn";
  EXPECT_TRUE(judged_profile(run).is("mod.sign=divisor"_policy));
  // The values of a profile file stand in the head.
  run.profile = "mylib";
  run.profile_values = PolicyValues{{"round.half", "even"}};
  EXPECT_TRUE(judged_profile(run).is("round.half=even"_policy));
  EXPECT_TRUE(judged_profile(run).is("mod.sign=dividend"_policy));
  run.profile_values.reset();
  EXPECT_TRUE(judged_profile(run).is("round.half=away"_policy));
}

TEST(Reports, PrintWhatTheProfileDemands) {
  const ReportedRun burn = run_under("burn");
  EXPECT_TRUE(contains(text_of(burn), kDivisor)) << text_of(burn);
  EXPECT_TRUE(contains(github_annotations(burn, {}), kDivisor));
  EXPECT_TRUE(contains(github_summary(burn, {}), "sign of the divisor"));
  EXPECT_TRUE(contains(junit_of(burn), kDivisor)) << junit_of(burn);
  EXPECT_EQ(kDivisor, on_page(burn, "mod.sign"));
  for (const std::string& text : {text_of(burn), github_annotations(burn, {}),
                                  junit_of(burn), on_page(burn, "mod.sign")})
    EXPECT_FALSE(contains(text, "dividend")) << text;
}

TEST(Reports, NameTheValueOfNxToo) {
  const ReportedRun nx = run_under("nx");
  for (const std::string& text : {text_of(nx), github_annotations(nx, {}),
                                  junit_of(nx), on_page(nx, "mod.sign")})
    EXPECT_TRUE(contains(text, "(mod.sign = dividend)")) << text;
}

TEST(Reports, PrintTheTextUnderAProfileFile) {
  ReportedRun own = run_under("mylib");
  own.run.profile_values = PolicyValues{{"mod.sign", "divisor"}};
  EXPECT_TRUE(contains(text_of(own), kDivisor));
  EXPECT_EQ(kDivisor, on_page(own, "mod.sign"));
}

// Runs under different profiles on one page each have their own text.
TEST(Reports, KeepTheTextsOfRunsOnOnePageApart) {
  const auto model = html_model({run_under("nx"), run_under("burn")}, {});
  EXPECT_NE(model["runs"][0]["clause_texts"], model["runs"][1]["clause_texts"]);
}

TEST(Reports, SayWhatAnUnspecifiedClauseStillDemands) {
  const ReportedRun nx = run_under("nx");
  for (const std::string& text : {text_of(nx), github_annotations(nx, {}),
                                  junit_of(nx), on_page(nx, "max.signed_zero")})
    EXPECT_TRUE(contains(text, kEitherZero)) << text;
  EXPECT_TRUE(contains(text_of(nx), "[U] Either zero passes"));
  EXPECT_TRUE(contains(github_annotations(nx, {}), "Left open: "));
  EXPECT_TRUE(contains(github_annotations(nx, {}), "toy%3A mod returns"))
      << github_annotations(nx, {});
}

// A pass that was expected to fail breaks no clause.
TEST(Reports, OfUnexpectedPassesNameNoBrokenClauseInJunit) {
  RunRecord run = run_of_toy();
  const std::string xml = junit_xml(
      run, {elementwise("mod", "sign", "int8", Verdict::kUnexpectedPass)},
      {.strict = true});
  EXPECT_FALSE(contains(xml, "breaks mod.sign")) << xml;
}

TEST(SectionText, NamesTheDocumentOfAClause) {
  EXPECT_EQ("interface.arithmetic (backend interface: Binary arithmetic)",
            section_text(source_of("add.value")));
}

}  // namespace
}  // namespace assay
