// Defines the accumulators of reductions, scans and sums of products. add() and
// add_product() take the next term; write() stores the value so far and notes
// its scale, terms and freedom. Integers wrap. Sums of reals are exact, and
// products have 128 bits. Each value is rounded once, when it is stored, so a
// narrow float is never rounded between steps.
// Tested by tests/reference/reduction_test.cc.
#pragma once

#include <algorithm>
#include <cmath>

#include "reference/evaluation.h"
#include "reference/exact_sum.h"
#include "spec/accumulator.h"

namespace assay {

// Returns the accumulator format of a call. The first operand gives the dtype,
// because sums and products have the dtype of their operands.
inline const FloatFormat& accumulator_of(const Evaluation& call) {
  return accumulator_format(
      call.call.operands[0].dtype, call.profile,
      accumulation_of(call.call.op, call.call.attributes));
}

template <typename T>
class Sum;
template <typename T>
class Product;

// Accumulates Σ x modulo 2^64.
template <Integer T>
class Sum<T> {
 public:
  explicit Sum(const Evaluation&) {}
  void add(T x) {
    sum_ += bits_of(x);  // reduce_sum.wrap, associative_scan.wrap
  }
  void add_product(T x, T y) {
    sum_ += bits_of(x) * bits_of(y);  // matmul.wrap
  }
  void write(const Results& out, const Index& at) const {
    out.put(at, wrapped<T>(sum_));
  }

 private:
  std::uint64_t sum_ = 0;
};

// Accumulates Σ x and Σ |x| exactly.
class RealSum {
 public:
  explicit RealSum(const Evaluation& call)
      : recording_(call.answer != nullptr) {
    if (!recording_) return;
    const FloatFormat& format = accumulator_of(call);
    largest_ = decode_component(format, largest_finite_bits(format));
  }

  void add(double x) {
    sum_.add(x);  // reduce_sum.accuracy, reduce_sum.long
    if (recording_) magnitude_.add(std::fabs(x));
  }
  void add_product(double x, double y) {
    sum_.add_product(x, y);  // matmul.accuracy, matmul.accumulator
    if (recording_) magnitude_.add_product(std::fabs(x), std::fabs(y));
  }
  ExactReal value() {
    return sum_.value();  // reduce_sum.nonfinite, matmul.nonfinite
  }
  // Notes Σ|x| of the finite terms, and returns how much of the sum is open.
  Freedom note(const Results& out, const Index& at, int part) {
    if (!recording_) return Freedom::kNone;
    const double scale = scaled(magnitude_.finite_value(), 0);
    out.note_scale(at, part, scale);
    if (scale > largest_)
      return Freedom::kAny;  // reduce_sum.partial_overflow,
                             // associative_scan.partial_overflow,
                             // scatter.partial_overflow,
                             // fold.partial_overflow, matmul.partial_overflow
    const bool is_zero = value().kind == ExactReal::Kind::kZero;
    return is_zero ? Freedom::kZeroSign : Freedom::kNone;
  }

 private:
  bool recording_;
  double largest_ = 0;  // of the accumulator, if recording
  ExactSum sum_;
  ExactSum magnitude_;
};

template <>
class Sum<double> {
 public:
  explicit Sum(const Evaluation& call) : sum_(call) {}
  void add(double x) {
    sum_.add(x);
    ++count_;
  }
  void add_product(double x, double y) {
    sum_.add_product(x, y);
    ++count_;
  }
  void write(const Results& out, const Index& at) {
    out.put(at, sum_.value());
    out.note_freedom(at, sum_.note(out, at, 0));
    out.note_terms(at, count_);
  }
  std::int64_t term_count() const { return count_; }

 private:
  RealSum sum_;
  std::int64_t count_ = 0;
};

// Accumulates Σ z, with separate sums of real and imaginary parts.
template <>
class Sum<Complex> {
 public:
  explicit Sum(const Evaluation& call) : re_(call), im_(call) {}
  void add(Complex z) {
    re_.add(z.re);
    im_.add(z.im);
    ++count_;
  }
  // (a + bi)(c + di) = ac - bd + (ad + bc)i: two terms of each part.
  void add_product(Complex z, Complex w) {
    re_.add_product(z.re, w.re);
    re_.add_product(-z.im, w.im);  // matmul.not_conjugated
    im_.add_product(z.re, w.im);
    im_.add_product(z.im, w.re);
    count_ += 2;
  }
  void write(const Results& out, const Index& at) {
    out.put(at, ExactComplex{re_.value(), im_.value()});
    const Freedom re = re_.note(out, at, 0);
    const Freedom im = im_.note(out, at, 1);
    out.note_freedom(at, std::max(re, im));
    out.note_terms(at, count_);
  }
  std::int64_t term_count() const { return count_; }

 private:
  RealSum re_;
  RealSum im_;
  std::int64_t count_ = 0;
};

// Accumulates Π x modulo 2^64.
template <Integer T>
class Product<T> {
 public:
  explicit Product(const Evaluation&) {}
  void add(T x) {
    product_ *= bits_of(x);  // reduce_prod.wrap, associative_scan.wrap
  }
  void write(const Results& out, const Index& at) const {
    out.put(at, wrapped<T>(product_));
  }

 private:
  std::uint64_t product_ = 1;
};

// Detects products that may leave the range of the accumulator in some order of
// the factors. Their result is open.
class ProductRange {
 public:
  explicit ProductRange(const Evaluation& call)
      : limit_(accumulator_of(call).max_exponent - 1) {}
  void add(double magnitude) {
    if (std::isfinite(magnitude) && magnitude != 0)
      travel_ += std::fabs(std::log2(magnitude));
    ++count_;
  }
  Freedom freedom() const {
    if (travel_ >= limit_)
      return Freedom::kAny;  // reduce_prod.range,
                             // associative_scan.partial_overflow
    return Freedom::kNone;
  }
  std::int64_t count() const { return count_; }

 private:
  double limit_;
  double travel_ = 0;  // Σ |log2|x|| over finite non-zero factors
  std::int64_t count_ = 0;
};

// Accumulates Π x with 128 bits. Each step truncates by less than 2^-127 of the
// product, so 2^25 factors lose less than 2^-102, far less than the 2^-53 at
// which float64 rounds. Products of few bits are exact. Zeros, infinities and
// NaN follow IEEE 754.
template <>
class Product<double> {
 public:
  explicit Product(const Evaluation& call) : product_(1.0), range_(call) {}
  void add(double x) {
    range_.add(std::fabs(x));
    const int ternary = mpfr_mul_d(product_.get(), product_.get(), x,
                                   MPFR_RNDZ);  // reduce_prod.nonfinite
    inexact_ |= ternary != 0;
  }
  void write(const Results& out, const Index& at) const {
    out.put(at, exact(product_.get(), inexact_));
    out.note_freedom(at, range_.freedom());
    out.note_terms(at, range_.count());
  }

 private:
  Mpfr product_;
  bool inexact_ = false;
  ProductRange range_;
};

// Accumulates Π z with 128 bits. At each step both parts are exact except for
// truncation.
template <>
class Product<Complex> {
 public:
  explicit Product(const Evaluation& call)
      : product_(Complex{1, 0}),
        format_(format_of(call.call.outs[0].dtype)),
        range_(call) {}
  void add(Complex z) {
    range_.add(std::hypot(z.re, z.im));
    open_ = open_ || is_unspecified_operand(format_, z);
    const Mpc factor(z);
    const int ternary =
        mpc_mul(product_.get(), product_.get(), factor.get(), MPC_RNDZZ);
    re_inexact_ |= MPC_INEX_RE(ternary) != 0;
    im_inexact_ |= MPC_INEX_IM(ternary) != 0;
  }
  void write(const Results& out, const Index& at) const {
    const ExactComplex value = {
        exact(mpc_realref(product_.get()), re_inexact_),
        exact(mpc_imagref(product_.get()), im_inexact_)};
    out.put(at, value);
    const bool open = open_ || is_unspecified(format_, value);
    out.note_freedom(at, open ? Freedom::kAny : range_.freedom());
    out.note_terms(at, range_.count());
  }

 private:
  Mpc product_;
  const FloatFormat& format_;
  bool re_inexact_ = false;
  bool im_inexact_ = false;
  bool open_ = false;
  ProductRange range_;
};

}  // namespace assay
