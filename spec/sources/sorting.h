// Lists the sources of the sorting family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kSortingSources[] = {
    {"sorting.axis"},
    {"sorting.axis_valid"},
    {"sort.complex", Place::kHome,
     "NumPy's order; complex numbers have no other total order that readers "
     "expect."},
    {"argsort.complex", Place::kHome,
     "The order of sort, or gather of the indices would not be sorted."},
    {"sort.signed_zero", Place::kHome,
     "Zeros compare equal, so both orders are sorted."},
    {"argsort.ties", Place::kHome,
     "The interface does not ask for a stable sort; whether one is stable is "
     "reported."},
};

}  // namespace assay
