// Defines real numbers of 128 bits with the usual operators, so that the
// evaluators of compound functions read like their formulas. Each operation
// rounds to nearest, so a formula of a few steps has some 120 right bits. That
// is exact for every purpose here: bounds are 2^-53 of a scale at least.
// Tested by tests/reference/long_real_test.cc.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "reference/exact_real.h"

namespace assay {

class LongReal {
 public:
  LongReal(double value = 0);  // NOLINT: formulas mix both
  LongReal(const LongReal& other);
  LongReal& operator=(const LongReal& other);

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

  bool is_nan() const { return mpfr_nan_p(value_) != 0; }
  // Returns the nearest float64.
  double nearest() const { return mpfr_get_d(value_, MPFR_RNDN); }
  // Returns the number as what is rounded once, when it is stored.
  ExactReal exact() const { return assay::exact(value_, false); }

 private:
  static constexpr mpfr_prec_t kBits = 128;
  mpfr_t value_;
  std::uint64_t significand_[kBits / 64];
};

LongReal operator+(const LongReal& a, const LongReal& b);
LongReal operator-(const LongReal& a, const LongReal& b);
LongReal operator*(const LongReal& a, const LongReal& b);
LongReal operator/(const LongReal& a, const LongReal& b);
LongReal operator-(const LongReal& a);
inline bool operator<(const LongReal& a, const LongReal& b) {
  return mpfr_less_p(a.get(), b.get()) != 0;
}
inline bool operator==(const LongReal& a, const LongReal& b) {
  return mpfr_equal_p(a.get(), b.get()) != 0;
}

// Returns an integer of at most 53 bits.
inline LongReal from_integer(std::int64_t value) {
  return static_cast<double>(value);
}

LongReal abs(const LongReal& x);
LongReal sqrt(const LongReal& x);
LongReal exp(const LongReal& x);
LongReal log(const LongReal& x);
// Returns ln(1 + x).
LongReal log1p(const LongReal& x);

// Returns the largest integer that is not above x.
LongReal floor(const LongReal& x);

// Return the integer nearest to x; of two at the same distance the even one, or
// the one farther from zero.
LongReal round_to_even(const LongReal& x);
LongReal round_away(const LongReal& x);

// Returns sin(πx)/(πx), which is 1 at 0 and 0 at other integers.
LongReal sinc(const LongReal& x);

// Return the sigmoid function, and the distribution function Φ and the density
// φ of the normal distribution.
LongReal sigmoid(const LongReal& x);
LongReal normal_distribution(const LongReal& x);
LongReal normal_density(const LongReal& x);

}  // namespace assay
