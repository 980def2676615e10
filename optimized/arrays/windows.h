// Declares unfold, which copies windows that slide over the last axes of a
// tensor, and fold, which sums overlapping windows.
// Tested by the windows family of the suite.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// The attributes that both ops have, with one entry per spatial axis.
struct WindowShape {
  const std::vector<std::pair<std::int64_t, std::int64_t>>& padding;
  const Shape& kernel;
  const Shape& stride;
  const Shape& dilation;
};

// Stores out[…, k, l] = x[…, stride·l + dilation·k - before], and 0 for
// elements in the padding.
void unfold(const Tensor& out, const Tensor& x, const WindowShape& windows);

// Stores out[…, p] = Σ x[…, k, l] over stride·l + dilation·k - before = p.
void fold(const Tensor& out, const Tensor& x, const WindowShape& windows,
          const Shape& output);

}  // namespace assay::optimized
