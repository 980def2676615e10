// Draws the calls of dot_general, its update and einsum, and lists those that
// break their preconditions.
// Tested by tests/harness/lax/drawn_contraction_test.cc.
#include "harness/families/drawn_families.h"
#include "harness/lax/contraction_rows.h"
#include "harness/lax/draw_contraction.h"

namespace assay {

std::span<const ClauseCase> lax_contraction_rows() {
  return rows_of<DotCase, EinsumCase>("contraction",
                                      kLaxContractionClauseCases);
}

DrawnCall draw_lax_contraction(const CallWish& wish) {
  return wish.cell.op == "einsum"_op ? draw_einsum(wish)
                                     : draw_dot_general(wish);
}

}  // namespace assay
