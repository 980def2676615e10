// Runs a customary test on the mutants of matmul, reduce_sum and fft. Its
// operands are contiguous and normally distributed, and a result is right if
// |got - want| <= 1e-8 + 1e-5 |want|.
// Tested by tests/mutants/allclose_test.cc.
#pragma once

#include <vector>

#include "spec/op_lookup.h"
#include "tests/mutants/mutant_row.h"

namespace assay::mutants {

struct CustomaryVerdict {
  MutantRow row;
  Op op{};
  bool killed = false;
};

// Returns whether a mutant is about which elements are read and written, and
// not about how they are rounded or what is special about a value.
bool is_structural(const MutantRow& row);

// Judges every structural mutant of the three ops in the customary way, on ten
// draws of each of a few shapes.
std::vector<CustomaryVerdict> customary_verdicts();

// Judges one mutant so; its op is one of the three.
bool is_killed_customarily(const MutantRow& row);

}  // namespace assay::mutants
