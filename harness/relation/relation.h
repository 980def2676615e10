// Metamorphic relations: what holds between results of one subject, whatever
// the right result is. Where the contract makes one follow, a breach breaks the
// clause that it follows from; elsewhere it is told and is no failure.
// Tested by tests/harness/relation/relation_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/case/relation_name.h"
#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Returns whether the relation can be asked of a cell.
bool is_related(Relation relation, const Cell& cell);

// Returns the clause that whoever breaks the relation on this cell breaks too;
// "" where the contract leaves it open.
std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile);

// Returns whether level standard asks the relation where a clause binds it.
bool is_of_standard(Relation relation);

// Returns whether the cell stands for the others of its op and variant in
// trials that do not depend on the dtype: float32, or else the first of a few.
bool is_leading(const Cell& cell);

// Returns how many cases of a relation on a cell differ from each other.
int most_cases(Relation relation, const Cell& cell);

}  // namespace assay
