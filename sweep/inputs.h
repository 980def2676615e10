// Numbers the inputs of a sweep and cuts the numbers into fixed blocks, so that
// the block of an input depends on nothing else. For small elements the inputs
// are all there are, for wide ones a stratified sample.
// Tested by tests/sweep/inputs_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/op_lookup.h"
#include "spec/profile.h"
#include "spec/result.h"

namespace assay {

// The inputs of one block, and those of one call.
inline constexpr std::uint64_t kBlockInputs = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kBatchInputs = std::uint64_t{1} << 16;

// The inputs of one round of a sample. Half of them go through all binades, the
// other half through those where functions are neither trivial nor out of
// range.
inline constexpr std::uint64_t kRoundInputs = std::uint64_t{1} << 12;

// The inputs of one cell: all of them, or a sample. If they are all, the number
// of an input is the bits of its operand. With two operands it is the bits of
// the first, followed by those of the second.
struct Inputs {
  Op op{};
  DType dtype = DType::kFloat32;
  int operand_count = 1;
  // For a sample: the number of rounds, and the seed by which inputs are drawn.
  // A round of a seed has the same inputs however many rounds there are.
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
  // Returns the bits of one operand of an input.
  std::uint64_t operand(std::uint64_t input, int operand) const {
    if (is_sample()) return sampled_operand(input, operand);
    const int width = bits_of_element();
    const int place = width * (operand_count - 1 - operand);
    return input >> place & ((std::uint64_t{1} << width) - 1);
  }
  DType result_dtype() const {
    return spec_of(op).signature.gives(Role::kBool) ? DType::kBool : dtype;
  }
  // A bool is one bit, which is stored in a byte.
  int bits_of_element() const {
    return dtype == DType::kBool ? 1 : spec_of(dtype).bits;
  }

 private:
  std::uint64_t sampled_operand(std::uint64_t input, int operand) const;
};

// Returns the inputs of a cell that can be swept: unary ops on elements of up
// to 32 bits, and binary ops and comparisons on elements of up to 8 bits. Fails
// with one sentence for any other cell.
Result<Inputs> inputs_of(Op op, DType dtype);

// Returns a sample of the inputs of a cell that cannot be swept: unary and
// binary ops and comparisons on real floats of 16 bits or more. Each round has
// kRoundInputs inputs, which go through all binades, both signs and, round by
// round, the strata of the significand. Fails with one sentence for any other
// cell, and for 0 rounds or more than 2^32.
Result<Inputs> sampled_inputs_of(Op op, DType dtype, std::uint64_t rounds,
                                 std::uint64_t seed);

// Returns a sentence if a profile answers some inputs of a cell with an error.
// A call has 2^16 inputs, and the error of one would be that of all.
std::optional<std::string> refused_inputs(const Inputs& inputs,
                                          const Profile& profile);

}  // namespace assay
