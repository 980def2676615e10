// What a report says of a result that was not accepted: which element, what
// was expected and got, and of which operands.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include <cstddef>

#include "harness/case/case.h"
#include "harness/judge/judge.h"
#include "harness/record/record.h"
#include "harness/run/program.h"

namespace assay {

// Explains a judgement that names a first mismatch, of `count` elements.
Failure explain(const Case& test_case, const Program& program,
                const Expectation& expectation, const Judgement& judgement,
                std::size_t count);

}  // namespace assay
