// Tests what a head says about op sets: nothing for a run of the first set
// alone, and everything for other runs.
#include "harness/record/set_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/record/record.h"
#include "spec/op_sets.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

RunRecord run_of_two_sets() {
  RunRecord run;
  run.level = "quick";
  run.sets = {{"nx", true, true, 30, 8, 20}, {"toy", true, true, 12, 2, 6}};
  run.cells_required = 42;
  return run;
}

TEST(SetCells, ReadBack) {
  const RunRecord run = run_of_two_sets();
  const auto read = run_from_json(Json::parse(to_json(run).dump()));
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(run.sets, read->sets);
  Json broken = to_json(run);
  broken["sets"][1].erase("claimed");
  EXPECT_FALSE(run_from_json(broken).ok());
}

TEST(SetCells, OfAHeadWithoutSetsAreThoseOfTheFirstSet) {
  RunRecord run;
  run.cells_required = 3;
  run.cells_optional = 2;
  run.cells_claimed = 1;
  EXPECT_FALSE(to_json(run).contains("sets"));
  const auto sets = sets_of(run);
  ASSERT_EQ(1u, sets.size());
  EXPECT_EQ((SetCells{std::string(kOpSets[0].name), true, true, 3, 2, 1}),
            sets[0]);
  EXPECT_EQ("nx", planned_sets_text(run));
}

// The names come before whatever else differs with them, such as counts.
TEST(SetCells, AreComparedByTheNamesOfThePlannedSets) {
  RunRecord run = run_of_two_sets();
  EXPECT_EQ("nx,toy", comparable_head(run).at("set"));
  EXPECT_EQ("nx", comparable_head(RunRecord()).at("set"));
  run.sets[0].is_planned = false;
  EXPECT_EQ("toy", comparable_head(run).at("set"));
  std::vector<std::string> keys;
  const Json head = comparable_head(run);
  for (const auto& [key, value] : head.items()) keys.push_back(key);
  const auto place = [&](const char* key) {
    return std::find(keys.begin(), keys.end(), key);
  };
  EXPECT_LT(place("set"), place("planned"));
  EXPECT_LT(place("set"), place("cells_required"));
}

}  // namespace
}  // namespace assay
