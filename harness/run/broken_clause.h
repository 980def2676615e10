// Finds the clause that a failing case shows to be broken. A case asks about
// one clause, but may fail because of another: a wrong sum fails the case about
// strided operands too. Records keep both clauses.
// Tested by tests/harness/run/broken_clause_test.cc.
#pragma once

#include <string>

#include "harness/run/shrink.h"

namespace assay {

// Returns the id of the clause that the failure breaks, or the name of the op
// if no clause is about it (a refusal of a claimed call, a crash, a wrong dtype
// or shape). Returns an empty string if that is the clause of the case.
//
// A case about memory, layout or repetition whose values are wrong is tried
// again, first as it is, then as a plain call: of the failing element, of all
// elements, and with the operands laid out as in the case. The first attempt
// that fails tells the clause. Restarts the subject if it breaks down.
std::string broken_clause(const PlannedCase& plan, const ShrunkCase& failed,
                          const ShrinkContext& context);

}  // namespace assay
