// Lists the sources of the clauses that ops of the selection family share,
// except those that aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kSelectionSources[] = {
    {"selection.strided_operands", Place::kBurnFlex},
};

}  // namespace assay
