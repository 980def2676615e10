// A complex number before its only rounding, component by component, and the
// screen that says where the contract leaves its value open.
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

// Returns whether the value is open: a component that is not finite, a
// modulus above a quarter of the largest finite value, or a non-zero component
// below the smallest normal.
bool is_unspecified(const FloatFormat& format, const ExactComplex& value);

// Returns whether an operand makes its result open: not finite, or of a
// modulus above a quarter of the largest finite value.
bool is_unspecified_operand(const FloatFormat& format, Complex z);

// 128-bit MPC variables; every operation truncates both components.
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

// Returns a pair of float64, exactly.
inline ExactComplex exact(Complex z) { return {exact(z.re), exact(z.im)}; }

// Returns both components; `ternary` is what the MPC function answered.
ExactComplex exact(const Mpc& value, int ternary);

// Return a function of MPC, correct in every bit it keeps.
ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_rnd_t), Complex z);
ExactComplex evaluated(int (*f)(mpc_ptr, mpc_srcptr, mpc_srcptr, mpc_rnd_t),
                       Complex a, Complex b);

}  // namespace assay
