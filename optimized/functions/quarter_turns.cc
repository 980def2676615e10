// Fills the table of quarter turns from the first bits of 2 / pi.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/quarter_turns.h"

#include <cmath>
#include <cstdint>

#include "optimized/vectors/polynomials.h"

namespace assay::optimized {
namespace {

// Returns the value of `count` bits of 2 / pi, the first of which is worth
// 2^-place.
double bits_of_two_over_pi(int place, int count) {
  std::uint64_t bits = 0;
  for (int at = place; at < place + count; ++at) {
    bits <<= 1;
    if (at < 1) continue;  // 2 / pi is below 1
    bits |= kTwoOverPiBits[(at - 1) / 64] >> (63 - (at - 1) % 64) & 1;
  }
  return std::ldexp(static_cast<double>(bits), 1 - place - count);
}

}  // namespace

QuarterTurns::QuarterTurns() {
  for (int i = 0; i < kFarExponents; ++i) {
    // The first bit is the one that is worth 2 after the shift.
    const int shift = kFarExponent + i - 23;
    const int place = shift - 1;
    first[i] = std::ldexp(bits_of_two_over_pi(place, 29), shift);
    second[i] = std::ldexp(bits_of_two_over_pi(place + 29, 29), shift);
    third[i] = std::ldexp(bits_of_two_over_pi(place + 58, 53), shift);
  }
}

const QuarterTurns& quarter_turns() {
  static const QuarterTurns table;
  return table;
}

}  // namespace assay::optimized
