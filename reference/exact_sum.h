// Sums float64 terms and products of two float64 exactly. The sum is a
// fixed-point number that is wide enough for each of them (Kulisch, "Computer
// Arithmetic and Validity"), and it is rounded only when it is stored.
// Tested by tests/reference/exact_sum_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/exact_real.h"

namespace assay {

class ExactSum {
 public:
  // Adds a term. NaN and infinities are noted separately.
  void add(double term);

  // Adds x · y exactly. No product of two float64 overflows or underflows here.
  // 0 · inf is NaN.
  void add_product(double x, double y);

  // Returns the sum so far. It is NaN if a term was NaN or there were
  // infinities of both signs. Otherwise it is the infinity if there was one. A
  // zero sum is +0.
  ExactReal value();

  // Returns the sum so far of the finite terms alone.
  ExactReal finite_value();

 private:
  // Below the smallest product, which is 2^-2148.
  static constexpr int kLowest = -2176;

  // Adds ±significand · 2^exponent, significand < 2^56.
  void add_scaled(bool negative, std::uint64_t significand, int exponent);
  // Returns the three digits from a place on, and makes those that are missing.
  std::int64_t* digits_at(std::size_t place);
  void carry();

  // digits_[i] counts 2^(32·(first_ + i) - 2176). All others are zero: most
  // sums need few digits, and some calls have a sum for every element. Each
  // digit may leave [0, 2^32) until carry(): 2^30 additions fit 63 bits.
  std::vector<std::int64_t> digits_;
  std::size_t first_ = 0;
  std::int64_t pending_ = 0;  // additions since the last carry()
  bool has_nan_ = false;
  bool has_plus_infinity_ = false;
  bool has_minus_infinity_ = false;
};

}  // namespace assay
