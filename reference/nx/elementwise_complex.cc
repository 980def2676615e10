// Evaluates the elementwise ops on complex numbers with MPFR and MPC, more
// precisely than any format can store, so that each component is rounded only
// once.
// Tested by tests/reference/elementwise_complex_test.cc.
#include "reference/nx/elementwise_complex.h"

#include <cmath>
#include <complex>

#include "reference/policy.h"

namespace assay {
namespace {

// Outside these bounds e^x is beyond the range of every format. The value is
// then open, so huge numbers need not be computed.
constexpr double kExpLimit = 1000;

const ExactComplex kOpen = {exact(kNaN), exact(kNaN)};

// The type of a real function of a real argument at 128 bits.
using RealFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

// Returns a product of factors of which some may be truncated. It is exact if a
// factor is zero.
ExactReal exact_product(mpfr_srcptr value, bool inexact) {
  return exact(value, inexact && mpfr_zero_p(value) == 0);
}

// Returns f(x)·g(y). The relative error of the truncations is below 3·2^-127. A
// product of these transcendental values is not a tie unless it is exact.
ExactReal product(RealFunction f, double x, RealFunction g, double y) {
  const Mpfr at_x(x);
  const Mpfr at_y(y);
  Mpfr result;
  Mpfr factor;
  bool inexact = f(result.get(), at_x.get(), MPFR_RNDZ) != 0;
  inexact |= g(factor.get(), at_y.get(), MPFR_RNDZ) != 0;
  inexact |= mpfr_mul(result.get(), result.get(), factor.get(), MPFR_RNDZ) != 0;
  return exact_product(result.get(), inexact);
}

// Returns (f(x)·g(x)) / (h(x)² + k(y)²). The terms of the sum are positive, so
// nothing cancels.
ExactReal quotient(RealFunction f, RealFunction g, double at, RealFunction h,
                   double x, RealFunction k, double y) {
  const Mpfr argument(at);
  const Mpfr at_x(x);
  const Mpfr at_y(y);
  Mpfr numerator;
  Mpfr factor;
  Mpfr denominator;
  bool inexact = f(numerator.get(), argument.get(), MPFR_RNDZ) != 0;
  inexact |= g(factor.get(), argument.get(), MPFR_RNDZ) != 0;
  inexact |=
      mpfr_mul(numerator.get(), numerator.get(), factor.get(), MPFR_RNDZ) != 0;
  inexact |= h(denominator.get(), at_x.get(), MPFR_RNDZ) != 0;
  inexact |= k(factor.get(), at_y.get(), MPFR_RNDZ) != 0;
  inexact |= mpfr_fmma(denominator.get(), denominator.get(), denominator.get(),
                       factor.get(), factor.get(), MPFR_RNDZ) != 0;
  inexact |= mpfr_div(numerator.get(), numerator.get(), denominator.get(),
                      MPFR_RNDZ) != 0;
  return exact_product(numerator.get(), inexact);
}

// Computes z^w. For exact powers, such as square roots of -4, MPC treats the
// imaginary part of z as +0. The value on the lower side of the cut is
// therefore computed as the mirror image of that on the upper side.
int principal_power(mpc_ptr result, mpc_srcptr z, mpc_srcptr w,
                    mpc_rnd_t rounding) {
  const bool is_below = mpfr_zero_p(mpc_imagref(z)) != 0 &&
                        mpfr_signbit(mpc_imagref(z)) != 0 &&
                        mpfr_sgn(mpc_realref(z)) < 0;
  if (!is_below) return mpc_pow(result, z, w, rounding);
  Mpc base, exponent;
  mpc_conj(base.get(), z, MPC_RNDZZ);
  mpc_conj(exponent.get(), w, MPC_RNDZZ);
  // The parts are truncated, so their sign may be changed after this.
  const int ternary = mpc_pow(result, base.get(), exponent.get(), MPC_RNDZZ);
  mpc_conj(result, result, MPC_RNDZZ);
  return ternary;
}

}  // namespace

ExactComplex evaluate(OpTag<"mul">, Complex a, Complex b) {
  if (!is_finite(a) || !is_finite(b)) return kOpen;  // mul.complex_nonfinite
  const Mpfr a_re(a.re), a_im(a.im), b_re(b.re), b_im(b.im);
  Mpfr re, im;
  const int re_ternary = mpfr_fmms(re.get(), a_re.get(), b_re.get(), a_im.get(),
                                   b_im.get(), MPFR_RNDZ);
  const int im_ternary = mpfr_fmma(im.get(), a_re.get(), b_im.get(), a_im.get(),
                                   b_re.get(), MPFR_RNDZ);
  return {exact(re.get(), re_ternary != 0), exact(im.get(), im_ternary != 0)};
}

ExactComplex evaluate(OpTag<"div">, const Profile&, Complex a, Complex b) {
  if (b.re == 0 && b.im == 0) return kOpen;  // div.complex_nonfinite
  return evaluated(mpc_div, a, b);
}

ExactComplex evaluate(OpTag<"recip">, const Profile&, Complex z) {
  if (z.re == 0 && z.im == 0) return kOpen;  // recip.complex_nonfinite
  return evaluated(mpc_div, Complex{1, 0}, z);
}

ExactComplex evaluate(OpTag<"abs">, Complex z) {
  if (!is_finite(z)) return kOpen;  // abs.complex_nonfinite
  return {evaluated(mpfr_hypot, z.re, z.im), exact(0.0)};  // abs.complex
}

ExactComplex evaluate(OpTag<"sign">, const Profile& profile, Complex z) {
  if (profile.is(kPolicy<"sign.complex=real_part">)) {
    const double part = z.re != 0 ? z.re : z.im;
    if (is_nan(z)) return exact(Complex{kNaN, 0});
    return exact(Complex{part == 0 ? 0 : std::copysign(1.0, part), 0});
  }
  if (z.re == 0 && z.im == 0) return exact(Complex{0, 0});  // sign.zero
  if (!is_finite(z)) return kOpen;  // sign.complex_nonfinite
  const Mpfr re(z.re), im(z.im);
  Mpfr modulus, quotient_re, quotient_im;
  bool inexact = mpfr_hypot(modulus.get(), re.get(), im.get(), MPFR_RNDZ) != 0;
  const int re_ternary =
      mpfr_div(quotient_re.get(), re.get(), modulus.get(), MPFR_RNDZ);
  const int im_ternary =
      mpfr_div(quotient_im.get(), im.get(), modulus.get(), MPFR_RNDZ);
  return {exact(quotient_re.get(), inexact || re_ternary != 0),  // sign.complex
          exact(quotient_im.get(), inexact || im_ternary != 0)};
}

ExactComplex evaluate(OpTag<"sqrt">, Complex z) {
  if (!is_finite(z)) return kOpen;  // sqrt.complex_nonfinite
  return evaluated(mpc_sqrt, z);    // sqrt.complex
}

// e^x·cos y + i·e^x·sin y.
ExactComplex evaluate(OpTag<"exp">, Complex z) {
  if (!(std::fabs(z.re) <= kExpLimit && std::isfinite(z.im)))
    return kOpen;                                   // exp.complex_nonfinite
  return {product(mpfr_exp, z.re, mpfr_cos, z.im),  // exp.complex
          product(mpfr_exp, z.re, mpfr_sin, z.im)};
}

ExactComplex evaluate(OpTag<"log">, Complex z) {
  if (!is_finite(z)) return kOpen;  // log.complex_nonfinite
  return evaluated(mpc_log, z);     // log.complex
}

// sin x·cosh y + i·cos x·sinh y.
ExactComplex evaluate(OpTag<"sin">, Complex z) {
  if (!(std::fabs(z.im) <= kExpLimit && std::isfinite(z.re)))
    return kOpen;                                    // sin.complex_nonfinite
  return {product(mpfr_sin, z.re, mpfr_cosh, z.im),  // sin.complex
          product(mpfr_cos, z.re, mpfr_sinh, z.im)};
}

// cos x·cosh y - i·sin x·sinh y.
ExactComplex evaluate(OpTag<"cos">, Complex z) {
  if (!(std::fabs(z.im) <= kExpLimit && std::isfinite(z.re)))
    return kOpen;                                    // cos.complex_nonfinite
  return {product(mpfr_cos, z.re, mpfr_cosh, z.im),  // cos.complex
          product(mpfr_sin, -z.re, mpfr_sinh, z.im)};
}

// (sin x·cos x + i·sinh y·cosh y) / (cos²x + sinh²y).
ExactComplex evaluate(OpTag<"tan">, Complex z) {
  if (!is_finite(z)) return kOpen;  // tan.complex_nonfinite
  if (std::fabs(z.im) > kExpLimit)  // the real part is 0, or below e^-1999
    return z.re == 0 ? ExactComplex{exact(z.re), evaluated(mpfr_tanh, z.im)}
                     : kOpen;
  return {quotient(mpfr_sin, mpfr_cos, z.re, mpfr_cos, z.re, mpfr_sinh, z.im),
          quotient(mpfr_sinh, mpfr_cosh, z.im, mpfr_cos, z.re, mpfr_sinh,
                   z.im)};  // tan.complex
}

// sinh x·cos y + i·cosh x·sin y.
ExactComplex evaluate(OpTag<"sinh">, Complex z) {
  if (!(std::fabs(z.re) <= kExpLimit && std::isfinite(z.im)))
    return kOpen;                                    // sinh.complex_nonfinite
  return {product(mpfr_sinh, z.re, mpfr_cos, z.im),  // sinh.complex
          product(mpfr_cosh, z.re, mpfr_sin, z.im)};
}

// cosh x·cos y + i·sinh x·sin y.
ExactComplex evaluate(OpTag<"cosh">, Complex z) {
  if (!(std::fabs(z.re) <= kExpLimit && std::isfinite(z.im)))
    return kOpen;                                    // cosh.complex_nonfinite
  return {product(mpfr_cosh, z.re, mpfr_cos, z.im),  // cosh.complex
          product(mpfr_sinh, z.re, mpfr_sin, z.im)};
}

// (sinh x·cosh x + i·sin y·cos y) / (sinh²x + cos²y).
ExactComplex evaluate(OpTag<"tanh">, Complex z) {
  if (!is_finite(z)) return kOpen;  // tanh.complex_nonfinite
  if (std::fabs(z.re) > kExpLimit)  // the imaginary part is 0, or below e^-1999
    return z.im == 0 ? ExactComplex{evaluated(mpfr_tanh, z.re), exact(z.im)}
                     : kOpen;
  return {quotient(mpfr_sinh, mpfr_cosh, z.re, mpfr_cos, z.im, mpfr_sinh, z.re),
          quotient(mpfr_sin, mpfr_cos, z.im, mpfr_cos, z.im, mpfr_sinh,
                   z.re)};  // tanh.complex
}

ExactComplex evaluate(OpTag<"asin">, Complex z) {
  if (!is_finite(z)) return kOpen;  // asin.complex_nonfinite
  return evaluated(mpc_asin, z);    // asin.complex
}
ExactComplex evaluate(OpTag<"acos">, Complex z) {
  if (!is_finite(z)) return kOpen;  // acos.complex_nonfinite
  return evaluated(mpc_acos, z);    // acos.complex
}
ExactComplex evaluate(OpTag<"atan">, Complex z) {
  if (!is_finite(z)) return kOpen;  // atan.complex_nonfinite
  return evaluated(mpc_atan, z);    // atan.complex
}

ExactComplex evaluate(OpTag<"pow">, const Profile&, Complex z, Complex w) {
  if (w.re == 0 && w.im == 0) return exact(Complex{1, 0});  // pow.zero_exponent
  if (!is_finite(z) || !is_finite(w)) return kOpen;  // pow.complex_nonfinite
  if (z.re == 0 && z.im == 0) return kOpen;
  // Re(w·log z) is the logarithm of the modulus. If it is far beyond the range
  // of every format, the power need not be computed.
  const std::complex<double> log_z = std::log(std::complex<double>(z.re, z.im));
  const double log_modulus = w.re * log_z.real() - w.im * log_z.imag();
  if (!(std::fabs(log_modulus) <= kExpLimit)) return kOpen;
  return evaluated(principal_power, z, w);  // exact where the power is
}

}  // namespace assay
