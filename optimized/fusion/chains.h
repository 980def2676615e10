// Runs chains of arithmetic on vectors of float or double: the last result is
// kept in registers, and each step combines it with elements of memory. A chain
// of several ops so reads and writes memory once.
// Tested by tests/optimized/fusion_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/dtype.h"

namespace assay::optimized {

// An instruction of a chain. `last` is the register, `place` the operand in
// memory. Those named after `from` have the operand first: place - last.
enum class ChainCode : std::uint8_t {
  kLoad,
  kStore,
  kAdd,
  kSub,
  kSubFrom,
  kMul,
  kDiv,
  kDivFrom,
  kMax,
  kMaxFrom,
  kMin,
  kMinFrom,
  kTwice,   // last + last
  kSquare,  // last · last
  kNeg,
  kAbs,
  kSqrt,
};

struct ChainStep {
  ChainCode code;
  std::uint32_t place = 0;
};

// Memory that a chain reads or writes. It advances with the elements, or it
// holds one group that each group of elements uses.
struct ChainPlace {
  std::byte* first = nullptr;
  bool advances = true;
  // True if the place has no room for a whole group at the end.
  bool is_exact = false;
  // True if whole groups may be stored past the caches. The place is then
  // aligned to a cache line.
  bool goes_past = false;
};

// The most places of a chain.
inline constexpr std::size_t kChainPlaces = 64;

// Returns how many elements a chain works on at once; 0 if the target has no
// chains of the dtype.
std::int64_t chain_group(DType dtype);

// Runs the steps on `count` elements. Places that are not exact have room for
// whole groups, and elements after the last one may have any value. If a place
// goes past the caches, the caller calls end_past_caches() afterwards.
void run_chain(DType dtype, const std::vector<ChainStep>& steps,
               const std::vector<ChainPlace>& places, std::int64_t count);

}  // namespace assay::optimized
