// Writes an error beside the bound that it exceeds. Bounds on norms and
// residuals are absolute numbers, so such an error in ULPs would tell a reader
// nothing. Tested by tests/harness/judge/judge_test.cc.
#pragma once

#include <string>

namespace assay {

// Returns "0.00032, allowed 1.1e-06 (290.9 times)". The last part is left out
// if the two have no finite quotient.
std::string excess_text(long double error, long double allowed);

}  // namespace assay
