// The kinds of element values that cases are filled with, drawn from the
// case's value stream. Tested by tests/harness/operands/value_kind_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/seed.h"
#include "spec/element.h"

namespace assay {

enum class ValueKind : std::uint8_t {
  kPlain,         // small integers; floats of moderate size with fractions
  kBits,          // any bit pattern
  kPayloads,      // any bit pattern, half of them NaN of any payload
  kBoundary,      // boundary values
  kNan,           // -2 … 2, a quarter of them NaN
  kInfinite,      // plain, a quarter of them infinite, rarely NaN
  kZeros,         // zeros of both signs
  kZerosAndOnes,  // zeros of both signs and -1 (or 1)
  kTies,          // few different values, so that equal ones are frequent
  kLarge,         // integers of the full range; unsigned with the top bit set
  kExtreme,       // floats near both ends of the range
  kExactSmall,    // -2 … 2: short sums and products are exact
  kPowers,        // powers of two near 1: products are exact
  kNeighbours,    // integers of 32 and 64 bits that a float or double takes for
                // each other; floats, half of them a few ulps apart; else plain
};

// Draws an element; deterministic in the stream.
ElementBits draw_element(ValueKind kind, DType dtype, ValueStream& stream);

}  // namespace assay
