// Describes what the metamorphic relations and the accuracy gate found. The
// text appears in addition to the verdict of a run.
// Tested by tests/reports/metamorphic_text_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// Returns the name of the relation of a record; empty for other records.
std::string_view relation_of(const Record& record);

// Returns whether the record shows that the contract is broken: the relation
// does not hold and follows from a clause, or the subject did harm.
bool breaks_contract(const Record& record);

// Returns the part of the report about relations: how many cases of each
// relation hold, which do not, and whether each sum is as accurate as that of
// correct algorithms. `again` is a command to which the id of a case is
// appended to run it again.
std::string metamorphic_text(const std::vector<Record>& records,
                             const std::string& again);

}  // namespace assay
