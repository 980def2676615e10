// Owns the profiles from files in one map. It only grows, so that pointers to
// profiles and views of their names stay valid.
// Tested by tests/spec/file_profile_test.cc.
#include "spec/file_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

#include "spec/built_in_profiles.h"

namespace assay {
namespace {

// The profiles by name, and their lock. They are never destroyed, because
// subjects may use their profile until the process ends.
struct KeptProfiles {
  std::mutex mutex;
  std::map<std::string, Profile, std::less<>> by_name;
};
KeptProfiles& kept_profiles() {
  static auto* const kept = new KeptProfiles;
  return *kept;
}

const Profile* built_in_profile(std::string_view name) {
  for (const Profile* profile : kProfiles)
    if (profile->name == name) return profile;
  return nullptr;
}

std::size_t value_count(std::size_t axis) {
  const auto& values = kPolicyAxes[axis].values;
  return static_cast<std::size_t>(
      std::find(values.begin(), values.end(), std::string_view()) -
      values.begin());
}

}  // namespace

const Profile* profile_named(std::string_view name) {
  if (const Profile* profile = built_in_profile(name)) return profile;
  KeptProfiles& kept = kept_profiles();
  const std::lock_guard lock(kept.mutex);
  const auto found = kept.by_name.find(name);
  return found == kept.by_name.end() ? nullptr : &found->second;
}

bool is_built_in_profile(std::string_view name) {
  return built_in_profile(name) != nullptr;
}

PolicyValues differing_values(const Profile& profile, const Profile& from) {
  PolicyValues differing;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    if (profile.values[axis] != from.values[axis])
      differing.emplace(kPolicyAxes[axis].name,
                        kPolicyAxes[axis].values[profile.values[axis]]);
  return differing;
}

std::optional<PolicyValues> stored_values(const Profile& profile) {
  if (is_built_in_profile(profile.name)) return std::nullopt;
  return differing_values(profile);
}

std::optional<std::size_t> policy_axis_named(std::string_view name) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    if (kPolicyAxes[axis].name == name) return axis;
  return std::nullopt;
}

std::string policy_name(Policy policy) {
  const PolicyAxis& axis = kPolicyAxes[policy.axis];
  return fmt::format("{}={}", axis.name, axis.values[policy.value]);
}

std::optional<Policy> policy_named(std::string_view name) {
  const std::size_t equals = name.find('=');
  if (equals == name.npos) return std::nullopt;
  const auto axis = policy_axis_named(name.substr(0, equals));
  if (!axis) return std::nullopt;
  const auto& values = kPolicyAxes[*axis].values;
  const auto value =
      std::find(values.begin(), values.end(), name.substr(equals + 1));
  if (value == values.end()) return std::nullopt;
  return Policy{*axis, static_cast<std::uint8_t>(value - values.begin())};
}

std::vector<Policy> policies_named(std::string_view names) {
  std::vector<Policy> policies;
  for (std::size_t end = 0; end != names.npos;) {
    end = names.find('+');
    const auto policy = policy_named(names.substr(0, end));
    if (!policy) return {};
    policies.push_back(*policy);
    names.remove_prefix(end == names.npos ? 0 : end + 1);
  }
  return policies;
}

std::string policy_values_text(std::size_t axis) {
  const std::size_t count = value_count(axis);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}{}",
                        i == 0           ? ""
                        : i + 1 == count ? " or "
                                         : ", ",
                        kPolicyAxes[axis].values[i]);
  return text;
}

Result<Profile> with_values(const Profile& from, const PolicyValues& values) {
  Profile changed = from;
  for (const auto& [name, value] : values) {
    const auto axis = policy_axis_named(name);
    if (!axis)
      return Status::invalid(
          fmt::format("there is no policy axis \"{}\"", name));
    std::size_t number = 0;
    while (number < value_count(*axis) &&
           kPolicyAxes[*axis].values[number] != value)
      ++number;
    if (number == value_count(*axis))
      return Status::invalid(fmt::format("{} has no value \"{}\"; expected {}",
                                         name, value,
                                         policy_values_text(*axis)));
    changed.values[*axis] = static_cast<std::uint8_t>(number);
  }
  return changed;
}

Result<const Profile*> keep_profile(std::string_view name,
                                    const Profile& profile) {
  if (name.empty()) return Status::invalid("the profile has an empty name");
  if (is_built_in_profile(name))
    return Status::invalid(fmt::format(
        "{} is a built-in profile, so no other can have its name", name));
  KeptProfiles& kept = kept_profiles();
  const std::lock_guard lock(kept.mutex);
  const auto [place, is_first] = kept.by_name.try_emplace(std::string(name));
  Profile& owned = place->second;
  if (is_first) owned = {place->first, profile.values};
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    if (owned.values[axis] != profile.values[axis])
      return Status::invalid(fmt::format(
          "there are two profiles {}, and their values of {} are {} and {}",
          name, kPolicyAxes[axis].name,
          kPolicyAxes[axis].values[owned.values[axis]],
          kPolicyAxes[axis].values[profile.values[axis]]));
  return &owned;
}

}  // namespace assay
