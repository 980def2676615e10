// Defines the kinds of element values that fill cases, and draws them from the
// case's value stream. Tested by tests/harness/operands/value_kind_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/seed.h"
#include "spec/element.h"

namespace assay {

// Lists the kinds of element values.
enum class ValueKind : std::uint8_t {
  kPlain,         // small integers; floats of moderate size with fractions
  kBits,          // any bit pattern
  kPayloads,      // any bit pattern, at least half NaN with any payload
  kBoundary,      // boundary values
  kNan,           // -2 … 2, a quarter of them NaN
  kInfinite,      // plain, a quarter of them infinite, rarely NaN
  kZeros,         // zeros of both signs
  kZerosAndOnes,  // zeros of both signs and -1 (or 1)
  kTies,          // few different values, so that many are equal
  kLarge,         // integers of the full range; unsigned: top bit set
  kExtreme,       // floats near both ends of the range
  kExactSmall,    // -2 … 2: short sums and products are exact
  kPowers,        // powers of two near 1: products are exact
  kNeighbours,    // integers of 32 and 64 bits that become equal as floats or
                  // doubles; floats, half of them a few ULPs apart; else plain
};

// Draws one element; the same stream always gives the same element.
ElementBits draw_element(ValueKind kind, DType dtype, ValueStream& stream);

}  // namespace assay
