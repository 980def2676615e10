// Lists the sources of the indexing family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kIndexingSources[] = {
    {"gather.int32"},
    {"gather.repeated", Place::kHome,
     "Reading twice is harmless, and embedding lookups do."},
    {"scatter.last_wins"},
    {"scatter.accumulate"},
    {"scatter.onto_template"},
    {"scatter.unique"},
    {"scatter.nonfinite", Place::kHome,
     "The order of the updates is free, so only what every order gives is "
     "asked."},
    {"scatter.smaller", Place::kHome,
     "The documents give the ranks alone. PyTorch's scatter takes such "
     "indices, and a backend that wants equal extents refuses nothing that "
     "they promise."},
    {"scatter.empty", Place::kHome,
     "The documents say nothing of indices without elements, and a frontend "
     "can leave such a call out."},
    {"scatter.template_kept", Place::kHome,
     "The result is a new tensor; a template is used again, as zeros are."},
    {"scatter.signed_zero", Place::kHome,
     "Starting at the template or at the first update gives different zeros."},
    {"scatter.same_shape", Place::kHome,
     "Each update needs an index and each index an update; the interface "
     "states equal ranks alone."},
    {"scatter.dtypes"},
};

}  // namespace assay
