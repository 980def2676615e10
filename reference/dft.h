// Computes the discrete Fourier transform of one vector by its definition, in
// long double. Each root of unity and each product is rounded once, and the
// sums are compensated. With u = 2^-64 the error of each element is below
// 3√2·u·Σ|x|. This is 2^-11 times the rounding error of a float64 sum of that
// size.
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

// Says which sign the exponent has: negative in the forward transform, positive
// in the inverse one.
enum class Exponent : int { kNegative = -1, kPositive = 1 };

// Returns exp(-2πi · j / n) for 0 <= j < n, rounded once per component. Roots
// that are mirror images of each other have mirrored bits, and roots at
// multiples of a quarter turn are exact.
Sample root_of_unity(std::size_t j, std::size_t n);

// Returns y[k] = Σ_j x[j] · exp(±2πi · j·k / n), n being the length of x.
Samples dft(const Samples& x, Exponent sign);

// Converts a long double exactly.
ExactReal exact(long double value);

}  // namespace assay
