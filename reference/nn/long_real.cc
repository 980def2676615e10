// Computes with MPFR numbers whose significands are part of the object.
// Tested by tests/reference/long_real_test.cc.
#include "reference/nn/long_real.h"

#include "reference/kept_values.h"

namespace assay {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

LongReal applied(Unary f, const LongReal& x) {
  LongReal y;
  f(y.get(), x.get(), MPFR_RNDN);
  return y;
}

LongReal applied(int (*f)(mpfr_ptr, mpfr_srcptr), const LongReal& x) {
  LongReal y;
  f(y.get(), x.get());
  return y;
}

// Returns the same of a function that takes long, and keeps it.
LongReal applied_once(Unary f, const LongReal& x) {
  thread_local KeptValues<Unary, 4, LongReal> kept;
  const auto* limbs =
      static_cast<const mp_limb_t*>(mpfr_custom_get_significand(x.get()));
  return kept.value(f,
                    {limbs[0], limbs[1],
                     static_cast<std::uint64_t>(mpfr_custom_get_kind(x.get())),
                     static_cast<std::uint64_t>(mpfr_custom_get_exp(x.get()))},
                    [&] { return applied(f, x); });
}

LongReal applied(Binary f, const LongReal& a, const LongReal& b) {
  LongReal y;
  f(y.get(), a.get(), b.get(), MPFR_RNDN);
  return y;
}

LongReal pi() {
  LongReal y;
  mpfr_const_pi(y.get(), MPFR_RNDN);
  return y;
}

}  // namespace

LongReal::LongReal(double value) : significand_{} {
  static_assert(kBits % GMP_NUMB_BITS == 0);
  mpfr_custom_init(significand_, kBits);
  mpfr_custom_init_set(value_, MPFR_ZERO_KIND, 0, kBits, significand_);
  if (operand_bits(value) != 0) mpfr_set_d(value_, value, MPFR_RNDN);
}

LongReal::LongReal(const LongReal& other)
    : significand_{other.significand_[0], other.significand_[1]} {
  mpfr_custom_init_set(value_, mpfr_custom_get_kind(other.value_),
                       mpfr_custom_get_exp(other.value_), kBits, significand_);
}

LongReal& LongReal::operator=(const LongReal& other) {
  mpfr_set(value_, other.value_, MPFR_RNDN);
  return *this;
}

LongReal operator+(const LongReal& a, const LongReal& b) {
  return applied(mpfr_add, a, b);
}
LongReal operator-(const LongReal& a, const LongReal& b) {
  return applied(mpfr_sub, a, b);
}
LongReal operator*(const LongReal& a, const LongReal& b) {
  return applied(mpfr_mul, a, b);
}
LongReal operator/(const LongReal& a, const LongReal& b) {
  return applied(mpfr_div, a, b);
}
LongReal operator-(const LongReal& a) { return LongReal(-0.0) - a; }

LongReal abs(const LongReal& x) { return mpfr_signbit(x.get()) ? -x : x; }
LongReal sqrt(const LongReal& x) { return applied(mpfr_sqrt, x); }
LongReal exp(const LongReal& x) { return applied_once(mpfr_exp, x); }
LongReal log(const LongReal& x) { return applied_once(mpfr_log, x); }
LongReal log1p(const LongReal& x) { return applied_once(mpfr_log1p, x); }

LongReal floor(const LongReal& x) { return applied(mpfr_floor, x); }
LongReal round_to_even(const LongReal& x) { return applied(mpfr_roundeven, x); }
LongReal round_away(const LongReal& x) { return applied(mpfr_round, x); }

LongReal sinc(const LongReal& x) {
  if (x == 0.0) return 1.0;
  if (x == floor(x)) return 0.0;
  const LongReal angle = pi() * x;
  return applied_once(mpfr_sin, angle) / angle;
}

LongReal sigmoid(const LongReal& x) { return 1.0 / (1.0 + exp(-x)); }

// Φ(x) = erfc(-x/√2)/2, which does not cancel in the lower tail.
LongReal normal_distribution(const LongReal& x) {
  return applied_once(mpfr_erfc, -x / sqrt(2.0)) / 2.0;
}

LongReal normal_density(const LongReal& x) {
  return exp(-x * x / 2.0) / sqrt(2.0 * pi());
}

}  // namespace assay
