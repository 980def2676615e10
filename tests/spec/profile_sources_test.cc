// Tests the sources of profile values: one for each value that differs from nx,
// and none for a value that the profile does not have.
#include "spec/profile_sources.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"

namespace assay {
namespace {

TEST(ProfileSources, AreOfTheValuesThatProfilesHave) {
  std::set<std::pair<std::string_view, std::size_t>> seen;
  for (const ValueSource& source : kValueSources) {
    const Profile* profile = profile_named(source.profile);
    ASSERT_NE(profile, nullptr) << source.profile;
    const std::string axis(kPolicyAxes[source.policy.axis].name);
    EXPECT_TRUE(profile->is(source.policy)) << source.profile << " " << axis;
    EXPECT_TRUE(seen.emplace(source.profile, source.policy.axis).second)
        << source.profile << " " << axis;
    EXPECT_FALSE(source.place.empty()) << source.profile << " " << axis;
    EXPECT_EQ(source_of(source.profile, source.policy.axis), &source);
  }
}

TEST(ProfileSources, LeaveOutNoValueThatDiffers) {
  for (const Profile* profile :
       {&kTorch, &kArrayApi, &kJax, &kStablehlo, &kOnnx}) {
    EXPECT_TRUE(documentation_of(profile->name).starts_with("https://"))
        << profile->name;
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
      EXPECT_TRUE(profile->values[axis] == 0 ||
                  source_of(profile->name, axis) != nullptr)
          << profile->name << " " << kPolicyAxes[axis].name;
  }
}

TEST(ProfileSources, AreInTheOrderOfProfilesAndAxes) {
  const ValueSource* last = nullptr;
  std::set<std::string_view> ended;
  for (const ValueSource& source : kValueSources) {
    if (last != nullptr && last->profile == source.profile) {
      EXPECT_LT(last->policy.axis, source.policy.axis) << source.place;
    } else {
      EXPECT_TRUE(ended.insert(source.profile).second) << source.profile;
    }
    last = &source;
  }
}

TEST(ProfileSources, KnowNothingOfOtherProfiles) {
  EXPECT_EQ(source_of("nx", 0), nullptr);
  EXPECT_EQ(source_of("", 0), nullptr);
  EXPECT_TRUE(documentation_of("nx").empty());
}

}  // namespace
}  // namespace assay
