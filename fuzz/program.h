// Makes a valid program of any bytes: tensors of mixed dtypes and layouts, and
// then steps, each on results of the steps before it. The oracle runs along. A
// step only gets values for which one sequence of bits is right. A value that a
// backend may round in two ways is judged and not used again.
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

// Says what a program may consist of, and has the oracle that computes its
// results.
struct ProgramRules {
  Oracle& oracle;
  const Profile& profile;
  // Returns whether the subject claims a cell. Programs ask for no other cells.
  std::function<bool(const Cell&)> is_claimed;
};

// The bytes of a program: a head, then blocks of one step each.
inline constexpr std::size_t kInputBytes = 8;
inline constexpr std::size_t kMaxInputs = 3;
inline constexpr std::size_t kHeadBytes = 5 + kMaxInputs * kInputBytes;
inline constexpr std::size_t kStepBytes = 16;
inline constexpr std::size_t kMaxSteps = 16;

// Returns the prepared case of the program that the bytes stand for, or nothing
// if it has no valid step. `name` is the last part of its id, as in
// "case=3,seed=0".
std::optional<Case> program_of(std::span<const std::uint8_t> bytes,
                               const ProgramRules& rules,
                               const std::string& name);

// Returns the bytes of the program with a number, in a run with this seed.
std::vector<std::uint8_t> program_bytes(std::uint64_t seed,
                                        std::uint64_t number);

}  // namespace assay
