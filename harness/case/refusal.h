// Tells which steps of a case a subject must refuse, and which it may refuse.
// Tested by tests/harness/generate/robustness_case_test.cc.
#pragma once

#include "harness/case/case.h"

namespace assay {

// Returns whether the status is one that refuses a call.
inline bool is_refusal(const Status& status) {
  return status.code == StatusCode::kInvalid ||
         status.code == StatusCode::kUnsupported;
}

// Returns whether the step breaks a precondition. Its results are undefined, so
// nothing may follow it.
inline bool must_be_refused(const Step& step) {
  return step.status == StatusCode::kInvalid && step.kind == kRefusal;
}

// Returns whether the step is a call that must be refused because of the place
// of a tensor, or because the op is not claimed. It makes nothing.
inline bool is_refused(const Step& step) {
  return step.status == StatusCode::kUnsupported;
}

// Returns whether the step may be refused instead of answered, because an
// unspecified clause permits both or because a negative index may wrap.
inline bool may_be_refused(const Step& step) {
  return step.status == StatusCode::kOk && step.kind == kRefusal;
}

}  // namespace assay
