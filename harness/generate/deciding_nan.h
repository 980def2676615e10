// A NaN that decides a case about NaN. The values of such a case are drawn one
// by one, a quarter of them NaN, so that the few elements of a small one may
// have none, or one that changes nothing: in a lane of its own, or where an op
// that compares without looking for NaN is right by accident.
// Tested by tests/harness/operands/value_kind_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/case/planned_case.h"

namespace assay {

// Returns whether the case is of a clause about NaN, on operands that can hold
// one, and was made from the plan of an op whose operands are drawn: any of an
// OperandPool, a reduction, scan or sort.
bool is_about_nan(const PlannedCase& plan);

// Returns whether a NaN among the operands of the first step decides its
// result. In reductions and scans that is one after a number of its lane, in
// sorts one before a number, elsewhere any.
bool has_deciding_nan(const Case& test_case);

// Puts one into the case of a plan that is about NaN. Does nothing where no
// lane has two elements.
void put_deciding_nan(const PlannedCase& plan, Case& test_case);

}  // namespace assay
