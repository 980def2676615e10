// Declares the ops that fill regions: slices with steps, repetitions and
// sequences.
// Tested by the selection family of the suite.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores x in out, and value in the places that a slice of out shows.
Status slice_assign(
    const Tensor& out, const Tensor& x, const Tensor& value,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
    const std::vector<std::int64_t>& steps);

// Stores `times` copies of x, one after the other along the axis.
void repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
            std::int64_t times);

// Stores out[i] = start + step·i.
void arange(const Tensor& out, std::int64_t step, std::int64_t start);

}  // namespace assay::optimized
