// Tabulates erf and its derivative at multiples of 1/64, from which erf is
// expanded in a series. The table is filled at first use with the C library's
// long double, which has more bits than a double.
// Tested by tests/optimized/math_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr double kErfSteps = 64;
inline constexpr double kErfEnd = 6;  // 1 - erf(6) is below 2^-55
inline constexpr int kErfPoints = 6 * 64 + 1;
inline constexpr std::int64_t kErfMask = 511;  // the bits of a point's number

struct ErfTable {
  ErfTable();
  double value[kErfPoints];
  double rest[kErfPoints];   // erf(c) - value
  double slope[kErfPoints];  // 2 / sqrt(pi) exp(-c^2)
};

const ErfTable& erf_table();

}  // namespace assay::optimized
