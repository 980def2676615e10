// Replaces `assay mutants` and `assay adversary` in a build that leaves them
// out.
// Tested by tests/scripts/toy_op_test.py.
#include "cli/adversary_command.h"
#include "cli/commands.h"
#include "cli/exit_code.h"

namespace assay {

int mutants_command(const MutantsArguments&) {
  return complain(kExitUsage,
                  "this build has no mutants, because it was configured with "
                  "ASSAY_MUTANTS=OFF");
}

int adversary_command(const AdversaryArguments&) {
  return complain(kExitUsage,
                  "this build has no adversary, because it was configured with "
                  "ASSAY_MUTANTS=OFF");
}

}  // namespace assay
