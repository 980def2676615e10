// What RapidCheck chooses of a case: its shape and a few free numbers from
// which axes, ranges and layouts follow. Smaller is simpler, so that shrinking
// a structure shrinks the case. Tested by
// tests/harness/generate/build_case_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/families/clause_cases.h"
#include "spec/shape.h"

namespace assay {

struct Structure {
  Shape shape;
  std::vector<std::uint32_t> choices;  // kChoiceCount numbers below 64

  // Returns choice k reduced to 0 … count - 1.
  std::int64_t choose(std::size_t k, std::int64_t count) const {
    return static_cast<std::int64_t>(choices[k]) % count;
  }
};
inline constexpr std::size_t kChoiceCount = 8;

// Returns the structure of a case, chosen by its seed alone.
Structure draw_structure(std::uint64_t seed, CaseShape shape,
                         std::size_t min_rank);

// Walks simpler structures for as long as `fails` holds of them, at most
// `attempts` of them, and returns the simplest that fails.
Structure shrink_structure(std::uint64_t seed, CaseShape shape,
                           std::size_t min_rank, int attempts,
                           const std::function<bool(const Structure&)>& fails);

// The choice that long axes go by, and where they have their full length.
inline constexpr std::size_t kSizeChoice = 7;
inline constexpr std::uint32_t kFullSize = 8;

// Returns `target`, or less of it where the choice is below kFullSize, down to
// 1: so that a long axis shrinks.
std::int64_t shrinkable_size(const Structure& structure, std::int64_t target);

}  // namespace assay
