// One prepared case on one subject: the program is run, every result judged,
// what lies around the results looked at, and the program run again.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/subject/subject.h"

namespace assay {

// What came of a case, without its names.
struct CaseOutcome {
  Verdict verdict = Verdict::kPass;
  std::int64_t compared = 0;  // elements compared, not left open
  double max_ulp = 0;
  std::string worst_operands;  // of the element that max_ulp is of
  double rejected_ulp = 0;     // as in Judgement
  double tightness = 0;        // as in Judgement
  std::string unsupported_kind;
  // What the case needs beyond the claims, where that is why it is unsupported:
  // "copy", an op, or "layout flip".
  std::string needs;
  // How stray accesses were looked for: "guard_pages" or "canaries".
  std::string memory;
  std::optional<Failure> failure;
  std::string measured;  // in words, where that is what the case is for
};

// Runs the case, which the claims reach (harness/subject/claim_reach.h). A
// claimed cell that answers `unsupported` fails; where a step of another cell
// does, the case is unsupported. A subject that broke down is left so: its
// owner restarts it. Of a case that passes, live controls are made and counted
// if `controls` is given.
CaseOutcome run_case(const Case& test_case, Subject& subject,
                     ControlCount* controls = nullptr);

// Returns whether a case of this clause may compare no element: it leaves the
// value open, or is about results without elements.
bool may_compare_nothing(const Case& test_case);

}  // namespace assay
