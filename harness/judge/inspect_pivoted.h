// Inspects the results of eliminations with pivots, and of solves that use
// them. The bound `residual` is g of ‖P·A·Qᵀ - L·U‖ ≤ g·‖|L|·|U|‖ + d²·η; 0
// means that the product must be exact. Of solves it is the factor of ‖b -
// op(A)·x‖ ≤ residual·(‖A‖·‖x‖ + ‖b‖) + n·η·(1 + ‖A‖), for each column. Tested
// by tests/harness/judge/inspect_pivoted_test.cc.
#pragma once

#include "harness/judge/inspection.h"

namespace assay {

void inspect_lu(const Inspected& of, Inspection& inspection);
void inspect_lu_factor(const Inspected& of, Inspection& inspection);
void inspect_full_piv_lu(const Inspected& of, Inspection& inspection);
void inspect_pivoted_solve(const Inspected& of, Inspection& inspection);

}  // namespace assay
