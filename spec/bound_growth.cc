// Computes how bounds of complex results grow with their operands.
// Tested by tests/harness/judge/tolerance_test.cc.
#include <complex>

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

double power_growth(ComplexPoint z, ComplexPoint w) {
  const std::complex<double> base(z.re, z.im);
  return 1 + std::abs(std::complex<double>(w.re, w.im) * std::log(base));
}

}  // namespace assay
