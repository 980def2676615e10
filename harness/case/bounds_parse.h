// Reads from a case file how near a result must be: the intervals of elements,
// and the bounds of the residual class. Tested by
// tests/harness/case/case_json_bad_test.cc and case_json_residual_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/case.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"

namespace assay {

// Reads the intervals of a result's elements into permitted.accept.
Status parse_accept(CaseReader& judge, DType dtype, Permitted& permitted);

// Reads the bounds of the residual class of a result of `count` elements into
// permitted.matrices. A result without them is looked at with another one of
// its step.
Status parse_matrices(CaseReader& judge, std::int64_t count,
                      Permitted& permitted);

// Checks that the bounds of the residual class stand on results of a
// factorization or solve, one for each of its matrices.
Status check_matrices(const Case& test_case, const TensorTypes& types);

}  // namespace assay
