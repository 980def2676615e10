// Lists how the generators of long cases draw their elements, so that a case
// file can name the draw instead of writing out every element. Tested by
// tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/shortest_form.h"

namespace assay {

// As many tuples of operands as show which of them an element got; a prime, so
// that no block has the same ones as the next.
inline constexpr std::uint32_t kTupleCount = 251;
// How many values a line has that is sorted by few of them.
inline constexpr std::uint32_t kFewValueCount = 5;
// The streams from which the builders draw seeds of scrambled().
inline constexpr std::uint32_t kTupleStream = 1000;
inline constexpr std::uint32_t kLineStream = 1012;

// Returns how the builders may have scrambled the elements of a case of this
// seed, so that a case file can say it in place of the elements. That it is so
// is for the caller to see: a way that is missing here makes files longer, and
// nothing else.
std::vector<Scrambling> scramblings_of(std::uint64_t case_seed);

}  // namespace assay
