// Decides the outcomes that only cases of op set protocol have: a refusal whose
// message lacks a word, a plan that is declined, a place that is missing.
// Tested by tests/harness/run/program_protocol_test.cc.
#pragma once

#include <optional>

#include "harness/case/case.h"
#include "harness/run/program.h"
#include "harness/run/run_case.h"

namespace assay {

// Returns a status as messages show it: "unsupported (op): no erf".
std::string status_text(const Status& status);

// Returns the outcome if the message of an expected error lacks the word that
// it must contain.
std::optional<CaseOutcome> missing_word(const Step& step, const Status& status,
                                        const Program& program);

// Returns the outcome of a step that neither passes nor fails: a plan that is
// declined, or a transfer to a place that the subject does not have.
std::optional<CaseOutcome> not_judged(const Case& test_case, const Step& step,
                                      const Status& status,
                                      const Program& program);

// Returns the outcome of a case whose tensors cannot be made because the
// subject has no such place.
std::optional<CaseOutcome> without_place(const Case& test_case,
                                         const Status& status,
                                         const Program& program);

}  // namespace assay
