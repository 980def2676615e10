// 2 / pi times powers of two, less multiples of 4: a number m 2^k with an
// integral m of 24 bits times 2 / pi differs from m times these by whole turns,
// so that far numbers are reduced as well as near ones. Payne and Hanek,
// "Radian reduction for trigonometric functions" (1983).
#pragma once

namespace assay::optimized {

// The exponents of floats from 2^20 on, as those of x in [1, 2) 2^exponent.
inline constexpr int kFarExponent = 20;
inline constexpr int kFarExponents = 128 - kFarExponent;

// 2 / pi 2^(exponent - 23) modulo 4 is first + second + third, of 29, 29 and 53
// bits: products of the first two with 24 bits are exact.
struct QuarterTurns {
  QuarterTurns();
  double first[kFarExponents];
  double second[kFarExponents];
  double third[kFarExponents];
};

// Returns the table, filled at first use.
const QuarterTurns& quarter_turns();

}  // namespace assay::optimized
