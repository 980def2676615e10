// Joins the ops that lax adds to the indexing family: which function draws
// their calls, and which calls break their preconditions.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#include "harness/families/drawn_families.h"
#include "harness/lax/draw_indexing.h"
#include "harness/lax/indexing_rows.h"

namespace assay {
namespace {

bool takes_index_vectors(Op op) {
  return spec_of(op).has(AttributeKey::kIndexVectorDim);
}

}  // namespace

std::span<const ClauseCase> lax_indexing_rows() {
  return rows_of<LaxIndexingCase>("indexing", kLaxIndexingClauseCases);
}

DrawnCall draw_lax_indexing(const CallWish& wish) {
  return takes_index_vectors(wish.cell.op) ? draw_windows_by_index(wish)
                                           : draw_dynamic_slice(wish);
}

void add_lax_indexing_rows(const Cell& cell, RobustnessRows& rows) {
  if (takes_index_vectors(cell.op)) return add_window_index_rows(cell, rows);
  add_dynamic_slice_rows(cell, rows);
}

}  // namespace assay
