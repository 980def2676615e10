// Splits a walk over several tensors of one shape into parts for threads.
// Tested by tests/optimized/threads_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/layout/axes.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

// Calls work(part, offsets) for parts of the axes, with the offset of each
// tensor at the part's first element. The split axis is the outermost one that
// is long enough for all threads, or else the longest. Ranges of the two inner
// axes begin at multiples of `unit`.
template <std::size_t tensors, typename F>
void in_axis_ranges(const Axes<tensors>& axes, std::int64_t unit, bool is_worth,
                    const F& work) {
  if (!is_worth || axes.count() == 0)
    return work(axes, std::array<std::int64_t, tensors>());
  std::size_t split = 0;
  for (std::size_t i = 0; i < axes.count(); ++i) {
    if (axes[split].extent >= range_count()) break;
    if (axes[i].extent > axes[split].extent) split = i;
  }
  in_ranges(axes[split].extent, split + 2 < axes.count() ? 1 : unit, true,
            [&](std::int64_t first, std::int64_t last) {
              Axes<tensors> part = axes;
              part[split].extent = last - first;
              auto offsets = axes[split].strides;
              for (std::int64_t& offset : offsets) offset *= first;
              work(part, offsets);
            });
}

}  // namespace assay::optimized
