// Tested by tests/optimized/reduction_test.cc.
#include "optimized/reduction_axes.h"

#include <algorithm>

namespace assay::optimized {
namespace {

// One step serves both; where there are no elements, any step does.
bool chains(const Run& outer, const Run& inner) {
  return outer.extent == 0 || inner.extent == 0 ||
         outer.stride == inner.stride * inner.extent;
}

Run merged(const Run& outer, const Run& inner) {
  return {outer.extent * inner.extent, inner.stride};
}

// The innermost run, taken out of the list; a run of one for none.
Run taken_last(std::vector<Run>& runs) {
  if (runs.empty()) return {};
  const Run last = runs.back();
  runs.pop_back();
  return last;
}

}  // namespace

std::optional<ReductionAxes> reduction_axes(
    const Shape& shape, const Strides& strides,
    const std::vector<std::int64_t>& axes) {
  ReductionAxes form;
  bool is_first = true;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const Run run{shape[i], strides[i]};
    if (run.extent == 1) continue;
    const bool is_reduced =
        std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) !=
        axes.end();
    std::vector<Run>& runs = is_reduced ? form.outer_reduced : form.outer_kept;
    const bool is_neighbour = !is_first && form.folds_rows == is_reduced;
    if (is_reduced && is_neighbour && !chains(runs.back(), run))
      return std::nullopt;
    // Results of kept axes are neighbours whatever lies between the axes.
    if (!runs.empty() && (is_neighbour || !is_reduced) &&
        chains(runs.back(), run))
      runs.back() = merged(runs.back(), run);
    else
      runs.push_back(run);
    form.folds_rows = is_reduced;
    is_first = false;
  }
  form.kept = taken_last(form.outer_kept);
  form.reduced = taken_last(form.outer_reduced);
  return form;
}

}  // namespace assay::optimized
