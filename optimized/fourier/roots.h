// Provides roots of unity that are accurate to the last bit, from which the
// transforms make their tables.
// Tested by tests/optimized/fourier_plans_test.cc.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

// Returns exp(-2πi·k/n) for 0 <= k < n. The angle is reduced to an eighth of a
// turn in integers first, so multiples of a quarter turn are exact and
// symmetric roots have equal parts.
std::complex<long double> root_of_unity(std::int64_t k, std::int64_t n);

}  // namespace assay::optimized
