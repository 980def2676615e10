// The number of cases of every level: what is lost from a plan is noticed.
#include "conformance/plan_size.h"

#include <gtest/gtest.h>

#include "harness/record/record.h"

namespace assay {
namespace {

std::int64_t size_of(Level level, const Profile& profile) {
  for (const PlanSize& size : kPlanSizes)
    if (size.level == level && size.profile == profile.name) return size.cases;
  return -1;
}

// Where this fails, the plan has changed: write the new number there; where it
// is lower, or cases have changed, kSuiteVersion becomes another, too.
TEST(PlanSize, IsThatOfTheSuite) {
  for (std::size_t level = 0; level < std::size(kLevelNames); ++level)
    for (const Profile* profile : kProfiles)
      EXPECT_EQ(
          plan_cases(static_cast<Level>(level), Filter(), *profile).size(),
          static_cast<std::size_t>(
              size_of(static_cast<Level>(level), *profile)))
          << kLevelNames[level] << " " << profile->name;
}

TEST(PlanSize, TellsAPlanThatHasLostACase) {
  auto plan = plan_run(Level::kQuick, Filter(), kNx, true);
  EXPECT_EQ(std::nullopt, fallen_plan(Level::kQuick, kNx, plan));
  plan.push_back(plan.front());
  EXPECT_EQ(std::nullopt, fallen_plan(Level::kQuick, kNx, plan));
  // Cases of robustness mode stand for none of the others.
  plan.erase(plan.begin(), plan.begin() + 2);
  const auto fall = fallen_plan(Level::kQuick, kNx, plan);
  ASSERT_TRUE(fall.has_value());
  EXPECT_NE(std::string::npos, fall->find("level quick of profile nx has"))
      << *fall;
  EXPECT_NE(std::string::npos, fall->find(kSuiteVersion)) << *fall;
}

}  // namespace
}  // namespace assay
