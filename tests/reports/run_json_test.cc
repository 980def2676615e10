// Tests the JSON that `assay report --json` writes.
#include "reports/run_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/records.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json only_run(std::vector<Record> records) {
  RunRecord run = run_of_toy();
  run.planned = std::ssize(records);
  const Json json =
      runs_json({reported_run(run, std::move(records), "out/")}, "assay");
  EXPECT_EQ(1, json["format"]);
  EXPECT_EQ(1u, json["runs"].size());
  return json["runs"][0];
}

TEST(RunJson, HasCountsAndScores) {
  const Json run =
      only_run({elementwise("add", "value", "int8", Verdict::kPass)});
  EXPECT_EQ(1, run["counts"]["cases"]);
  EXPECT_EQ(1, run["counts"]["passed"]);
  EXPECT_EQ("nx", run["sets"][0]["name"]);
  EXPECT_TRUE(run["findings"].empty());
  EXPECT_TRUE(run["gaps"].empty());
}

TEST(RunJson, AFindingHasItsCasesAndAReplay) {
  const Record bad = elementwise("sub", "value", "int8", Verdict::kFail);
  const Json run =
      only_run({elementwise("add", "value", "int8", Verdict::kPass), bad});
  EXPECT_FALSE(run["conforms"]);
  ASSERT_EQ(1u, run["findings"].size());
  const Json& finding = run["findings"][0];
  EXPECT_EQ(Json::array({"sub"}), finding["ops"]);
  EXPECT_EQ(Json::array({bad.id}), finding["cases"]);
  EXPECT_TRUE(finding["replay"].get<std::string>().starts_with(
      "assay replay out/cases/sub.value.int8.json "));
  EXPECT_NE("", finding["text"]);
  EXPECT_NE("", finding["title"]);
}

TEST(RunJson, ARunWithGapsDoesNotConform) {
  RunRecord run = run_of_toy();
  run.planned = 2;
  const Json json = runs_json(
      {reported_run(run,
                    {elementwise("add", "value", "int8", Verdict::kPass)})},
      "assay");
  EXPECT_FALSE(json["runs"][0]["gaps"].empty());
  EXPECT_FALSE(json["runs"][0]["conforms"]);
}

}  // namespace
}  // namespace assay
