// Lists the sources of the clauses of the elementwise ops of lax, and what
// StableHLO and tenferro say of them.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxElementwiseSources[] = {
    {"cmpgt.nan", Place::kHome, "IEEE 754, 5.11: NaN is unordered."},
    {"cmpgt.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmpge.nan", Place::kHome,
     "IEEE 754, 5.11: NaN is unordered, so this is not the negation of cmplt."},
    {"cmpge.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
};

inline constexpr SourceStatement kLaxElementwiseStatements[] = {
    {Place::kStablehloElementwise, 2,
     "compare has the directions GT and GE, and gives a bool tensor.",
     "cmpgt.value cmpge.value"},
};

}  // namespace assay
