// Describes a call in one line without its elements, for messages about a call
// that did not return: "cat(a=float32[2, 3], b=float32[1, 3], axis=0) -> out".
// Tested by tests/harness/case/call_text_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"
#include "spec/backend.h"

namespace assay {

// While it lives, call_text() of this thread names tensors as the given step of
// a case does. The step must outlive it.
class NamedStep {
 public:
  explicit NamedStep(const Step& step);
  NamedStep(const NamedStep&) = delete;
  NamedStep& operator=(const NamedStep&) = delete;
  ~NamedStep();

 private:
  const Step* previous_;
};

// Returns the call with the dtype, shape and layout of each tensor. Tensors
// have the names of the step given by the innermost NamedStep of this thread,
// or no names if there is none.
std::string call_text(const Call& call);

}  // namespace assay
