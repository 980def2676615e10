// Programs for the tests of fuzzing: by their number, on the reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/program.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"

namespace assay {

inline ProgramRules every_cell_of(Reference& oracle) {
  return {oracle, kNx, [&oracle](const Cell& cell) {
            return oracle.claim(cell).has_value();
          }};
}

inline std::optional<Case> program_number(std::uint64_t number,
                                          const ProgramRules& rules) {
  return program_of(program_bytes(0, number), rules,
                    "case=" + std::to_string(number));
}

}  // namespace assay
