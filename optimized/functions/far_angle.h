// Reduces doubles from 2^20 on to a quarter of a turn, in scalar code that the
// vector functions call for the few lanes that need it. The C library does not
// do: next to some multiples of pi / 2, glibc 2.36 is 10^5 ulp off.
// Tested by tests/optimized/math_test.cc.
#pragma once

#include <cstddef>

namespace assay::optimized {

// x = quarters * pi / 2 + hi + lo modulo whole turns. quarters is 0 to 3, |hi|
// at most pi / 4, and |lo| at most half an ulp of hi.
struct FarAngle {
  double quarters = 0;
  double hi = 0;
  double lo = 0;
};

// Returns the angle of a double with |x| >= 2. The relative error of hi + lo is
// at most 2^-100. For infinities and NaN both are NaN.
FarAngle far_angle(double x);

// Writes the angles of those of `count` doubles whose magnitude is not below
// `from`, and leaves the others as they are. `zero` is added to the quarters.
void replace_far_angles(const double* x, std::size_t count, double from,
                        double zero, double* quarters, double* hi, double* lo);

}  // namespace assay::optimized
