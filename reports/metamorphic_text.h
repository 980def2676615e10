// What the metamorphic relations and the accuracy gate found, as text beside
// the verdict of a run. Tested by tests/reports/metamorphic_text_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// Returns the name of the relation that a record is about.
std::string_view relation_of(const Record& record);

// Returns whether the record shows that the contract is broken: the relation
// does not hold and follows from a clause, or the subject did harm.
bool breaks_contract(const Record& record);

// Returns the part of the report: how many cases of each relation hold, which
// do not, and of each sum whether it is as accurate as those of correct
// algorithms. `again` is the command that a case's id is appended to.
std::string metamorphic_text(const std::vector<Record>& records,
                             const std::string& again);

}  // namespace assay
