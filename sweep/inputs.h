// The inputs of a sweep, numbered, and the fixed blocks that the numbers are
// cut into: which block an input is in depends on nothing else. Of small
// elements they are all there are, of wide ones a stratified sample.
// Tested by tests/sweep/inputs_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/op_table.h"
#include "spec/profile.h"
#include "spec/result.h"

namespace assay {

// Inputs of one block, and of one call.
inline constexpr std::uint64_t kBlockInputs = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kBatchInputs = std::uint64_t{1} << 16;

// Inputs of one round of a sample: half of them go through all binades, half
// through those in which functions are neither trivial nor out of range.
inline constexpr std::uint64_t kRoundInputs = std::uint64_t{1} << 12;

// The inputs of one cell, all or a sample. Of all of them the number of an
// input is the bits of its operand; with two operands those of the first, then
// those of the second.
struct Inputs {
  Op op{};
  DType dtype = DType::kFloat32;
  int operand_count = 1;
  // Of a sample: how many rounds, and what its inputs are drawn by. Round r of
  // a seed has the same inputs however many rounds there are.
  std::uint64_t rounds = 0;
  std::uint64_t seed = 0;

  bool is_sample() const { return rounds > 0; }
  std::uint64_t count() const {
    if (is_sample()) return rounds * kRoundInputs;
    return std::uint64_t{1} << bits_of_element() * operand_count;
  }
  std::uint64_t block_count() const {
    return (count() + kBlockInputs - 1) / kBlockInputs;
  }
  // The bits of one operand of an input.
  std::uint64_t operand(std::uint64_t input, int operand) const {
    if (is_sample()) return sampled_operand(input, operand);
    const int width = bits_of_element();
    const int place = width * (operand_count - 1 - operand);
    return input >> place & ((std::uint64_t{1} << width) - 1);
  }
  DType result_dtype() const {
    return spec_of(op).signature.gives(Role::kBool) ? DType::kBool : dtype;
  }
  // A bool is one bit in a byte.
  int bits_of_element() const {
    return dtype == DType::kBool ? 1 : spec_of(dtype).bits;
  }

 private:
  std::uint64_t sampled_operand(std::uint64_t input, int operand) const;
};

// Returns the inputs of a cell that can be swept: unary ops on elements of up
// to 32 bits, binary ops and comparisons on elements of up to 8. Fails with one
// sentence for any other.
Result<Inputs> inputs_of(Op op, DType dtype);

// Returns a sample of the inputs of a cell that cannot be swept: unary and
// binary ops and comparisons on real floats of 16 bits or more. Each round has
// kRoundInputs inputs, which go through all binades, both signs and, round by
// round, the strata of the significand. Fails with one sentence for any other
// cell, and for 0 rounds or more than 2^32.
Result<Inputs> sampled_inputs_of(Op op, DType dtype, std::uint64_t rounds,
                                 std::uint64_t seed);

// Returns a sentence where a profile answers some inputs of a cell with an
// error: a call has 2^16 of them, and the error would be that of them all.
std::optional<std::string> refused_inputs(const Inputs& inputs,
                                          const Profile& profile);

}  // namespace assay
