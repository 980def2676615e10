// Evaluates rsqrt and expm1 of complex numbers with MPFR and MPC, more
// precisely than any format can store, so that each component is rounded only
// once. Tested by tests/reference/lax_elementwise_test.cc.
#include <algorithm>
#include <cmath>

#include "reference/lax/elementwise.h"

namespace assay {
namespace {

// The precision of values on the way, in bits.
constexpr mpfr_prec_t kWidePrecision = 320;
// Twice the exponents of float64: no difference of two terms cancels more bits.
constexpr mpfr_prec_t kWidestPrecision = 8192;
// Outside these bounds e^x is beyond the range of every format. The value is
// then open, so huge numbers need not be computed.
constexpr double kLargestExponent = 1000;

const ExactComplex kOpenValue = {exact(kNaN), exact(kNaN)};

// Owns an MPFR variable of any precision.
class MpfrReal {
 public:
  explicit MpfrReal(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~MpfrReal() { mpfr_clear(value_); }
  MpfrReal(const MpfrReal&) = delete;
  MpfrReal& operator=(const MpfrReal&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

// Sets z to 1/√w, as an MPC function of 128 bits would.
int reciprocal_root(mpc_ptr z, mpc_srcptr w, mpc_rnd_t rounding) {
  mpc_t root;
  mpc_init2(root, kWidePrecision);
  const int of_root = mpc_sqrt(root, w, rounding);
  const int of_quotient = mpc_ui_div(root, 1, root, rounding);
  const int of_rounding = mpc_set(z, root, rounding);
  mpc_clear(root);
  // 1/√w of the conjugate is the conjugate, for zero parts too.
  if (mpfr_zero_p(mpc_imagref(z)) != 0)
    mpfr_setsign(mpc_imagref(z), mpc_imagref(z),
                 mpfr_signbit(mpc_imagref(w)) == 0 ? 1 : 0, MPFR_RNDZ);
  const bool is_inexact = of_root != 0 || of_quotient != 0 || of_rounding != 0;
  // A zero part is exact: an axis is mapped to an axis.
  const int re = is_inexact && mpfr_zero_p(mpc_realref(z)) == 0 ? -1 : 0;
  const int im = is_inexact && mpfr_zero_p(mpc_imagref(z)) == 0 ? -1 : 0;
  return MPC_INEX(re, im);
}

// Sets y to (e^x - 1)·cos(b) - 2·sin²(b/2), the real part of e^(x + bi) - 1.
// The terms may cancel, so it repeats the calculation with more bits until
// enough are left.
int real_part_less_one(mpfr_ptr y, mpfr_srcptr x, mpfr_srcptr b) {
  for (mpfr_prec_t precision = kWidePrecision;; precision *= 2) {
    MpfrReal first(precision);
    MpfrReal second(precision);
    MpfrReal factor(precision);
    mpfr_expm1(first.get(), x, MPFR_RNDN);
    mpfr_cos(factor.get(), b, MPFR_RNDN);
    mpfr_mul(first.get(), first.get(), factor.get(), MPFR_RNDN);
    mpfr_div_2ui(factor.get(), b, 1, MPFR_RNDN);
    mpfr_sin(second.get(), factor.get(), MPFR_RNDN);
    mpfr_sqr(second.get(), second.get(), MPFR_RNDN);
    mpfr_mul_2ui(second.get(), second.get(), 1, MPFR_RNDN);
    mpfr_exp_t largest = mpfr_get_emin();
    for (mpfr_ptr term : {first.get(), second.get()})
      if (mpfr_zero_p(term) == 0)
        largest = std::max(largest, mpfr_get_exp(term));
    mpfr_sub(first.get(), first.get(), second.get(), MPFR_RNDN);
    const bool is_enough =
        mpfr_zero_p(first.get()) == 0 &&
        largest - mpfr_get_exp(first.get()) < precision - kWidePrecision / 2;
    if (!is_enough && precision < kWidestPrecision) continue;
    mpfr_set(y, first.get(), MPFR_RNDZ);
    return mpfr_zero_p(y) == 0 ? -1 : 0;
  }
}

// Sets z to e^w - 1, as an MPC function of 128 bits would.
int exponential_less_one(mpc_ptr z, mpc_srcptr w, mpc_rnd_t) {
  const mpfr_srcptr x = mpc_realref(w);
  const mpfr_srcptr b = mpc_imagref(w);
  if (mpfr_zero_p(b) != 0) {
    const int re = mpfr_expm1(mpc_realref(z), x, MPFR_RNDZ);
    mpfr_set(mpc_imagref(z), b, MPFR_RNDZ);
    return MPC_INEX(re, 0);
  }
  const int re = real_part_less_one(mpc_realref(z), x, b);
  MpfrReal modulus(kWidePrecision);
  MpfrReal sine(kWidePrecision);
  mpfr_exp(modulus.get(), x, MPFR_RNDN);
  mpfr_sin(sine.get(), b, MPFR_RNDN);
  mpfr_mul(mpc_imagref(z), modulus.get(), sine.get(), MPFR_RNDZ);
  return MPC_INEX(re, -1);
}

}  // namespace

ExactComplex evaluate(OpTag<"rsqrt">, Complex z) {
  const bool is_pole = z.re == 0 && z.im == 0;
  if (!is_finite(z) || is_pole) return kOpenValue;  // rsqrt.complex_nonfinite
  return evaluated(reciprocal_root, z);             // rsqrt.complex
}

ExactComplex evaluate(OpTag<"expm1">, Complex z) {
  if (!is_finite(z) || z.re > kLargestExponent)
    return kOpenValue;  // expm1.complex_nonfinite
  const ExactComplex y = evaluated(exponential_less_one, z);
  return y;  // expm1.value, expm1.complex_small
}

}  // namespace assay
