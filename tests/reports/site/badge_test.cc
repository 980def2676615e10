// Tests badges.
#include "reports/site/badge.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

TEST(Badge, SaysHowManyClaimedCellsAreProven) {
  PublishedRun run = version_of("mine", "1");
  EXPECT_EQ("assay nx", badge_of(run, "nx").label);
  EXPECT_EQ("2 of 12 claimed cells proven", badge_of(run, "nx").message);
  EXPECT_FALSE(badge_of(run, "nx").is_clean);
  run.sets["nx"] = {12, 12, 1352};
  EXPECT_TRUE(badge_of(run, "nx").is_clean);
}

TEST(Badge, ThePictureEscapesItsTexts) {
  const std::string svg = badge_svg({"a<b", "\"c\" & d", true});
  EXPECT_TRUE(svg.starts_with("<svg xmlns="));
  EXPECT_TRUE(contains(svg, ">a&lt;b</text>"));
  EXPECT_TRUE(contains(svg, ">&quot;c&quot; &amp; d</text>"));
  EXPECT_FALSE(contains(svg, "a<b"));
}

TEST(Badge, TheJsonIsThatOfAnEndpoint) {
  const auto json =
      nlohmann::ordered_json::parse(badge_json({"assay nx", "1 of 2", false}));
  EXPECT_EQ(1, json["schemaVersion"]);
  EXPECT_EQ("assay nx", json["label"]);
  EXPECT_EQ("1 of 2", json["message"]);
  EXPECT_NE(json["color"], nlohmann::ordered_json::parse(badge_json(
                               {"assay nx", "2 of 2", true}))["color"]);
}

}  // namespace
}  // namespace assay
