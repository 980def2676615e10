// Declares the sources of hard operands, one for each kind of op, and the list
// that they write to. hard_operands.cc combines them.
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

// Adds operands of the unary functions of reals.
void add_hard_functions(Op op, HardList& list);
// Adds operands of sqrt, recip, the roundings and most binary ops on reals.
void add_hard_arithmetic(Op op, HardList& list);
// Adds operands of pow and atan2 on reals.
void add_hard_powers(Op op, HardList& list);
// Returns operands of elementwise ops on complex elements.
std::vector<OperandTuple> hard_complex(Op op, const FloatFormat& format);
// Returns operands of elementwise ops on integers of 32 or 64 bits.
std::vector<OperandTuple> hard_integers(Op op, DType dtype);
// Returns elements to cast; each is the first of its tuple.
std::vector<OperandTuple> hard_casts(DType from, DType to);

}  // namespace assay
