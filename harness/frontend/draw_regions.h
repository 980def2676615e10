// Draws the calls of slices, masked elements, repetitions, windows and
// sequences. Tested by tests/harness/frontend/drawn_regions_test.cc.
#pragma once

#include "harness/families/drawn_call.h"
#include "harness/families/robustness_row.h"

namespace assay {

DrawnCall draw_region(const CallWish& wish);

// Adds the calls that break preconditions of a cell.
void add_region_rows(const Cell& cell, RobustnessRows& rows);

}  // namespace assay
