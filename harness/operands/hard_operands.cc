// Runs the sources that hard_rows.h lists for an op, and removes repeated
// tuples.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include "harness/operands/hard_operands.h"

#include <cmath>
#include <set>

#include "harness/operands/hard_list.h"
#include "harness/operands/hard_rows.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

using Key = std::array<std::uint64_t, 4>;

std::vector<OperandTuple> without_repeats(std::vector<OperandTuple> tuples) {
  std::set<Key> seen;
  std::erase_if(tuples, [&](const OperandTuple& tuple) {
    const Key key = {tuple[0].re, tuple[0].im, tuple[1].re, tuple[1].im};
    return !seen.insert(key).second;
  });
  return tuples;
}

std::vector<OperandTuple> hard_reals(const HardRow& row,
                                     const FloatFormat& format) {
  HardList list(format);
  for (RealSource add : row.reals) add(list);
  return list.take();
}

std::vector<OperandTuple> hard_complexes(const HardRow& row,
                                         const FloatFormat& format) {
  ComplexList list(format);
  for (ComplexSource add : row.complexes) add(list);
  return list.take();
}

}  // namespace

double unit_at_one(const FloatFormat& format) {
  return std::ldexp(1.0, 1 - format.precision);
}

void HardList::add(double x, double y) {
  const std::uint64_t first = encode_real(format_, x);
  const std::uint64_t second = encode_real(format_, y);
  const std::uint64_t magnitude = sign_bit(format_) - 1;
  if ((first & magnitude) > largest_finite_bits(format_) ||
      (second & magnitude) > largest_finite_bits(format_))
    return;
  add_bits(first, second);
}

void HardList::add_signs(double x, double y) {
  add(x, y);
  add(-x, y);
  add(x, -y);
  add(-x, -y);
}

void HardList::add_around(double x, int steps) {
  add_around_second(x, 0, steps);
}

void HardList::add_around_second(double x, double y, int steps) {
  const std::uint64_t middle = encode_real(format_, std::fabs(x));
  const std::uint64_t second = encode_real(format_, y);
  for (int step = -steps; step <= steps; ++step) {
    const std::uint64_t bits = middle + static_cast<std::uint64_t>(step);
    // Below 0 the bits wrap around and exceed those of any finite value.
    if (bits > largest_finite_bits(format_)) continue;
    add_bits(bits, second);
    add_bits(bits | sign_bit(format_), second);
  }
}

std::vector<OperandTuple> hard_operands(Op op, DType dtype, DType result) {
  if (spec_of(op).signature.is_paired())
    return without_repeats(hard_casts(dtype, result));
  const HardRow& row = hard_row_of(op);
  if (is_complex(dtype))
    return without_repeats(hard_complexes(row, format_of(dtype)));
  const int bits = spec_of(dtype).bits;
  if (is_integer(dtype) && bits >= 32 && row.integers)
    return without_repeats((*row.integers)(dtype));
  // The pool contains all patterns of 8-bit floats.
  if (is_real(dtype) && bits > 8)
    return without_repeats(hard_reals(row, format_of(dtype)));
  return {};
}

}  // namespace assay
