// Puts a NaN that decides the result into a case about NaN. The values of such
// a case are drawn one by one, a quarter of them NaN. A small case may then
// have no NaN, or one that changes nothing: it may be alone in its lane, or at
// a place where an op that ignores NaN is right by accident.
// Tested by tests/harness/operands/value_kind_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/case/planned_case.h"

namespace assay {

// Returns whether the plan's clause is about NaN, its operands can hold one,
// and its operands are drawn: those of an op with an OperandPool, or of a
// reduction, scan or sort.
bool is_about_nan(const PlannedCase& plan);

// Returns whether a NaN among the operands of the first step decides its
// result. In reductions and scans it must follow a number of its lane, and in
// sorts precede one. Elsewhere any NaN decides.
bool has_deciding_nan(const Case& test_case);

// Puts a deciding NaN into the case of a plan that is about NaN. Does nothing
// if no lane has two elements.
void put_deciding_nan(const PlannedCase& plan, Case& test_case);

}  // namespace assay
