// The normal form of a reduction: kept and reduced axes apart, each merged
// where one step serves, and the two loops innermost that kernels run over.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "optimized/layout/panel.h"
#include "spec/shape.h"

namespace assay::optimized {

struct ReductionAxes {
  std::vector<Run> outer_kept;  // outermost first; results lie in this order
  Run kept;
  std::vector<Run> outer_reduced;
  Run reduced;
  // Whether the innermost axis is a reduced one: then kernels fold rows, else
  // columns. It depends on the shape and the axes, not on the strides.
  bool folds_rows = true;
};

// Returns nothing where reduced neighbours do not chain: their elements are
// one row of the tree of sums, and have to be brought into order first.
std::optional<ReductionAxes> reduction_axes(
    const Shape& shape, const Strides& strides,
    const std::vector<std::int64_t>& axes);

// Returns how many indices the axes have.
inline std::int64_t index_count(const std::vector<Run>& axes) {
  std::int64_t count = 1;
  for (const Run& axis : axes) count *= axis.extent;
  return count;
}

// Calls visit(index, offset) for the indices [first, last) over the axes, the
// last one fastest.
template <typename F>
void for_offsets(const std::vector<Run>& axes, std::int64_t first,
                 std::int64_t last, F visit) {
  if (first >= last) return;
  std::array<std::int64_t, kMaxRank> at;
  std::int64_t offset = 0;
  std::int64_t rest = first;
  for (std::size_t i = axes.size(); i-- > 0;) {
    at[i] = rest % axes[i].extent;
    rest /= axes[i].extent;
    offset += at[i] * axes[i].stride;
  }
  for (std::int64_t index = first; index < last; ++index) {
    visit(index, offset);
    for (std::size_t i = axes.size(); i > 0; --i) {
      offset += axes[i - 1].stride;
      if (++at[i - 1] < axes[i - 1].extent) break;
      offset -= axes[i - 1].stride * axes[i - 1].extent;
      at[i - 1] = 0;
    }
  }
}

}  // namespace assay::optimized
