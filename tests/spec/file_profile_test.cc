// Tests profiles that are not built in: they are found by name, and every value
// of every axis goes into a map of names and back.
#include "spec/file_profile.h"

#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"

namespace assay {
namespace {

TEST(FileProfile, ValuesOfEveryAxisComeBack) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    for (std::size_t value = 0; value < kPolicyAxes[axis].values.size();
         ++value) {
      const std::string_view text = kPolicyAxes[axis].values[value];
      if (text.empty()) continue;
      const Profile changed =
          kTorch.with({axis, static_cast<std::uint8_t>(value)});
      const auto read = with_values(kNx, differing_values(changed));
      ASSERT_TRUE(read.ok()) << read.status().message;
      EXPECT_EQ(changed.values, read->values);
      EXPECT_TRUE(policy_values_text(axis).find(text) != std::string::npos);
    }
}

TEST(FileProfile, BuiltInProfilesComeBackFromTheirValues) {
  for (const Profile* profile : kProfiles) {
    EXPECT_TRUE(is_built_in_profile(profile->name));
    EXPECT_FALSE(stored_values(*profile));
    const auto read = with_values(kNx, differing_values(*profile));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(profile->values, read->values);
    const auto other = with_values(kTorch, differing_values(*profile, kTorch));
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(profile->values, other->values);
  }
}

TEST(FileProfile, IsFoundByItsName) {
  EXPECT_EQ(nullptr, profile_named("kept"));
  const auto kept = keep_profile("kept", kNx.with("mod.sign=divisor"_policy));
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ("kept", (*kept)->name);
  EXPECT_EQ(*kept, profile_named("kept"));
  EXPECT_EQ((PolicyValues{{"mod.sign", "divisor"}}), stored_values(**kept));
  // The same profile is kept once.
  const auto again = keep_profile("kept", **kept);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*kept, *again);
}

TEST(FileProfile, MayHaveTheValuesOfNx) {
  const auto kept = keep_profile("as_nx", kNx);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(PolicyValues(), stored_values(**kept));
}

TEST(FileProfile, RefusesAnotherProfileOfTheName) {
  ASSERT_TRUE(keep_profile("twice", kNx).ok());
  const auto other = keep_profile("twice", kNx.with("sign.nan=zero"_policy));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(
      "there are two profiles twice, and their values of sign.nan are nan and "
      "zero",
      other.status().message);
  EXPECT_FALSE(keep_profile("", kNx).ok());
  EXPECT_FALSE(keep_profile("nx", kNx).ok());
  EXPECT_FALSE(keep_profile("torch", kNx).ok());
}

TEST(FileProfile, RefusesAxesAndValuesThatDoNotExist) {
  EXPECT_EQ("there is no policy axis \"mod.sgn\"",
            with_values(kNx, {{"mod.sgn", "divisor"}}).status().message);
  EXPECT_EQ("mod.sign has no value \"up\"; expected dividend or divisor",
            with_values(kNx, {{"mod.sign", "up"}}).status().message);
  // The unused places of an axis are no values.
  EXPECT_FALSE(with_values(kNx, {{"mod.sign", ""}}).ok());
  EXPECT_EQ("kept, flush_input, flush_output, flush_both or any",
            policy_values_text(*policy_axis_named("float.subnormal")));
}

}  // namespace
}  // namespace assay
