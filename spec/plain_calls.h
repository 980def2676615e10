// Recognizes calls that infer() need not check, because they are like most
// calls: their outs are given and have the types that infer() would return.
// Inferring types takes longer than a transform of a few elements does.
// Tested by tests/spec/check_call_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay {

// Returns true only if infer() accepts the call and its outs have the types
// that infer() gives. Returns false for many other calls that are valid, too.
bool is_plain_call(const Call& call);

}  // namespace assay
