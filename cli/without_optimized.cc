// Replaces the optimized backend in a build that leaves it out.
// Tested by tests/scripts/toy_op_test.py.
#include "cli/subject_named.h"

namespace assay {

Result<SubjectMaker> optimized_subject(const std::string&) {
  return Status::invalid(
      "this build has no optimized backend, because it was configured with "
      "ASSAY_OPTIMIZED=OFF");
}

Result<std::function<void()>> optimized_activation(const std::string& settings,
                                                   int) {
  return optimized_subject(settings).status();
}

}  // namespace assay
