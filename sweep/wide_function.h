// Functions of reals in long double, which judge samples of float64 where a
// double would not do. Held against MPFR by tests/sweep/wide_function_test.cc,
// and against the oracle at every undecided input.
#pragma once

#include "spec/op_table.h"

namespace assay {

// A function of one or two operands; a second one is ignored by unary ops. Its
// value is within 2^-58 of the exact one, relatively: an assumption that the
// judge builds on, above the errors of glibc's long double (some 2^-61).
using WideFunction = long double (*)(double x, double y);

// Returns the function of an op, null where there is none or where long double
// has fewer than 64 bits of precision.
WideFunction wide_function(Op op);

}  // namespace assay
