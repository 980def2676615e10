// Tests that the data files of a site keep what they are given.
#include "reports/site/published_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "reports/site/site_script.h"
#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

PublishedRun full_run() {
  PublishedRun run = version_of("mine", "2.0");
  run.profile_values = PolicyValues{{"mod.sign", "divisor"}};
  run.composed = {"softmax"};
  run.findings[0].policy = "mod.sign=divisor";
  run.findings[0].shared_by = {"torch"};
  run.exhaustive = {
      {"exp", 12, 0.501, "0x1p+0 (0x3f800000)", 1ULL << 32, 3},
      {"log", 12, std::numeric_limits<double>::infinity(), "x", 2, 1}};
  return run;
}

TEST(PublishedJson, TheNewestRunComesBackWhole) {
  const PublishedRun run = full_run();
  const Json json = newest_json(run);
  EXPECT_EQ(run, newest_from_json(json));
  EXPECT_EQ(run, newest_from_json(Json::parse(json.dump())));
  EXPECT_EQ(-1, json["exhaustive"][1][2]);  // JSON has no infinity
}

TEST(PublishedJson, EarlierVersionsStoreOnlyRowsThatDiffer) {
  const PublishedRun newest = full_run();
  PublishedRun middle = version_of("mine", "1.9");
  middle.rows["add"]["add.value"] = "0";
  PublishedRun oldest = version_of("mine", "1.8");
  oldest.rows["add"]["add.value"] = "0";
  oldest.rows.erase("exp");
  oldest.rows["sub"]["sub.value"] = "..0";
  const Json json = history_json(newest, {middle, oldest});
  EXPECT_EQ(1u, json["versions"][0]["rows"].size());
  EXPECT_EQ(2u, json["versions"][0]["rows"].front().size());
  EXPECT_EQ(2u, json["versions"][1]["rows"].size());
  const auto back = history_from_json(newest, json);
  ASSERT_EQ(2u, back.size());
  EXPECT_EQ("1.9", back[0].version);
  EXPECT_EQ(middle.rows, back[0].rows);
  EXPECT_EQ(oldest.rows, back[1].rows);
  EXPECT_EQ(middle.sets, back[0].sets);
  EXPECT_EQ(oldest.findings[0].title, back[1].findings[0].title);
  EXPECT_EQ(oldest.findings[0].count, back[1].findings[0].count);
  // Reading loses nothing: the same JSON is written again.
  EXPECT_EQ(json, history_json(newest, back));
}

TEST(PublishedJson, EveryRowOfTheContractIsThereOnce) {
  std::vector<std::string> rows = site_rows();
  EXPECT_NE(rows.end(), std::find(rows.begin(), rows.end(), "add"));
  EXPECT_NE(rows.end(), std::find(rows.begin(), rows.end(), "cast > int8"));
  EXPECT_EQ(rows.end(), std::find(rows.begin(), rows.end(), "cast"));
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows.end(), std::adjacent_find(rows.begin(), rows.end()));
}

TEST(PublishedJson, ARunOfAnotherFormatIsNoRun) {
  for (const char* key : {"name", "head", "rows", "errors"}) {
    Json json = newest_json(full_run());
    json.erase(key);
    EXPECT_ANY_THROW(newest_from_json(json)) << key;
  }
  Json json = newest_json(full_run());
  json["rows"]["99999"] = Json::array();
  EXPECT_ANY_THROW(newest_from_json(json));
}

TEST(SiteScript, CallsThePageWithItsData) {
  const Json json = {{"a", {1, 2}}, {"b", {{"c", {{"d", "</script>"}}}}}};
  const std::string text = site_script("index", json);
  EXPECT_EQ(
      "assayData(\"index\", {\n\"a\":[1,2],\n\"b\":{\n\"c\":{\"d\":"
      "\"</script>\"}\n}\n});\n",
      text);
  const auto back = parse_site_script("index", text);
  ASSERT_TRUE(back);
  EXPECT_EQ(json, *back);
  EXPECT_FALSE(parse_site_script("other", text));
  EXPECT_FALSE(parse_site_script("index", text.substr(0, text.size() - 2)));
  EXPECT_FALSE(parse_site_script("index", "assayData(\"index\", {);\n"));
}

}  // namespace
}  // namespace assay
