// Lists the ops of programs. The movements come first, so that programs often
// have chains of views. Factorizations and solves are left out, because no
// oracle foretells their results, and so are accessors, which return no
// elements. The ops of set nn are left out because most have bounds, so no step
// could go on with their results.
// Tested by tests/fuzz/program_test.cc.
#pragma once

#include <vector>

#include "spec/op_lookup.h"

namespace assay {

// Returns the ops. The list lives as long as the program.
const std::vector<Op>& program_ops();

// The number of ops that return views: expand, reshape, permute, shrink and
// flip.
inline constexpr int kViewOpCount = 5;

}  // namespace assay
