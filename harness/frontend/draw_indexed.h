// Draws the calls of indexed reads and updates.
// Tested by tests/harness/frontend/drawn_indexed_test.cc.
#pragma once

#include "harness/families/drawn_call.h"
#include "harness/families/robustness_row.h"

namespace assay {

DrawnCall draw_indexed(const CallWish& wish);

// Adds the calls that break preconditions of a cell.
void add_indexed_rows(const Cell& cell, RobustnessRows& rows);

}  // namespace assay
