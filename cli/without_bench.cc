// Replaces `assay bench` in a build that leaves benchmarks out.
#include "cli/bench_command.h"
#include "cli/commands.h"
#include "cli/exit_code.h"

namespace assay {

int bench_command(const BenchArguments&) {
  return complain(kExitUsage,
                  "this build has no benchmarks, because it was configured "
                  "with ASSAY_BUILD_BENCH=OFF");
}

}  // namespace assay
