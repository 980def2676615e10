// Computes real functions in long double, which judge samples of float64, for
// which a double is not precise enough. Tested against MPFR by
// tests/sweep/wide_function_test.cc, and against the oracle at every undecided
// input.
#pragma once

#include "spec/op_lookup.h"

namespace assay {

// A function of one or two operands; unary ops ignore the second. The judge
// assumes that its value is within 2^-58 of the exact one, relative to it. That
// is above the errors of glibc's long double functions (some 2^-61).
using WideFunction = long double (*)(double x, double y);

// Returns the function of an op; null if there is none, or if long double has
// fewer than 64 bits of precision.
WideFunction wide_function(Op op);

}  // namespace assay
