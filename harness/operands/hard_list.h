// Declares the sources of hard operands, one for each kind of op, and the list
// that they write to. hard_operands.cc combines them.
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/operands/operand_pool.h"
#include "spec/float_codec.h"

namespace assay {

// Collects the operands of ops on real floats of one format.
class HardList {
 public:
  explicit HardList(const FloatFormat& format) : format_(format) {}

  const FloatFormat& format() const { return format_; }

  // Adds operands given as bits, which must be finite.
  void add_bits(std::uint64_t x, std::uint64_t y = 0) {
    tuples_.push_back({ElementBits{x, 0}, ElementBits{y, 0}});
  }

  // Adds the elements nearest to these values, unless one is not finite.
  void add(double x, double y = 0);
  // Does the same for each of the four combinations of signs.
  void add_signs(double x, double y);

  // Adds the element nearest to `x` and `steps` neighbours on each side, with
  // both signs. Leaves out elements that are not finite.
  void add_around(double x, int steps = 1);
  // Does the same for the first operand, with the second fixed at `y`.
  void add_around_second(double x, double y, int steps = 1);

  std::vector<OperandTuple> take() { return std::move(tuples_); }

 private:
  FloatFormat format_;
  std::vector<OperandTuple> tuples_;
};

// Returns the distance between neighbours at 1: 2^(1 - precision).
double unit_at_one(const FloatFormat& format);

// Collects the operands of ops on complex numbers whose parts have one format.
class ComplexList {
 public:
  explicit ComplexList(const FloatFormat& format) : format_(format) {}

  const FloatFormat& format() const { return format_; }

  // Adds the number whose parts are nearest to these values.
  void add(double re, double im) { tuples_.push_back({element(re, im)}); }
  // Does the same for each of the four combinations of signs.
  void add_signs(double re, double im) {
    for (double a : {re, -re})
      for (double b : {im, -im}) add(a, b);
  }
  // Adds the operands a + bi and c + di.
  void add_pair(double a, double b, double c, double d) {
    tuples_.push_back({element(a, b), element(c, d)});
  }

  std::vector<OperandTuple> take() { return std::move(tuples_); }

 private:
  ElementBits element(double re, double im) const {
    return {encode_real(format_, re), encode_real(format_, im)};
  }
  FloatFormat format_;
  std::vector<OperandTuple> tuples_;
};

// A source adds the operands of one kind to the list. hard_rows.h says which
// ops use it.
using RealSource = void (*)(HardList& list);
using ComplexSource = void (*)(ComplexList& list);
// A source for integers of 32 or 64 bits returns its operands.
using IntegerSource = std::vector<OperandTuple> (*)(DType dtype);

// These add operands of the unary functions of reals (hard_functions.cc).
void add_small(HardList& list);
void add_trigonometric(HardList& list);
void add_exponential(HardList& list);
void add_hyperbolic(HardList& list);
void add_hyperbolic_tangent(HardList& list);
void add_logarithm(HardList& list);
void add_inverse_sine(HardList& list);
void add_inverse_tangent(HardList& list);
void add_error_function(HardList& list);
// These add operands of ops on reals that round once (hard_arithmetic.cc).
void add_sums(HardList& list);
void add_differences(HardList& list);
void add_products(HardList& list);
void add_quotients(HardList& list);
void add_reciprocals(HardList& list);
void add_roots(HardList& list);
void add_remainders(HardList& list);
void add_orders(HardList& list);
void add_fractions(HardList& list);
// These add operands of pow and atan2 on reals (hard_powers.cc).
void add_powers(HardList& list);
void add_angles(HardList& list);
// These add operands of ops on complex numbers (hard_complex.cc).
void add_axes(ComplexList& list);
void add_circle(ComplexList& list);
void add_multiples(ComplexList& list);
void add_near_zero(ComplexList& list);
void add_branch_points(ComplexList& list);
void add_scales(ComplexList& list);
void add_complex_products(ComplexList& list);
void add_complex_powers(ComplexList& list);
void add_complex_neighbours(ComplexList& list);
// These return operands of unary and binary ops on integers (hard_integers.cc).
std::vector<OperandTuple> integer_values(DType dtype);
std::vector<OperandTuple> integer_pairs(DType dtype);
std::vector<OperandTuple> integer_divisions(DType dtype);
std::vector<OperandTuple> integer_powers(DType dtype);
// Returns elements to cast; each is the first of its tuple (hard_casts.cc).
std::vector<OperandTuple> hard_casts(DType from, DType to);

}  // namespace assay
