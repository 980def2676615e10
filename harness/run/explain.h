// Describes for a report a result that was not accepted: which element, what
// was expected, what came, and from which operands.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include <cstddef>

#include "harness/case/case.h"
#include "harness/judge/judge.h"
#include "harness/record/record.h"
#include "harness/run/program.h"

namespace assay {

// Describes a judgement that has a first mismatch. `count` is the number of
// elements in the result.
Failure explain(const Case& test_case, const Program& program,
                const Expectation& expectation, const Judgement& judgement,
                std::size_t count);

}  // namespace assay
