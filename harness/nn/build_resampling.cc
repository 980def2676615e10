// Draws the calls of the resampling family.
// Tested by tests/harness/nn/drawn_resampling_test.cc.
#include "harness/families/drawn_families.h"
#include "harness/nn/resampling_rows.h"

namespace assay {

std::span<const ClauseCase> resampling_rows() {
  return rows_of("resampling", kResamplingClauseCases);
}

DrawnCall draw_resampling(const CallWish& wish) {
  return wish.cell.op == "grid_sample_2d"_op ? draw_grid_sample(wish)
                                             : draw_interpolation(wish);
}

}  // namespace assay
