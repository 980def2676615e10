// The part of `assay check --metamorphic` that asks the subject alone, beside
// the cases that the oracle judges.
// Tested by tests/cli/metamorphic_command_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/check.h"

namespace assay {

struct MetamorphicReport {
  std::string text;      // the part of the report
  bool conforms = true;  // no relation is broken that follows from a clause
  bool interrupted = false;
};

// Runs the relations into a folder of their own beside that of the run,
// OUT-metamorphic. `command` is how assay was called.
std::optional<CheckFailure> run_metamorphic(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    const std::string& command, MetamorphicReport& report);

}  // namespace assay
