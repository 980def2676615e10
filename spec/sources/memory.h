// Lists the sources of the memory family's clauses, except those that aspects.h
// covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kMemorySources[] = {
    {"buffer.contents", Place::kHome,
     "Clearing memory that is about to be overwritten costs a pass over it, so "
     "both are allowed."},
    {"full.value", Place::kInterfaceCreation},
    {"full.fresh", Place::kHome,
     "The interface makes a new tensor; a constant kept for the next call "
     "changes with the first write to it."},
    {"from_host.value", Place::kInterfaceCreation},
    {"to_host.value", Place::kInterfaceProperties},
    {"contiguous.layout"},
    {"contiguous.offset", Place::kHome,
     "C-contiguous means offset 0 in the view module, so a shifted view is not "
     "yet that."},
    {"contiguous.may_share", Place::kHome,
     "The interface permits both, and callers that need a copy have copy."},
    {"assign.match"},
    {"assign.neighbours", Place::kHome,
     "They belong to the base or to other views; a write of whole bytes "
     "destroys the nibble beside it."},
    {"assign.overlap", Place::kHome,
     "The order of the writes is free; NumPy copies first, PyTorch refuses, "
     "memcpy is undefined."},
    {"assign.repeated", Place::kHome,
     "Many sources for one element: whichever is written last, and the order "
     "is free. NumPy's broadcast views are read-only, and PyTorch refuses the "
     "write."},
    {"context.owner", Place::kInterfaceTypes},
};

}  // namespace assay
