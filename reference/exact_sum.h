// An exact sum of float64 terms: a fixed-point number wide enough for every
// float64 (Kulisch, "Computer Arithmetic and Validity"), rounded only when it
// is stored. Tested by tests/reference/exact_sum_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "reference/exact_real.h"

namespace assay {

class ExactSum {
 public:
  // Adds a term; NaN and infinities are remembered apart.
  void add(double term);

  // Returns the sum so far. Non-finite terms: NaN if one is NaN or infinities
  // of both signs occurred, otherwise the infinity. A zero sum is +0.
  ExactReal value();

  // Returns the sum so far of the finite terms alone.
  ExactReal finite_value();

 private:
  // digits_[i] counts 2^(32·i - 1088). The largest term is below 2^1024 and
  // the smallest is 2^-1074, so that 2112 bits and 64 to carry into suffice.
  static constexpr int kLowest = -1088;
  static constexpr std::size_t kDigits = 68;

  void carry();

  // Each digit may leave [0, 2^32) until carry(): 2^30 terms fit 63 bits.
  std::array<std::int64_t, kDigits> digits_{};
  std::int64_t pending_ = 0;  // terms since the last carry()
  bool has_nan_ = false;
  bool has_plus_infinity_ = false;
  bool has_minus_infinity_ = false;
};

}  // namespace assay
