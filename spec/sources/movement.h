// Lists the sources of the movement family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
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
