// Defines real numbers that are not rounded yet: 128 leading bits and whether
// more bits follow. Rounding one with the encoder of spec/ is correct in every
// format of up to 126 bits, including subnormals and overflow.
// Tested by tests/reference/exact_real_test.cc.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "spec/dtype.h"

namespace assay {

// Holds ±(high + (low + f)·2^-64)·2^exponent, where 0 < f < 1 if `sticky` and
// f = 0 otherwise. Bit 63 of `high` is set if the kind is kFinite.
struct ExactReal {
  enum class Kind : std::uint8_t { kZero, kFinite, kInfinite, kNaN };
  Kind kind = Kind::kZero;
  bool negative = false;
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  int exponent = 0;
  bool sticky = false;
};

// Converts a float64 exactly.
ExactReal exact(double value);

// Holds a component as stored, and exact - stored in ulps of the stored value.
struct Rounded {
  std::uint64_t bits = 0;
  double residue = 0;
};

// Rounds to nearest, ties to even. ulp(x) is 2^(max(floor(log2|x|), emin)-p+1).
// If a finite value rounds to infinity (or to the NaN of a format without
// infinity), the residue is measured from 2^(emax+1) in units of 2^(emax-p+1),
// as if that were the stored value. Beyond 64 units the residue is an infinity.
Rounded round_once(const FloatFormat& format, const ExactReal& value);

// Returns the value times 2^-scale as a float64 with a relative error of at
// most 2^-52.
double scaled(const ExactReal& value, int scale);

// Holds a 128-bit MPFR variable on the stack. Every operation truncates
// (MPFR_RNDZ), so that the ternary value of the operation is the sticky bit.
class Mpfr {
 public:
  Mpfr();
  explicit Mpfr(double value);
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  static constexpr mpfr_prec_t kPrecision = 128;
  mpfr_t value_;
  std::uint64_t significand_[kPrecision / 64];
};

// Returns the 128 leading bits of a value of any precision. `inexact` says that
// the exact value is larger in magnitude.
ExactReal exact(mpfr_srcptr value, bool inexact);

// Return the value of an MPFR function, which is correct in every bit that it
// keeps.
ExactReal evaluated(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x);
ExactReal evaluated(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t),
                    double x, double y);

}  // namespace assay
