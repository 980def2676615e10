// Keeps the profiles that are not built in but come from a file, for as long as
// the process runs. profile_named() finds them as it finds the built-in ones,
// so cases and records name both kinds alike.
// Tested by tests/spec/file_profile_test.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/profile.h"
#include "spec/result.h"

namespace assay {

// Values of policy axes by their names: {"mod.sign": "divisor"}.
using PolicyValues = std::map<std::string, std::string>;

// Returns whether a built-in profile has this name.
bool is_built_in_profile(std::string_view name);

// Returns the values in which `profile` differs from `from`.
PolicyValues differing_values(const Profile& profile,
                              const Profile& from = kNx);

// Returns what a file must contain beside the name of a profile. That is
// nothing for a built-in profile, and else the values that differ from nx.
std::optional<PolicyValues> stored_values(const Profile& profile);

// Returns the axis with this name.
std::optional<std::size_t> policy_axis_named(std::string_view name);

// Returns a policy value as records name it: "mod.sign=divisor".
std::string policy_name(Policy policy);

// Returns the policy value of that name, or nothing.
std::optional<Policy> policy_named(std::string_view name);

// Returns the policy values of a list, "sum.order=any+sum.accumulator=same".
// Empty if a part of it is none.
std::vector<Policy> policies_named(std::string_view names);

// Returns the values of an axis, joined as in "zero, error or any".
std::string policy_values_text(std::size_t axis);

// Returns `from` with these values. Fails if an axis or a value does not exist.
Result<Profile> with_values(const Profile& from, const PolicyValues& values);

// Keeps a copy of a profile under a name, and returns the copy. Returns the one
// that is kept already if name and values are the same. Fails if the name is
// empty or is that of a built-in profile, and if a profile with this name and
// other values is kept.
Result<const Profile*> keep_profile(std::string_view name,
                                    const Profile& profile);

}  // namespace assay
