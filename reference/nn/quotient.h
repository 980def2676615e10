// Divides an exact sum by a count, as means do.
// Tested by tests/reference/pooling_test.cc.
#pragma once

#include <cstdint>

#include "reference/exact_real.h"

namespace assay {

// Returns sum / divisor, to 128 bits.
inline ExactReal quotient(const ExactReal& sum, std::int64_t divisor) {
  if (sum.kind != ExactReal::Kind::kFinite) return sum;
  Mpfr value;
  Mpfr low;
  mpfr_set_ui_2exp(value.get(), sum.high, sum.exponent, MPFR_RNDZ);
  mpfr_set_ui_2exp(low.get(), sum.low, sum.exponent - 64, MPFR_RNDZ);
  mpfr_add(value.get(), value.get(), low.get(), MPFR_RNDZ);  // 128 bits: exact
  const int ternary = mpfr_div_ui(
      value.get(), value.get(), static_cast<unsigned long>(divisor), MPFR_RNDZ);
  ExactReal result = exact(value.get(), ternary != 0 || sum.sticky);
  result.negative = sum.negative;
  return result;
}

}  // namespace assay
