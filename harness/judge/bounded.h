// Holds what the rules of all factorizations and solves share: a matrix with
// the numbers its bounds are made of, and the permissions they fill. Tested by
// tests/harness/judge/tolerance_residual_test.cc.
#pragma once

#include <vector>

#include "harness/judge/tolerance_residual.h"

namespace assay {

inline long double half_of_largest(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return decode_real(format, largest_finite_bits(format)) / 2;
}

// Holds one matrix of the batch and the numbers its bounds are made of.
struct Bounded {
  const Matrix& a;
  ResidualUnits units;
  long double norm = 0;
  long double d = 0;

  // Returns f·‖A‖ + d²·η.
  double residual() const {
    return static_cast<double>(units.f * norm + d * d * units.eta);
  }
  double orthogonality() const { return static_cast<double>(units.f); }
  // Returns c·‖A‖ plus the rounding of the expected value. For results narrower
  // than float64 it adds the rounding of the result too.
  double spectrum(DType result) const {
    const FloatFormat& format = format_of(result);
    const long double u = unit_roundoff(format);
    const long double rounding =
        format.precision < format_of(DType::kFloat64).precision ? 2 * u : u;
    return static_cast<double>((units.c + rounding) * norm);
  }
};

// Returns the bound, or -1 if the matrix is left open.
inline double unless(bool open, double bound) { return open ? -1 : bound; }

inline Permitted residual_class() {
  Permitted permitted{.accuracy = Accuracy::kResidual};
  permitted.matrices.emplace();
  return permitted;
}
inline Permitted metadata_alone() {
  return Permitted{.accuracy = Accuracy::kResidual};
}

// If a matrix contains NaN or infinity, the call only has to return; every
// numeric error is permitted.
inline void open_if_not_finite(const Matrix& a, ResidualRule& rule) {
  if (!a.is_finite()) rule.kind = kAnyNumericError;
}

using BoundedBatch = std::vector<Bounded>;

}  // namespace assay
