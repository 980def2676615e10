// Has what the bounds of contractions need of the elements of a category.
// Tested by tests/reference/lax_contraction_test.cc.
#pragma once

#include <cmath>

#include "reference/scalar.h"

namespace assay {

inline double modulus(Complex z) { return std::hypot(z.re, z.im); }
inline double modulus(double x) { return std::fabs(x); }

inline bool is_zero(Complex z) { return z.re == 0 && z.im == 0; }
inline bool is_zero(double x) { return x == 0; }

template <typename T>
inline constexpr bool kIsComplex = std::is_same_v<T, Complex>;

}  // namespace assay
