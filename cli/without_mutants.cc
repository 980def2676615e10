// `assay mutants` of a build that leaves them out.
// Tested by tests/scripts/toy_op_test.py.
#include "cli/commands.h"
#include "cli/exit_code.h"

namespace assay {

int mutants_command(const MutantsArguments&) {
  return complain(kExitUsage,
                  "this build has no mutants, as it was configured with "
                  "ASSAY_MUTANTS=OFF");
}

}  // namespace assay
