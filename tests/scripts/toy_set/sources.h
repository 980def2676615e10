// Where the clauses of the signals family come from.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kSignalsSources[] = {
    {"correlate.value", Place::kKit, "A toy."},
    {"correlate.every_term", Place::kKit, "A toy."},
    {"correlate.fill", Place::kKit, "A toy."},
    {"correlate.around", Place::kKit, "A toy."},
    {"correlate.bias", Place::kKit, "A toy."},
    {"correlate.terms", Place::kKit, "A toy."},
    {"correlate.like", Place::kKit, "A toy."},
    {"correlate.wrap", Place::kKit, "A toy."},
    {"correlate.accuracy", Place::kKit, "A toy."},
    {"correlate.nonfinite", Place::kKit, "A toy."},
    {"correlate.fresh", Place::kKit, "A toy."},
    {"correlate.rank", Place::kKit, "A toy."},
    {"correlate.same_dtype", Place::kKit, "A toy."},
    {"correlate.extents", Place::kKit, "A toy."},
};

}  // namespace assay
