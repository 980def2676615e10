// Brings a reduction into normal form: kept and reduced axes apart, each merged
// where a single step serves, with the two innermost loops set aside for
// kernels.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "optimized/layout/panel.h"
#include "spec/shape.h"

namespace assay::optimized {

struct ReductionAxes {
  std::vector<Run> outer_kept;  // outermost first, in the order of the results
  Run kept;
  std::vector<Run> outer_reduced;
  Run reduced;
  // True if the innermost axis is a reduced one. Kernels then fold rows, and
  // otherwise columns. This depends on the shape and the axes, not on the
  // strides.
  bool folds_rows = true;
};

// Returns nothing if neighbouring reduced axes do not chain. Their elements are
// one row of the tree of sums and must be brought into order first.
std::optional<ReductionAxes> reduction_axes(
    const Shape& shape, const Strides& strides,
    const std::vector<std::int64_t>& axes);

// Returns how many indices the axes have.
inline std::int64_t index_count(const std::vector<Run>& axes) {
  std::int64_t count = 1;
  for (const Run& axis : axes) count *= axis.extent;
  return count;
}

// Calls visit(index, offset) for the indices [first, last) over the axes, with
// the last axis fastest.
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
