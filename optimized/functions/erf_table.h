// erf and its derivative at multiples of 1/64, filled at first use from the C
// library's long double, which is closer than a double.
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
  double rest[kErfPoints];   // what the value lacks
  double slope[kErfPoints];  // 2 / sqrt(pi) exp(-c^2)
};

const ErfTable& erf_table();

}  // namespace assay::optimized
