// Cases of the linalg family.
// Tested by tests/harness/build_case_test.cc.
#include "harness/case_builder.h"

namespace assay {

void build_linalg(CaseBuilder&) {}

}  // namespace assay
