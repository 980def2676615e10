// Joins the ops of the selection family: which function draws their calls, and
// which calls break their preconditions.
// Tested by tests/harness/nn/drawn_regions_test.cc.
#include "harness/families/drawn_families.h"
#include "harness/nn/draw_regions.h"
#include "harness/nn/region_rows.h"

namespace assay {

std::span<const ClauseCase> selection_rows() {
  return rows_of<RegionCase>("selection", kRegionClauseCases);
}

DrawnCall draw_selection(const CallWish& wish) { return draw_region(wish); }

void add_selection_rows(const Cell& cell, RobustnessRows& rows) {
  add_region_rows(cell, rows);
}

}  // namespace assay
