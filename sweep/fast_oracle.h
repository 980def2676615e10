// Computes the unary functions on reals of at most 24 significand bits, in
// double arithmetic and many at a time. The judge assumes that a value is
// within 2^-40 of the exact one, relative to it. That is far above the errors
// of the functions called here (some 2^-50). The assumption is tested against
// MPFR by tests/sweep/fast_oracle_test.cc, and against the oracle at every
// undecided input.
#pragma once

#include <cstddef>
#include <span>

#include "spec/op_lookup.h"
#include "spec/profile.h"

namespace assay {

// The assumed bound on |value - exact| / |exact|.
inline constexpr double kFastError = 0x1p-40;

// On which side of ±1 the values of a function are where it rounds to ±1.
enum class NearOne : std::uint8_t {
  kUnknown,  // either side: the unit in the last place is undecided
  kBelow,    // |f(x)| < 1 for every x other than 0 and infinity
  kAbove,    // |f(x)| > 1
  kBySign,   // above for x > 0, below for x < 0
};

// In which direction a function runs as x grows, on each half of the line.
enum class Direction : std::uint8_t { kNone, kUp, kDown, kEven };

struct FastFunction {
  // Writes f(x[i]) to y[i]. The caller treats ±0, ±1 and ±infinity itself.
  void (*evaluate)(const double* x, double* y, std::size_t count) = nullptr;
  // True if the double is exact, or if rounding it once more is still correct
  // rounding (Figueroa, "When is double rounding innocuous?", 1995).
  bool rounds_correctly = false;
  NearOne near_one = NearOne::kUnknown;
  Direction direction = Direction::kNone;
};

// Returns the function of an op under a profile. If there is none, its
// `evaluate` is null.
FastFunction fast_function(Op op, const Profile& profile = kNx);

// Compute sin, cos and tan of every finite double that is a float.
void fast_sin(const double* x, double* y, std::size_t count);
void fast_cos(const double* x, double* y, std::size_t count);
void fast_tan(const double* x, double* y, std::size_t count);

// Call the functions of the C library, four at a time where it has such
// versions.
void fast_exp(const double* x, double* y, std::size_t count);
void fast_expm1(const double* x, double* y, std::size_t count);
void fast_log(const double* x, double* y, std::size_t count);
void fast_asin(const double* x, double* y, std::size_t count);
void fast_acos(const double* x, double* y, std::size_t count);
void fast_atan(const double* x, double* y, std::size_t count);
void fast_sinh(const double* x, double* y, std::size_t count);
void fast_cosh(const double* x, double* y, std::size_t count);
void fast_tanh(const double* x, double* y, std::size_t count);
void fast_erf(const double* x, double* y, std::size_t count);

// Computes 1/√x in two steps of double arithmetic.
void fast_rsqrt(const double* x, double* y, std::size_t count);

}  // namespace assay
