// Draws the part of a case that RapidCheck chooses: its shape and a few free
// numbers that decide axes, ranges and layouts. Smaller numbers mean simpler
// cases, so shrinking a structure shrinks the case. Tested by
// tests/harness/generate/build_case_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/families/clause_cases.h"
#include "spec/shape.h"

namespace assay {

// Holds what RapidCheck chooses of a case.
struct Structure {
  Shape shape;
  std::vector<std::uint32_t> choices;  // kChoiceCount numbers below 64

  // Returns choice k reduced to 0 … count - 1.
  std::int64_t choose(std::size_t k, std::int64_t count) const {
    return static_cast<std::int64_t>(choices[k]) % count;
  }
};
inline constexpr std::size_t kChoiceCount = 8;

// Returns the structure of a case. Only the seed, the shape and the rank decide
// it.
Structure draw_structure(std::uint64_t seed, CaseShape shape,
                         std::size_t min_rank);

// Tries simpler structures while `fails` returns true for one, at most
// `attempts` of them, and returns the simplest one that fails.
Structure shrink_structure(std::uint64_t seed, CaseShape shape,
                           std::size_t min_rank, int attempts,
                           const std::function<bool(const Structure&)>& fails);

// The choice that scales long axes, and its value for their full length.
inline constexpr std::size_t kSizeChoice = 7;
inline constexpr std::uint32_t kFullSize = 8;

// Returns `target`, or less if the choice is below kFullSize, down to 1. Long
// axes can shrink in this way.
std::int64_t shrinkable_size(const Structure& structure, std::int64_t target);

}  // namespace assay
