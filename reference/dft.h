// The discrete Fourier transform of one vector, by its definition, in long
// double. Every root of unity is that of the exact angle, rounded once; every
// product is rounded once; the sums are compensated. With u = 2^-64 each
// element of the result is off by less than 3√2·u·Σ|x|: 2^-11 of a float64's
// rounding error of a sum of that size.
// Tested by tests/reference/dft_test.cc.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "reference/exact_real.h"

namespace assay {

static_assert(std::numeric_limits<long double>::digits >= 64);

struct Sample {
  long double re = 0;
  long double im = 0;
};
using Samples = std::vector<Sample>;

// The sign of the exponent: of the forward and of the inverse transform.
enum class Exponent : int { kNegative = -1, kPositive = 1 };

// Returns exp(-2πi · j / n), rounded once per component; the roots that are
// mirror images of each other are so bit for bit, and those at multiples of a
// quarter turn are exact. 0 <= j < n.
Sample root_of_unity(std::size_t j, std::size_t n);

// Returns y[k] = Σ_j x[j] · exp(±2πi · j·k / n), n being the length of x.
Samples dft(const Samples& x, Exponent sign);

// Returns a long double, exactly.
ExactReal exact(long double value);

}  // namespace assay
