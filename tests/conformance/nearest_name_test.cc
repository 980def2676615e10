// Tests which name is suggested for a misspelt one, and when there is none.
#include "conformance/nearest_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

const std::vector<std::string> kNames = {"--seed", "--shard", "--strict",
                                         "--out",  "--jobs",  "--junit"};

TEST(NearestName, CountsEdits) {
  EXPECT_EQ(0u, edit_distance("sort", "sort"));
  EXPECT_EQ(1u, edit_distance("adn", "and"));
  EXPECT_EQ(1u, edit_distance("sor", "sort"));
  EXPECT_EQ(1u, edit_distance("sortt", "sort"));
  EXPECT_EQ(1u, edit_distance("sart", "sort"));
  EXPECT_EQ(3u, edit_distance("kitten", "sitting"));
  EXPECT_EQ(4u, edit_distance("", "sort"));
}

TEST(NearestName, IsTheOneThatWasMisspelt) {
  EXPECT_EQ("--seed", nearest_name("--sede", kNames));
  EXPECT_EQ("--seed", nearest_name("--see", kNames));
  EXPECT_EQ("--shard", nearest_name("--shards", kNames));
  EXPECT_EQ("--junit", nearest_name("--juint", kNames));
  EXPECT_EQ(" (did you mean --jobs?)", did_you_mean("--job", kNames));
}

TEST(NearestName, IsNoneWhereMostWouldChange) {
  EXPECT_EQ("", nearest_name("--colour", kNames));
  EXPECT_EQ("", nearest_name("x", kNames));
  EXPECT_EQ("", nearest_name("", kNames));
  EXPECT_EQ("", nearest_name("--seed", std::span<const std::string>()));
  EXPECT_EQ("", nearest_name(std::string(5000, 's'), kNames));
  EXPECT_EQ("", did_you_mean("--colour", kNames));
}

}  // namespace
}  // namespace assay
