// A program run once more, its outs poisoned with another pattern: every bit
// must come again, or NaN for NaN where any NaN is accepted. What differs was
// never written, depends on what the out held before, or is not repeatable.
// Tested by tests/harness/run/second_run_test.cc.
#pragma once

#include <optional>
#include <string>

#include "harness/case/case.h"
#include "harness/case/verdict.h"
#include "harness/run/program.h"
#include "harness/subject/subject.h"

namespace assay {

// What a second run showed.
struct Deviation {
  Verdict verdict = Verdict::kFail;
  std::string message;
  std::string tensor;
  std::vector<std::int64_t> index;
};

// Returns whether a case is run twice in any event: an eighth by their seed,
// save those whose operands are too long to be written out.
bool is_run_twice(const Case& test_case);

// Runs the program again and compares it with `first`, which has run to its
// end. Nothing where all bits came again, or where the subject broke down.
std::optional<Deviation> run_again(const Case& test_case, Subject& subject,
                                   const Program& first);

}  // namespace assay
