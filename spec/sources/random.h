// Lists the sources of the random family's clauses, except those that aspects.h
// covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kRandomSources[] = {
    {"threefry.int32"},
    {"threefry.rounds", Place::kHome,
     "Twenty is the published default and JAX's; the known answers of the "
     "paper's authors pin every constant."},
    {"threefry.words", Place::kHome,
     "The hash maps two words to two words, so a pair needs a place; the last "
     "axis keeps its words side by side."},
    {"threefry.pairs", Place::kHome,
     "A pair is two words; any other extent leaves words over."},
};

}  // namespace assay
