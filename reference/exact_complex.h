// Defines complex numbers that are not rounded yet, and decides whether the
// contract leaves the value of one open.
// Tested by tests/reference/elementwise_complex_test.cc.
#pragma once

#include <mpc.h>

#include "reference/exact_real.h"
#include "reference/scalar.h"

namespace assay {

struct ExactComplex {
  ExactReal re;
  ExactReal im;
};

// Returns whether the value is open. It is if a component is not finite, the
// modulus is above a quarter of the largest finite value, or a non-zero
// component is below the smallest normal.
bool is_unspecified(const FloatFormat& format, const ExactComplex& value);

// Returns whether an operand makes its result open. It does if it is not finite
// or its modulus is above a quarter of the largest finite value.
bool is_unspecified_operand(const FloatFormat& format, Complex z);

// Owns a 128-bit MPC variable. Every operation truncates both components.
class Mpc {
 public:
  Mpc() { mpc_init2(value_, 128); }
  explicit Mpc(Complex z) : Mpc() {
    mpc_set_d_d(value_, z.re, z.im, MPC_RNDZZ);
  }
  ~Mpc() { mpc_clear(value_); }
  Mpc(const Mpc&) = delete;
  Mpc& operator=(const Mpc&) = delete;

  mpc_ptr get() { return value_; }
  mpc_srcptr get() const { return value_; }

 private:
  mpc_t value_;
};

// Converts a pair of float64 exactly.
inline ExactComplex exact(Complex z) { return {exact(z.re), exact(z.im)}; }

// Returns both components. `ternary` is the value that the MPC function
// returned.
ExactComplex exact(const Mpc& value, int ternary);

// Return the value of an MPC function, which is correct in every bit that it
// keeps.
ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_rnd_t), Complex z);
ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_srcptr, mpc_rnd_t),
                       Complex a, Complex b);

}  // namespace assay
