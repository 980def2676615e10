// Cases of the contraction family.
// Tested by tests/harness/build_case_test.cc.
#include "harness/case_builder.h"

namespace assay {

void build_contraction(CaseBuilder&) {}

}  // namespace assay
