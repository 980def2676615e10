// Lists how the generators of long cases draw their elements, so that a case
// file can name the draw instead of writing out every element. Tested by
// tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/shortest_form.h"

namespace assay {

// The number of different operand tuples. It is large enough to tell elements
// apart, and prime, so that two successive blocks of a vectorized loop do not
// hold the same tuples.
inline constexpr std::uint32_t kTupleCount = 251;
// The number of different values in a line of few values that is sorted.
inline constexpr std::uint32_t kFewValueCount = 5;
// The streams from which the builders draw seeds of scrambled().
inline constexpr std::uint32_t kTupleStream = 1000;
inline constexpr std::uint32_t kLineStream = 1012;

// Returns the ways in which the builders may have scrambled the elements of a
// case with this seed, so that a case file can name the draw in place of the
// elements. The caller must check that a way fits. If one is missing here,
// files get longer but not wrong.
std::vector<Scrambling> scramblings_of(std::uint64_t case_seed);

}  // namespace assay
