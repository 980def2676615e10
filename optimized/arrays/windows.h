// unfold and fold: windows that slide over the last axes of a tensor, and the
// sums of what they show.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// The attributes that both ops have, one entry per spatial axis.
struct WindowShape {
  const std::vector<std::pair<std::int64_t, std::int64_t>>& padding;
  const Shape& kernel;
  const Shape& stride;
  const Shape& dilation;
};

// out[…, k, l] = x[…, stride·l + dilation·k - before], 0 in the padding.
void unfold(const Tensor& out, const Tensor& x, const WindowShape& windows);

// out[…, p] = Σ x[…, k, l] over stride·l + dilation·k - before = p.
void fold(const Tensor& out, const Tensor& x, const WindowShape& windows,
          const Shape& output);

}  // namespace assay::optimized
