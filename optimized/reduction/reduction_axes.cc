// Implements the normal form of reductions.
// Tested by tests/optimized/reduction_test.cc.
#include "optimized/reduction/reduction_axes.h"

#include <algorithm>

namespace assay::optimized {
namespace {

// Returns whether one step serves both axes. Without elements any step does.
bool chains(const Run& outer, const Run& inner) {
  return outer.extent == 0 || inner.extent == 0 ||
         outer.stride == inner.stride * inner.extent;
}

Run merged(const Run& outer, const Run& inner) {
  return {outer.extent * inner.extent, inner.stride};
}

}  // namespace

std::optional<ReductionAxes> reduction_axes(
    const Shape& shape, const Strides& strides,
    const std::vector<std::int64_t>& axes) {
  ReductionAxes form;
  // The innermost runs so far; the lists hold those outside of them.
  std::optional<Run> kept, reduced;
  bool is_first = true;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const Run run{shape[i], strides[i]};
    if (run.extent == 1) continue;
    const bool is_reduced =
        std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) !=
        axes.end();
    std::optional<Run>& inner = is_reduced ? reduced : kept;
    const bool is_neighbour = !is_first && form.folds_rows == is_reduced;
    if (is_reduced && is_neighbour && !chains(*inner, run)) return std::nullopt;
    // Kept axes may be merged across reduced ones, because their results are
    // neighbours.
    if (inner && (is_neighbour || !is_reduced) && chains(*inner, run)) {
      inner = merged(*inner, run);
    } else {
      if (inner)
        (is_reduced ? form.outer_reduced : form.outer_kept).push_back(*inner);
      inner = run;
    }
    form.folds_rows = is_reduced;
    is_first = false;
  }
  form.kept = kept.value_or(Run{});
  form.reduced = reduced.value_or(Run{});
  return form;
}

}  // namespace assay::optimized
