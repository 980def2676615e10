// The ops of programs: first those that only look at a tensor otherwise, so
// that views come in chains. Factorizations are judged by what they gave, which
// no oracle foretells, and accessors say nothing of elements.
// Tested by tests/fuzz/program_test.cc.
#pragma once

#include <vector>

#include "spec/op_table.h"

namespace assay {

const std::vector<Op>& program_ops();

// How many of them come first: expand, reshape, permute, shrink and flip.
inline constexpr int kViewOpCount = 5;

}  // namespace assay
