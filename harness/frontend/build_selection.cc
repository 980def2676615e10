// Joins the ops of the selection family: which function draws their calls, and
// which calls break their preconditions.
// Tested by tests/harness/frontend/drawn_regions_test.cc and
// drawn_indexed_test.cc.
#include <algorithm>
#include <array>
#include <iterator>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_indexed.h"
#include "harness/frontend/draw_regions.h"
#include "harness/frontend/indexed_rows.h"
#include "harness/frontend/region_rows.h"

namespace assay {
namespace {

constexpr auto kSelectionClauseCases = [] {
  std::array<ClauseCase,
             std::size(kIndexedClauseCases) + std::size(kRegionClauseCases)>
      rows;
  const auto end = std::ranges::copy(kIndexedClauseCases, rows.begin()).out;
  std::ranges::copy(kRegionClauseCases, end);
  return rows;
}();

// Returns whether the op reads or updates the elements that indices name.
bool is_indexed(Op op) {
  const auto& operands = spec_of(op).signature.operands;
  return std::any_of(
      operands.begin(), operands.end(),
      [](const Argument& operand) { return operand.name == "indices"; });
}

}  // namespace

std::span<const ClauseCase> selection_rows() {
  return rows_of<IndexedCase, RegionCase>("selection", kSelectionClauseCases);
}

DrawnCall draw_selection(const CallWish& wish) {
  return is_indexed(wish.cell.op) ? draw_indexed(wish) : draw_region(wish);
}

void add_selection_rows(const Cell& cell, RobustnessRows& rows) {
  if (is_indexed(cell.op)) return add_indexed_rows(cell, rows);
  add_region_rows(cell, rows);
}

}  // namespace assay
