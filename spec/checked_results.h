// Checks a call and keeps the types of the results that a backend has to make
// for it, so that it need not infer them again.
// Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <vector>

#include "spec/infer.h"

namespace assay {

// Checks what check_call() checks. If the call has no outs, stores the types of
// its results in `results`.
Status check_call(const Call& call, std::vector<TensorType>& results);

}  // namespace assay
