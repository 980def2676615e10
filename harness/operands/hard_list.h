// The list that the sources of hard operands write to, one source for each
// kind of op. hard_operands.cc puts them together.
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/operands/operand_pool.h"
#include "spec/dtype.h"

namespace assay {

// Collects the operands of ops on real floats of one format.
class HardList {
 public:
  explicit HardList(const FloatFormat& format) : format_(format) {}

  const FloatFormat& format() const { return format_; }

  // Adds operands given as bits. The caller guarantees that they are finite.
  void add_bits(std::uint64_t x, std::uint64_t y = 0) {
    tuples_.push_back({ElementBits{x, 0}, ElementBits{y, 0}});
  }

  // Adds the elements nearest to these values, if they are finite.
  void add(double x, double y = 0);
  // The same with each of the four combinations of signs.
  void add_signs(double x, double y);

  // Adds the element nearest to `x` and `steps` neighbours on either side, with
  // both signs. Leaves out what is not finite.
  void add_around(double x, int steps = 1);
  // The same for an operand beside a fixed one.
  void add_around_second(double x, double y, int steps = 1);

  std::vector<OperandTuple> take() { return std::move(tuples_); }

 private:
  FloatFormat format_;
  std::vector<OperandTuple> tuples_;
};

// Returns the distance between neighbours at 1: 2^(1 - precision).
double unit_at_one(const FloatFormat& format);

// Unary functions of reals.
void add_hard_functions(Op op, HardList& list);
// Binary ops on reals, sqrt, recip and the roundings to integers.
void add_hard_arithmetic(Op op, HardList& list);
// pow and atan2 of reals.
void add_hard_powers(Op op, HardList& list);
// Elementwise ops on complex elements.
std::vector<OperandTuple> hard_complex(Op op, const FloatFormat& format);
// Elementwise ops on integers of 32 or 64 bits.
std::vector<OperandTuple> hard_integers(Op op, DType dtype);
// Casts. Each element is the first of its tuple.
std::vector<OperandTuple> hard_casts(DType from, DType to);

}  // namespace assay
