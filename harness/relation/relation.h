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

// How many calls the relation repeat makes of one op where it makes many. A
// fault of every 100th call shows in 130 calls, and so does a cache of 64
// entries, since they have 65 different sizes.
inline constexpr int kDefaultRepeats = 130;

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
