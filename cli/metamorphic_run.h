// Runs the relations that `assay check --metamorphic` adds. They compare
// results of the subject with each other, so no oracle judges them.
// Tested by tests/cli/metamorphic_command_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/check.h"

namespace assay {

struct MetamorphicReport {
  std::string text;      // the part of the report about relations
  bool conforms = true;  // no relation that a clause binds is broken
  bool interrupted = false;
};

// Runs the relations into a folder of their own, OUT-metamorphic, next to that
// of the run. `command` is how assay was called.
std::optional<CheckFailure> run_metamorphic(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    const std::string& command, MetamorphicReport& report);

}  // namespace assay
