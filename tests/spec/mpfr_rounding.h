// Rounds to a float format with MPFR, as the codecs' independent oracle.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "spec/dtype.h"

namespace assay {

// A float of 128 bits with an exponent range wide enough for any test.
class Exact {
 public:
  explicit Exact(double value) {
    mpfr_init2(value_, 128);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  // ±(significand + 1/2 if sticky) · 2^exponent.
  Exact(bool negative, std::uint64_t significand, int exponent, bool sticky) {
    mpfr_init2(value_, 128);
    mpfr_set_uj(value_, significand, MPFR_RNDN);
    if (sticky) mpfr_add_d(value_, value_, 0.5, MPFR_RNDN);
    mpfr_mul_2si(value_, value_, exponent, MPFR_RNDN);
    if (negative) mpfr_neg(value_, value_, MPFR_RNDN);
  }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() { mpfr_clear(value_); }

  // Returns the value of `format` nearest to this one, ties to even. A NaN
  // where the format has no infinity to overflow to.
  double rounded(const FloatFormat& format) const {
    const mpfr_exp_t low = mpfr_get_emin();
    const mpfr_exp_t high = mpfr_get_emax();
    mpfr_t nearest;
    mpfr_init2(nearest, format.precision);
    int inexact = mpfr_set(nearest, value_, MPFR_RNDN);
    // MPFR's significands are in [1/2, 1), so its exponents are one larger.
    mpfr_set_emin(format.min_exponent - format.precision + 2);
    mpfr_set_emax(format.max_exponent + 1);
    inexact = mpfr_check_range(nearest, inexact, MPFR_RNDN);
    mpfr_subnormalize(nearest, inexact, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    double result = mpfr_get_d(nearest, MPFR_RNDN);
    mpfr_clear(nearest);
    // The place of 480 in e4m3fn is its NaN.
    if (!format.has_infinity && std::fabs(result) > 448)
      result = std::copysign(std::numeric_limits<double>::quiet_NaN(), result);
    return result;
  }

 private:
  mpfr_t value_;
};

// Returns whether doubles have the same bits; all NaNs of one sign count as
// equal.
inline bool same_value(double x, double y) {
  if (std::signbit(x) != std::signbit(y)) return false;
  return std::isnan(x) ? std::isnan(y) : x == y;
}

}  // namespace assay
