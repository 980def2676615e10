// Declares pad and cat, which store operands as parts of a larger tensor.
// Tested by the movement family of the suite.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/element.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[i + before] = x[i], and the fill value elsewhere.
void pad(const Tensor& out, const Tensor& x,
         const std::vector<std::pair<std::int64_t, std::int64_t>>& padding,
         ElementBits value);

// Stores the members one after the other along the axis.
void cat(const Tensor& out, const std::vector<Tensor>& members,
         std::int64_t axis);

}  // namespace assay::optimized
