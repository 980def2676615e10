// From bytes to a valid program: tensors of mixed dtypes and layouts, then
// steps that move and compute, each on what the steps before it made. The
// oracle runs along, so that only values that are one sequence of bits go into
// another step: what a backend may round either way is judged, and left.
// Tested by tests/fuzz/program_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "harness/case/case.h"
#include "spec/profile.h"

namespace assay {

// What a program may consist of, and who says what comes out.
struct ProgramRules {
  Oracle& oracle;
  const Profile& profile;
  // Whether the subject claims a cell: no other is asked for.
  std::function<bool(const Cell&)> is_claimed;
};

// The bytes of a program: a head, then blocks of one step each.
inline constexpr std::size_t kInputBytes = 8;
inline constexpr std::size_t kMaxInputs = 3;
inline constexpr std::size_t kHeadBytes = 5 + kMaxInputs * kInputBytes;
inline constexpr std::size_t kStepBytes = 16;
inline constexpr std::size_t kMaxSteps = 16;

// Returns the prepared case of the program that the bytes stand for, or
// nothing where no step of it can be asked for. `name` is the last part of its
// id, as in "case=3,seed=0".
std::optional<Case> program_of(std::span<const std::uint8_t> bytes,
                               const ProgramRules& rules,
                               const std::string& name);

// Returns the bytes of the program of a number, in a run with this seed.
std::vector<std::uint8_t> program_bytes(std::uint64_t seed,
                                        std::uint64_t number);

}  // namespace assay
