// A call in one line, without elements, for messages about the call that did
// not return: "cat(a=float32[2, 3], b=float32[1, 3], axis=0) -> out".
// Tested by tests/harness/case/call_text_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"
#include "spec/backend.h"

namespace assay {

// Gives the tensors of the calls that this thread makes the names that they
// have in a step of a case. The step must live as long.
class NamedStep {
 public:
  explicit NamedStep(const Step& step);
  NamedStep(const NamedStep&) = delete;
  NamedStep& operator=(const NamedStep&) = delete;
  ~NamedStep();

 private:
  const Step* previous_;
};

// Returns the call with the dtype, shape and layout of each tensor, under the
// names that the step at hand gives them; without names where there is none.
std::string call_text(const Call& call);

}  // namespace assay
