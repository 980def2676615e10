// The reduction of doubles from 2^20 on to a quarter of a turn, where vectors
// leave it to scalar code. The C library will not do instead: next to some
// multiples of pi / 2, glibc 2.36 is 10^5 ulp off.
// Tested by tests/optimized/math_test.cc.
#pragma once

namespace assay::optimized {

// x = quarters * pi / 2 + hi + lo modulo whole turns; quarters is 0 to 3, |hi|
// at most pi / 4 and lo half an ulp of it.
struct FarAngle {
  double quarters = 0;
  double hi = 0;
  double lo = 0;
};

// Returns the angle of a double with |x| >= 2, hi + lo within 2^-100 of it,
// relatively. hi and lo are NaN for infinities and NaN.
FarAngle far_angle(double x);

}  // namespace assay::optimized
