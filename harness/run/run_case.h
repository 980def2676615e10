// Runs one prepared case on one subject: runs its program, judges every result,
// checks the memory around the results, and runs some programs a second time.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include <string_view>

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/subject/subject.h"

namespace assay {

// Holds the outcome of a case, without the case's names.
struct CaseOutcome {
  Verdict verdict = Verdict::kPass;
  std::int64_t compared = 0;  // elements compared with an expectation
  double max_ulp = 0;
  std::string worst_operands;  // of the element with the error max_ulp
  double rejected_ulp = 0;     // see Judgement
  double tightness = 0;        // see Judgement
  std::string unsupported_kind;
  // If the case is unsupported because it needs something beyond the claims,
  // this says what: an op such as "copy", or "layout flip".
  std::string needs;
  // The way in which stray accesses were detected: "guard_pages" or "canaries".
  std::string memory;
  Boxed<Failure> failure;
  // Names what differs if the verdict is wrong_metadata: "dtype", "shape" or
  // "layout".
  std::string_view wrong_part;
  std::string measured;  // in words, if the case exists to measure
};

// Runs a case that is within the subject's claims
// (harness/subject/claim_reach.h). If a claimed cell answers `unsupported` the
// case fails; if a step of an unclaimed cell does, the case is unsupported. A
// subject that breaks down is not restarted; its owner does that. If `controls`
// is given and the case passes, makes live controls and counts them. Without an
// oracle, results that follow from other results are not judged.
CaseOutcome run_case(const Case& test_case, Subject& subject,
                     ControlCount* controls = nullptr,
                     Oracle* oracle = nullptr);

// Returns whether the wrong element equals the poison of its out.
bool shows_poison(const Case& test_case, const Failure& failure);

// Returns whether the wrong element was compared with the result of another
// call. A second run then shows whether that result varies.
bool is_between_calls(const Case& test_case, const Failure& failure);

// Returns whether the case may compare no element, because its clause leaves
// the values open, its results have no elements, or they are factors of a
// matrix that may also be refused.
bool may_compare_nothing(const Case& test_case);

}  // namespace assay
