// Lists the sources of the conversion family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kConversionSources[] = {
    {"cast.truncate"},
    {"cast.rounding", Place::kHome,
     "IEEE 754's default; rounding through float32 on the way to a narrower "
     "float rounds twice."},
    {"cast.overflow", Place::kHome,
     "IEEE 754 rounds to infinity; OCP's e4m3 has none, and 464 is the tie "
     "above its largest value, 448."},
    {"cast.nan", Place::kHome,
     "WebAssembly's and Rust's saturating casts give 0; C leaves it undefined, "
     "which means garbage."},
    {"cast.out_of_range", Place::kHome,
     "C leaves it undefined; x86 and Arm differ, and the nearest value is the "
     "least surprising."},
    {"cast.bool", Place::kHome,
     "C's conversion to _Bool and NumPy's: NaN is not zero."},
    {"cast.from_bool", Place::kHome, "C's conversion from _Bool."},
    {"cast.complex", Place::kHome,
     "NumPy and PyTorch drop the imaginary part; a real number is on the real "
     "axis, above the cut."},
};

}  // namespace assay
