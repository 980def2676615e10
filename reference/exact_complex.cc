// Takes complex values from MPC without rounding them to a format, and decides
// where the contract leaves such a value open.
// Tested by tests/reference/elementwise_complex_test.cc.
#include "reference/exact_complex.h"

#include <cmath>

#include "reference/kept_values.h"

namespace assay {
namespace {

// Returns a quarter of the largest finite value, times 2^-max_exponent.
double quarter_of_largest(const FloatFormat& format) {
  return (2 - std::ldexp(1.0, 1 - format.precision)) / 4;
}

bool is_below_normal(const FloatFormat& format, const ExactReal& x) {
  return x.kind == ExactReal::Kind::kFinite &&
         x.exponent + 63 < format.min_exponent;
}

}  // namespace

bool is_unspecified(const FloatFormat& format, const ExactComplex& value) {
  // Scale the parts so that values near the largest finite one do not overflow.
  const double re = scaled(value.re, format.max_exponent);
  const double im = scaled(value.im, format.max_exponent);
  const bool small = std::hypot(re, im) <= quarter_of_largest(format);
  return !small || is_below_normal(format, value.re) ||
         is_below_normal(format, value.im);
}

bool is_unspecified_operand(const FloatFormat& format, Complex z) {
  const double re = std::ldexp(z.re, -format.max_exponent);
  const double im = std::ldexp(z.im, -format.max_exponent);
  return !(std::hypot(re, im) <= quarter_of_largest(format));
}

ExactComplex exact(const Mpc& value, int ternary) {
  return {exact(mpc_realref(value.get()), MPC_INEX_RE(ternary) != 0),
          exact(mpc_imagref(value.get()), MPC_INEX_IM(ternary) != 0)};
}

ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_rnd_t), Complex z) {
  thread_local KeptValues<decltype(f), 2, ExactComplex> kept;
  return kept.value(f, {operand_bits(z.re), operand_bits(z.im)}, [&] {
    const Mpc operand(z);
    Mpc result;
    const int ternary = f(result.get(), operand.get(), MPC_RNDZZ);
    return exact(result, ternary);
  });
}

ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_srcptr, mpc_rnd_t),
                       Complex a, Complex b) {
  thread_local KeptValues<decltype(f), 4, ExactComplex> kept;
  return kept.value(f,
                    {operand_bits(a.re), operand_bits(a.im), operand_bits(b.re),
                     operand_bits(b.im)},
                    [&] {
                      const Mpc x(a);
                      const Mpc y(b);
                      Mpc result;
                      const int ternary =
                          f(result.get(), x.get(), y.get(), MPC_RNDZZ);
                      return exact(result, ternary);
                    });
}

}  // namespace assay
