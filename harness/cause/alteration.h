// Lists mistakes that backends make in whole kernels, as alterations of a case:
// a backend with the mistake answers the case as a right one answers the
// altered case.
// Tested by tests/harness/cause/alteration_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "harness/case/case.h"

namespace assay {

// Describes one mistake of kMistakes (harness/record/mistake.h). `alter`
// changes the operands or the steps of a case that is not prepared yet, and
// returns false if the mistake makes no difference to it. `restore` turns what
// is expected of the altered case into what is expected of the original one,
// which has the dtypes `original`.
struct Alteration {
  std::string_view name;
  bool (*alter)(Case& test_case);
  bool (*restore)(const Case& original, Case& prepared);
};

// Returns all alterations, those that explain most precisely first.
std::span<const Alteration> all_alterations();

// Returns the alteration with this name, or null.
const Alteration* alteration_named(std::string_view name);

}  // namespace assay
