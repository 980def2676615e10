// Lists the metamorphic relations: what must hold between results of one
// subject, whatever the correct result is. If the contract implies a relation,
// breaking it breaks the clause from which it follows. Otherwise the breach is
// reported but does not count as a failure.
// Tested by tests/harness/relation/relation_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/case/relation_name.h"
#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Returns whether the relation can be tested on a cell.
bool is_related(Relation relation, const Cell& cell);

// Returns the clause that a breach of the relation on this cell also breaks, or
// "" if the contract leaves it open.
std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile);

// Returns whether level standard tests the relation on cells where a clause
// binds it.
bool is_of_standard(Relation relation);

// Returns whether the cell represents its op and variant in trials that do not
// depend on the dtype: float32 if it exists, else the first of a few others.
bool is_leading(const Cell& cell);

// Returns how many different cases of the relation a cell has.
int most_cases(Relation relation, const Cell& cell);

}  // namespace assay
