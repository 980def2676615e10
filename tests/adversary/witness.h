// Defines witnesses: small programs in one line, on each of which one bug of
// the adversary changes the answer. They show that no row of the table is
// vacuous.
// Tested by tests/adversary/witness_test.cc.
//
// A program is a list of calls with semicolons between them:
//   "sort int32:5x2@1+2,1=down axis=0 descending=1 times=3;neg $0"
// An operand is a dtype, extents, perhaps an offset with strides, and a fill;
// $0 is the first operand of the program once more, "$0=iota" with new
// contents, "$0@1+2" by another view, and "33*OPERAND" stands for 33 of them.
// "out=$1" is written into an operand, "out=$$1" into the out of the first
// call, "out=@5+2" into a view of a fresh buffer. Attributes that are left out
// have their usual values. "context" makes another context for what follows;
// "overlap CALL" makes a call in two contexts at once, many times.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/result.h"

namespace assay::adversary {

// Runs a program on the plugin at a path with a bug ("control" for none).
// Returns what it answered as text: status, dtypes, shapes, elements, which
// operand's memory each result has, and the results once more at the end. An
// error if the program cannot be read or the plugin not be loaded.
Result<std::string> run_witness(std::string_view program,
                                const std::string& plugin,
                                const std::string& bug);

}  // namespace assay::adversary
