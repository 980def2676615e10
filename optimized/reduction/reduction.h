// Declares reductions, arg-reductions and scans. The order in which elements
// are summed depends only on the shape and the axes, so results do not depend
// on layout, alignment or threads.
// Tested by tests/optimized/reduction_test.cc and the suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Writes the sum, product, maximum or minimum of x over the axes into `out`,
// which is C-contiguous. With no axes the elements are copied. Callers never
// request extrema of empty operands.
Status reduce(Scan op, const Tensor& out, const Tensor& x,
              const std::vector<std::int64_t>& axes);

// The folds of reductions: those of scans, in their order, and one more.
enum class Folded : std::uint8_t { kSum, kProd, kMax, kMin, kLargestMagnitude };

// Stores the folds of x over the axes in `results`, which has a place in x's
// compute type for each. Those of narrow floats are rounded to odd. There is at
// least one result. With no axes each element is folded alone.
void reduce_into(Folded op, std::byte* results, const Tensor& x,
                 const std::vector<std::int64_t>& axes);

// Writes the int32 position of the first maximum or minimum along an axis, or
// that of the first NaN if there is one.
Status arg_reduce(Scan op, const Tensor& out, const Tensor& x,
                  std::int64_t axis);
// Does the same in an array that has a place for each result.
void arg_reduce_into(Scan op, std::int32_t* positions, const Tensor& x,
                     std::int64_t axis);

// Writes the running sum, product, maximum or minimum along an axis.
Status scan(Scan op, const Tensor& out, const Tensor& x, std::int64_t axis);

}  // namespace assay::optimized
