// Reading the bounds of the residual class from a case file.
// Tested by tests/harness/case_json_residual_test.cc.
#pragma once

#include <cstdint>

#include "harness/case.h"
#include "harness/case_parts.h"
#include "harness/case_types.h"

namespace assay {

// Reads the bounds of the residual class of a result of `count` elements into
// permitted.matrices. A result without them is looked at with another one of
// its step.
Status parse_matrices(CaseReader& judge, std::int64_t count,
                      Permitted& permitted);

// Checks that the bounds of the residual class stand on results of a
// factorization or solve, one for each of its matrices.
Status check_matrices(const Case& test_case, const TensorTypes& types);

}  // namespace assay
