// Rounds correctly with MPFR, independently of the reference: at the format's
// precision, in its exponent range, with MPFR's own subnormals.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "spec/dtype.h"

namespace assay::test {

// Returns `f(result, rounding)` rounded to the format; f returns the ternary
// value of an MPFR function. Beyond the largest finite value float8_e4m3fn has
// NaN: MPFR's next value there would be 480.
template <typename F>
double rounded_by_mpfr(const FloatFormat& format, F f) {
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  mpfr_set_emin(format.min_exponent - format.precision + 2);
  mpfr_set_emax(format.max_exponent + 1);
  mpfr_t result;
  mpfr_init2(result, format.precision);
  const int ternary = f(result, MPFR_RNDN);
  mpfr_subnormalize(result, ternary, MPFR_RNDN);
  double value = mpfr_get_d(result, MPFR_RNDN);
  if (!format.has_infinity && std::fabs(value) >= 480)
    value = std::numeric_limits<double>::quiet_NaN();
  mpfr_clear(result);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return value;
}

using UnaryMpfr = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using BinaryMpfr = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

inline double rounded_by_mpfr(const FloatFormat& format, UnaryMpfr f,
                              double x) {
  mpfr_t operand;
  mpfr_init2(operand, 53);
  mpfr_set_d(operand, x, MPFR_RNDN);
  const double value =
      rounded_by_mpfr(format, [&](mpfr_ptr result, mpfr_rnd_t rounding) {
        return f(result, operand, rounding);
      });
  mpfr_clear(operand);
  return value;
}
inline double rounded_by_mpfr(const FloatFormat& format, BinaryMpfr f, double x,
                              double y) {
  mpfr_t a;
  mpfr_t b;
  mpfr_inits2(53, a, b, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  const double value =
      rounded_by_mpfr(format, [&](mpfr_ptr result, mpfr_rnd_t rounding) {
        return f(result, a, b, rounding);
      });
  mpfr_clears(a, b, static_cast<mpfr_ptr>(nullptr));
  return value;
}

}  // namespace assay::test
