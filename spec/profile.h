// Profiles: the policy axes on which real backends differ, and one value per
// axis. `nx` takes the first value of each. Tested by
// tests/spec/profile_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// One axis: its name, its values, the canonical one first, and what needs it.
struct PolicyAxis {
  std::string_view name;
  std::array<std::string_view, 3> values;  // unused places are empty
  std::string_view source;  // of the values that are not canonical
};

// The axes of the ops in the table; other axes come with their ops.
inline constexpr PolicyAxis kPolicyAxes[] = {
    {"round.half", {"away", "even"}, "NumPy round, PyTorch round, Burn round"},
    {"mod.sign", {"dividend", "divisor"}, "Burn remainder, PyTorch remainder"},
    {"div.integer", {"truncate", "floor"}, "NumPy floor_divide"},
    {"div.integer_zero",
     {"zero", "error", "any"},
     "Burn panics, PyTorch raises"},
    {"recip.integer_zero",
     {"zero", "any"},
     "NumPy reciprocal: undefined for integer 0"},
    {"max.nan", {"propagate", "ignore", "any"}, "C fmax ignores"},
    {"sign.nan", {"nan", "zero"}, "PyTorch sign"},
    {"sign.complex", {"unit", "real_part"}, "NumPy 1 sign"},
    {"pow.negative_exponent", {"power", "zero", "error"}, "NumPy power raises"},
    {"cast.out_of_range", {"saturate", "any"}, "C conversions, NumPy astype"},
    {"sum.order",
     {"pairwise", "any"},
     "NumPy sum: pairwise along the fast axis only"},
    {"sum.accumulator",
     {"float32", "same"},
     "NumPy cumsum and sum of float16 along other axes round every step"},
    {"reduce.empty", {"identity", "error"}, "tenferro"},
    {"argmax.nan",
     {"first_nan", "ignore"},
     "comparisons that are false for NaN"},
    {"sort.nan",
     {"last", "greatest", "total_order"},
     "PyTorch sort, Rust total_cmp"},
    {"sort.complex_nan", {"last", "any"}, "comparisons of NaN parts"},
    {"contiguous.offset",
     {"fresh", "kept"},
     "NumPy ascontiguousarray: contiguity does not regard the offset"},
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
        .with("pow.negative_exponent=error"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("contiguous.offset=kept"_policy);

inline constexpr const Profile* kProfiles[] = {&kNx, &kNumpy};

// Returns the profile of a name, or null.
const Profile* profile_named(std::string_view name);

}  // namespace assay
