// Lists the sources of the windows family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kWindowsSources[] = {
    {"unfold.order", Place::kHome,
     "Row-major is the order of everything else in the interface; a kernel "
     "then flattens by reshape."},
    {"unfold.padding", Place::kHome,
     "A convolution by unfold and matmul needs the neutral element of the "
     "sum."},
    {"unfold.count", Place::kHome,
     "As in every convolution that does not round up: a window that sticks out "
     "has elements that nobody stored."},
    {"unfold.fits", Place::kHome,
     "Without a window the count would be negative or the result empty by "
     "accident."},
    {"fold.consistent"},
    {"fold.overlap"},
    {"fold.dropped", Place::kHome,
     "The adjoint of reading padding as 0: nothing outside of the result "
     "exists."},
    {"fold.uncovered", Place::kHome, "The sum of no terms."},
    {"fold.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"fold.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},
};

}  // namespace assay
