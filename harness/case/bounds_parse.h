// Reads from a case file how close a result must be: the accepted intervals of
// elements, and the bounds of the residual class.
// Tested by tests/harness/case/case_json_bad_test.cc and
// case_json_residual_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/case.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"

namespace assay {

// Reads the intervals of a result's components into permitted.accept.
Status parse_accept(CaseReader& judge, DType dtype, Permitted& permitted);

// Reads the residual-class bounds of a result with `count` elements into
// permitted.matrices. If a result has no bounds of its own, the bounds on
// another result of its step cover it.
Status parse_matrices(CaseReader& judge, std::int64_t count,
                      Permitted& permitted);

// Checks that residual-class bounds are given only for results of a
// factorization or solve, with one bound for each matrix of the batch. Returns
// the first violation.
Status check_matrices(const Case& test_case, const TensorTypes& types);

}  // namespace assay
