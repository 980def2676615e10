// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/lost_case.h"

#include <unistd.h>

#include "conformance/case_file.h"
#include "conformance/process_end.h"
#include "harness/build_case.h"
#include "harness/case_types.h"

namespace assay {

bool write_lost_case(const CheckOptions& options, const PlannedCase& plan) {
  const pid_t pid = fork();
  if (pid == 0) {
    Case lost = build_case(plan, options.seed);
    lost.profile = options.profile->name;
    const auto types = type_case(lost);
    if (!types) _exit(1);
    for (Expectation& expectation : lost.expect) {
      expectation.dtype = types->at(expectation.tensor).dtype;
      expectation.shape = types->at(expectation.tensor).shape;
    }
    const auto path = options.out / "cases" / case_file_name(lost.id);
    _exit(write_case_file(path, lost).ok() ? 0 : 1);
  }
  return pid > 0 && reap(pid, options.prepare_seconds) == 0;
}

}  // namespace assay
