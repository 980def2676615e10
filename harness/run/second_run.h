// Runs a program once more with other poison in its outs and compares the bits
// of the results. An element that differs was never written, depends on the old
// content of the out, or is not repeatable. Where any NaN is accepted, a NaN
// may differ from another NaN.
// Tested by tests/harness/run/second_run_test.cc.
#pragma once

#include <optional>
#include <string>

#include "harness/case/case.h"
#include "harness/case/verdict.h"
#include "harness/run/program.h"
#include "harness/subject/subject.h"

namespace assay {

// Describes what a second run showed.
struct Deviation {
  Verdict verdict = Verdict::kFail;
  std::string message;
  std::string tensor;
  std::vector<std::int64_t> index;
};

// Returns whether a case always runs twice. One in eight does, chosen by the
// seed, except cases with operands of more than 2^20 elements from a recipe.
bool is_run_twice(const Case& test_case);

// Runs the program again and compares it with `first`, which has run to its
// end. Returns nothing if all bits are the same or if the subject broke down.
std::optional<Deviation> run_again(const Case& test_case, Subject& subject,
                                   const Program& first);

}  // namespace assay
