// Lists the sources of the clauses of convert, and what tenferro says of it.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxConversionSources[] = {
    {"convert.rounding", Place::kHome,
     "IEEE 754's default; truncation, or a way through float32, is off by more "
     "than half a unit."},
    {"convert.signed_zero", Place::kHome,
     "Both dtypes have both zeros, and a conversion by subtraction or by "
     "integers loses the sign."},
    {"convert.complex", Place::kHome,
     "A real number is on the real axis, above the cut."},
    {"convert.refused"},
};

inline constexpr SourceStatement kLaxConversionStatements[] = {
    {Place::kTenferroConversion, 1,
     "convert keeps every value, between the dtypes of a lattice.",
     "convert.value"},
    {Place::kTenferroConversion, 2,
     "A pair outside of the lattice is an unsupported conversion, a typed "
     "error; cast is for those.",
     "convert.refused"},
};

}  // namespace assay
