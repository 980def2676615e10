// Tests profiles: one value per axis, the first value for nx, and look-ups by
// name.
#include "spec/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "spec/built_in_profiles.h"

namespace assay {
namespace {

TEST(Profile, AxesHaveDistinctNamesAndValues) {
  std::set<std::string_view> names;
  for (const PolicyAxis& axis : kPolicyAxes) {
    EXPECT_TRUE(names.insert(axis.name).second) << axis.name;
    std::set<std::string_view> values;
    for (std::string_view value : axis.values)
      if (!value.empty()) {
        EXPECT_TRUE(values.insert(value).second) << axis.name;
      }
    EXPECT_GE(values.size(), 2u) << axis.name << " is no choice";
    EXPECT_FALSE(axis.values[0].empty()) << axis.name;
  }
}

TEST(Profile, NxTakesTheFirstValueOfEachAxis) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    EXPECT_TRUE(kNx.is({axis, 0})) << kPolicyAxes[axis].name;
  EXPECT_TRUE(kNx.is("round.half=away"_policy));
  EXPECT_FALSE(kNx.is("round.half=even"_policy));
}

TEST(Profile, WithChangesOneAxis) {
  constexpr Profile changed = kNx.with("sort.nan=total_order"_policy);
  EXPECT_TRUE(changed.is("sort.nan=total_order"_policy));
  EXPECT_FALSE(changed.is("sort.nan=last"_policy));
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    if (kPolicyAxes[axis].name != "sort.nan") {
      EXPECT_TRUE(changed.is({axis, 0}));
    }
}

TEST(Profile, EveryProfileIsFoundByName) {
  for (const Profile* profile : kProfiles) {
    EXPECT_EQ(profile_named(profile->name), profile);
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      ASSERT_LT(profile->values[axis], kPolicyAxes[axis].values.size());
      EXPECT_FALSE(kPolicyAxes[axis].values[profile->values[axis]].empty());
    }
  }
  EXPECT_EQ(profile_named(""), nullptr);
  EXPECT_EQ(profile_named("Nx"), nullptr);
}

// JAX documents the mode of a gather and of a scatter without a mode as
// implementation-defined; its profile is about calls that name one. Earlier
// versions of tenferro left the other two open.
constexpr std::string_view kOpenInNoProfile[] = {
    "gather_general.out_of_range", "scatter_general.out_of_range", "eig.norm",
    "full_piv_lu.singular"};

// An open value explains any answer, so one that nobody documents would hide
// bugs in findings.
TEST(Profile, EveryOpenValueIsThatOfABuiltInProfile) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    for (std::size_t value = 1; value < kPolicyAxes[axis].values.size();
         ++value) {
      if (kPolicyAxes[axis].values[value] != "any") continue;
      const bool is_held =
          std::any_of(std::begin(kProfiles), std::end(kProfiles),
                      [&](const Profile* profile) {
                        return profile->values[axis] == value;
                      });
      const bool is_excepted =
          std::find(std::begin(kOpenInNoProfile), std::end(kOpenInNoProfile),
                    kPolicyAxes[axis].name) != std::end(kOpenInNoProfile);
      EXPECT_NE(is_held, is_excepted) << kPolicyAxes[axis].name;
    }
}

TEST(Profile, NumpyRoundsHalvesToEven) {
  ASSERT_NE(profile_named("numpy"), nullptr);
  EXPECT_TRUE(profile_named("numpy")->is("round.half=even"_policy));
}

}  // namespace
}  // namespace assay
