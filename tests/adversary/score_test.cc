// The score finds what cases find, passes what is right, and survives bugs that
// end their process.
#include "tests/adversary/score.h"

#include <gtest/gtest.h>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/cliff_bugs.h"

namespace assay::adversary {
namespace {

ScoreSettings settings() {
  ScoreSettings settings;
  settings.plugin = ASSAY_ADVERSARY_PLUGIN;
  settings.last = Stage::kQuick;
  settings.jobs = 2;
  return settings;
}

std::vector<BugRow> rows_named(const std::vector<std::string>& names) {
  std::vector<BugRow> rows;
  for (const std::string& name : names) rows.push_back(*bug_named(name));
  return rows;
}

TEST(Score, FindsABugAndPassesTheControl) {
  auto rows = rows_named({"div_by_minus_one_saturates", "control"});
  rows[1].ops = "div";
  const auto found = score_bugs(rows, settings());
  ASSERT_TRUE(found.ok()) << found.status().message;
  EXPECT_EQ(Stage::kQuick, (*found)[0].stage);
  EXPECT_TRUE((*found)[0].case_id.starts_with("elementwise/div:"));
  EXPECT_EQ(Verdict::kFail, (*found)[0].verdict);
  EXPECT_EQ(Stage::kNone, (*found)[1].stage);
}

// The score ends if a row that must pass fails, because failures then say
// nothing about bugs.
TEST(Score, DoesNotTrustATargetThatFails) {
  auto rows = rows_named({"div_by_minus_one_saturates"});
  rows[0].is_control = true;
  const auto found = score_bugs(rows, settings());
  ASSERT_FALSE(found.ok());
  EXPECT_NE(std::string::npos, found.status().message.find("elementwise/div:"));
}

// If the lowest rung of a ladder passes, so do those above it.
TEST(Score, FindsTheRungsThatCasesReach) {
  auto rows = every_cliff("argsort");
  const auto found = score_bugs(rows, settings());
  ASSERT_TRUE(found.ok()) << found.status().message;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool goes_on = i >= 2 && rows[i].ladder == rows[i - 2].ladder;
    if (goes_on && (*found)[i].stage != Stage::kNone) {
      EXPECT_NE(Stage::kNone, (*found)[i - 2].stage) << rows[i].name;
    }
  }
}

TEST(Score, SaysWhyThereIsNone) {
  ScoreSettings nowhere = settings();
  nowhere.plugin = "no/such/library.so";
  const auto found = score_bugs(rows_named({"pow_of_minus_one"}), nowhere);
  ASSERT_FALSE(found.ok());
  EXPECT_NE(std::string::npos, found.status().message.find("no/such"));
}

}  // namespace
}  // namespace assay::adversary
