// Shrinks a failing program to a small one that fails in the same way: first
// fewer steps, then fewer and simpler operands. It leaves bytes out and makes
// them smaller.
// Tested by tests/fuzz/shrink_program_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/program.h"
#include "harness/record/record.h"

namespace assay {

// Runs cases, whose ids must differ, and returns their records in order.
// Returns nothing if the run has ended.
using RunCases = std::function<std::optional<std::vector<Record>>(
    const std::vector<Case>& cases)>;

struct FailingProgram {
  std::vector<std::uint8_t> bytes;
  Case test_case;
  Record record;
};

// Returns the simplest program found that has the same verdict. `name` is that
// of program_of(). The candidates of a round run together; there are at most
// `rounds` rounds.
FailingProgram shrink_program(FailingProgram failed, const ProgramRules& rules,
                              const std::string& name, const RunCases& run,
                              int rounds = 24);

}  // namespace assay
