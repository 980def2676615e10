// Profiles: the policy axes on which real backends differ, and one value per
// axis. `nx` takes the first value of each. Tested by
// tests/spec/profile_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// One axis: its name and its values, the canonical one first.
struct PolicyAxis {
  std::string_view name;
  std::array<std::string_view, 3> values;  // unused places are empty
};

// The axes of the ops in the table; other axes come with their ops.
inline constexpr PolicyAxis kPolicyAxes[] = {
    {"round.half", {"away", "even"}},
    {"mod.sign", {"dividend", "divisor"}},
    {"div.integer", {"truncate", "floor"}},
    {"div.integer_zero", {"zero", "error", "any"}},
    {"recip.integer_zero", {"zero", "any"}},
    {"max.nan", {"propagate", "ignore", "any"}},
    {"sign.nan", {"nan", "zero"}},
    {"sign.complex", {"unit", "real_part"}},
    {"pow.negative_exponent", {"power", "zero", "error"}},
    {"cast.out_of_range", {"saturate", "any"}},
    {"sum.order", {"pairwise", "any"}},
    {"reduce.empty", {"identity", "error"}},
    {"argmax.nan", {"first_nan", "ignore"}},
    {"sort.nan", {"last", "greatest", "total_order"}},
    {"sort.complex_nan", {"last", "any"}},
};
inline constexpr std::size_t kPolicyAxisCount = std::size(kPolicyAxes);

// A place on an axis, made by the literal "round.half=even"_policy.
struct Policy {
  std::size_t axis;
  std::uint8_t value;
};

consteval Policy operator""_policy(const char* text, std::size_t size) {
  const std::string_view literal(text, size);
  const std::size_t equals = literal.find('=');
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    if (kPolicyAxes[axis].name != literal.substr(0, equals)) continue;
    for (std::size_t value = 0; value < 3; ++value)
      if (kPolicyAxes[axis].values[value] == literal.substr(equals + 1))
        return {axis, static_cast<std::uint8_t>(value)};
  }
  throw "spec/profile.h has no such axis or value";
}

struct Profile {
  std::string_view name;
  std::array<std::uint8_t, kPolicyAxisCount> values{};

  constexpr bool is(Policy policy) const {
    return values[policy.axis] == policy.value;
  }
  constexpr Profile with(Policy policy) const {
    Profile changed = *this;
    changed.values[policy.axis] = policy.value;
    return changed;
  }
};

inline constexpr Profile kNx{"nx"};

// What NumPy documents of the functions that adapters/numpy calls.
inline constexpr Profile kNumpy =
    Profile{"numpy"}
        .with("round.half=even"_policy)
        .with("div.integer=floor"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("sign.complex=real_part"_policy)
        .with("pow.negative_exponent=error"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("sum.order=any"_policy);

inline constexpr const Profile* kProfiles[] = {&kNx, &kNumpy};

// Returns the profile of a name, or null.
const Profile* profile_named(std::string_view name);

}  // namespace assay
