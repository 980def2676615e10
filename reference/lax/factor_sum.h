// Sums products of any number of factors exactly. The exact sum of matmul takes
// products of two.
// Tested by tests/reference/lax_contraction_test.cc.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "reference/elements.h"
#include "reference/exact_sum.h"

namespace assay {

template <typename T>
class FactorSum;

// Accumulates Σ Π x modulo 2^64.
template <Integer T>
class FactorSum<T> {
 public:
  void add_factors(std::span<const T> factors) {
    std::uint64_t product = 1;
    for (const T x : factors) product *= bits_of(x);
    sum_ += product;  // einsum.integers
  }
  bool is_zero() const { return sum_ == 0; }
  void write(const Results& out, const Index& at) const {
    out.put(at, wrapped<T>(sum_));
  }

 private:
  std::uint64_t sum_ = 0;
};

// Accumulates Σ Π x of reals. Products have as many bits as their factors have
// together. What leaves the range of the exact sum is open, or smaller than
// every bound.
template <>
class FactorSum<double> {
 public:
  FactorSum() {
    mpfr_init2(product_, kPrecision);
    mpfr_init2(part_, kPrecision);
  }
  ~FactorSum() {
    mpfr_clear(product_);
    mpfr_clear(part_);
  }
  FactorSum(const FactorSum&) = delete;
  FactorSum& operator=(const FactorSum&) = delete;

  void add_factors(std::span<const double> factors) {
    if (factors.size() == 2) return sum_.add_product(factors[0], factors[1]);
    double rounded = 1;
    bool is_zero = false;
    for (const double x : factors) {
      rounded *= x;
      is_zero |= x == 0;
    }
    if (!std::all_of(factors.begin(), factors.end(),
                     [](double x) { return std::isfinite(x); }))
      return sum_.add(rounded);
    if (is_zero) return;
    mpfr_set_d(product_, factors[0], MPFR_RNDZ);
    for (const double x : factors.subspan(1))
      mpfr_mul_d(product_, product_, x, MPFR_RNDZ);
    add_parts();
  }
  ExactReal value() { return sum_.value(); }
  bool is_zero() { return value().kind == ExactReal::Kind::kZero; }
  void write(const Results& out, const Index& at) { out.put(at, value()); }

 private:
  // Eight factors of 53 bits.
  static constexpr mpfr_prec_t kPrecision = 448;

  // Adds the product in parts of 53 bits.
  void add_parts() {
    while (mpfr_zero_p(product_) == 0) {
      long exponent = 0;
      const double part = mpfr_get_d_2exp(&exponent, product_, MPFR_RNDZ);
      const long scale = std::clamp(exponent, -1022L, 1022L);
      const auto rest =
          static_cast<int>(std::clamp(exponent - scale, -900L, 900L));
      sum_.add_product(std::ldexp(part, rest),
                       std::ldexp(1.0, static_cast<int>(scale)));
      mpfr_set_d(part_, part, MPFR_RNDZ);
      mpfr_mul_2si(part_, part_, exponent, MPFR_RNDZ);
      mpfr_sub(product_, product_, part_, MPFR_RNDZ);
    }
  }

  ExactSum sum_;
  mpfr_t product_;
  mpfr_t part_;
};

// Accumulates Σ Π z, with separate sums of real and imaginary parts. A product
// of n complex numbers is a sum of 2^n products of their parts.
template <>
class FactorSum<Complex> {
 public:
  void add_factors(std::span<const Complex> factors) {
    parts_.resize(factors.size());
    for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << factors.size();
         ++chosen) {
      for (std::size_t i = 0; i < factors.size(); ++i)
        parts_[i] = (chosen >> i & 1) != 0 ? factors[i].im : factors[i].re;
      const int power = std::popcount(chosen) % 4;  // of the imaginary unit
      if (power >= 2) parts_[0] = -parts_[0];
      (power % 2 == 0 ? re_ : im_).add_factors(parts_);
    }
  }
  bool is_zero() { return re_.is_zero() || im_.is_zero(); }
  void write(const Results& out, const Index& at) {
    out.put(at, ExactComplex{re_.value(), im_.value()});
  }

 private:
  FactorSum<double> re_;
  FactorSum<double> im_;
  std::vector<double> parts_;
};

}  // namespace assay
