// Tabulates 2 / pi times powers of two, modulo 4. For a number m 2^k with an
// integer m of 24 bits, m times the entry for k differs from the number of its
// quarter turns by whole turns only, so distant floats are reduced as exactly
// as near ones. Payne and Hanek, "Radian reduction for trigonometric functions"
// (1983).
// Tested by tests/optimized/math_test.cc.
#pragma once

namespace assay::optimized {

// The exponent of the first float that needs the table, 2^20.
inline constexpr int kFarExponent = 20;
inline constexpr int kFarExponents = 128 - kFarExponent;

// 2 / pi 2^(exponent - 23) modulo 4 is first + second + third, of 29, 29 and 53
// bits. Products of the first two with 24 bits are exact.
struct QuarterTurns {
  QuarterTurns();
  double first[kFarExponents];
  double second[kFarExponents];
  double third[kFarExponents];
};

// Returns the table, which is filled at first use.
const QuarterTurns& quarter_turns();

}  // namespace assay::optimized
