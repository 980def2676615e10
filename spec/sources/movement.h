// Where the clauses of family movement come from, but for those of aspects.h.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kMovementSources[] = {
    {"expand.strides"},   {"expand.shape"},   {"reshape.compatible_strides"},
    {"reshape.may_copy"}, {"reshape.count"},  {"permute.permutation"},
    {"shrink.bounds"},    {"flip.length"},    {"cat.empty_member"},
    {"cat.not_empty"},    {"cat.axis_valid"}, {"cat.shapes"},
};

}  // namespace assay
