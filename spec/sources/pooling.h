// Lists the sources of the pooling family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kPoolingSources[] = {
    {"pooling.count"},
    {"pooling.ceil_mode"},
    {"pooling.ceil_start", Place::kHome,
     "A window without an element has no maximum and no mean. PyTorch and ONNX "
     "leave it out too."},
    {"pooling.index_dtype", Place::kBurnFlex},
    {"pooling.strided_operands", Place::kBurnFlex},
    {"pooling.accumulator", Place::kHome,
     "A running sum of 8 or 11 bits stalls once it is 2^p times an element; "
     "libraries accumulate in float32."},
    {"pooling.lengths", Place::kHome,
     "The functions of the traits are one for each number of spatial axes, and "
     "their lists have that length."},
    {"pooling.rank", Place::kHome, "Channels come first in every function."},
    {"pooling.extents", Place::kHome,
     "Without a channel or a position there is nothing to pool."},
    {"pooling.positive", Place::kHome,
     "A negative extent or step means nothing. Zeros of forward pools are "
     "typed errors instead."},
    {"pooling.padding", Place::kHome,
     "PyTorch asks for it: with more, a window may lie wholly in the padding."},
    {"pooling.fits", Place::kHome,
     "Without a window the count would be negative or the result empty by "
     "accident."},
    {"pooling.gradient", Place::kHome,
     "A gradient has one element for each element of the result."},

    {"max_pool.padding", Place::kHome,
     "Padding with 0 would win over negative elements."},
    {"max_pool.dilation", Place::kHome,
     "As in convolutions, whose geometry pools share."},
    {"max_pool.negative_infinity", Place::kHome,
     "A search that starts at the least finite value finds nothing here."},
    {"max_pool.no_element", Place::kHome,
     "-inf is the maximum of nothing; burn-flex gives it too."},
    {"max_pool.zero_kernel", Place::kBurnFlex},
    {"max_pool.zero_stride", Place::kBurnFlex},
    {"max_pool.signed_zero", Place::kHome,
     "IEEE 754 orders zeros as equal, and a maximum may return either."},

    {"max_pool_with_indices.flat_index", Place::kBurnFlex},
    {"max_pool_with_indices.padding", Place::kHome,
     "Padding with 0 would win over negative elements, and has no index."},
    {"max_pool_with_indices.dilation", Place::kHome,
     "As in convolutions, whose geometry pools share."},
    {"max_pool_with_indices.first_tie", Place::kHome,
     "As argmax of the interface; the gradient then goes to one place."},
    {"max_pool_with_indices.nan_index", Place::kHome,
     "The index must lead to the value, but libraries stop at the first NaN or "
     "at the last."},
    {"max_pool_with_indices.negative_infinity", Place::kHome,
     "A search that starts at -inf and asks for more keeps no index here."},
    {"max_pool_with_indices.no_element", Place::kHome,
     "-1 is no position, so the gradient can drop it; burn-flex does both."},
    {"max_pool_with_indices.zero_kernel", Place::kBurnFlex},
    {"max_pool_with_indices.zero_stride", Place::kBurnFlex},
    {"max_pool_with_indices.index_integer", Place::kHome,
     "An index is an integer, and -1 stands for none."},

    {"max_pool_backward.overlap", Place::kHome,
     "The derivative of a sum is the sum of the derivatives."},
    {"max_pool_backward.uncovered", Place::kHome, "The sum of no terms."},
    {"max_pool_backward.no_element", Place::kHome,
     "A window without an element depends on none."},
    {"max_pool_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"max_pool_backward.shape_only", Place::kHome,
     "The indices say all that the gradient needs of x."},
    {"max_pool_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},
    {"max_pool_backward.range", Place::kBurnFlex,
     "Another index names no position, and writing there would change "
     "another's memory."},

    {"avg_pool.divisor", Place::kHome,
     "As in PyTorch, whose attribute has this name."},
    {"avg_pool.divisor_clipped", Place::kHome,
     "Positions that only rounding up adds are not padding that a caller asked "
     "for; PyTorch clips them too."},
    {"avg_pool.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"avg_pool.long", Place::kHome,
     "In float16 a running sum of ones stops at 2048."},
    {"avg_pool.zero_kernel", Place::kBurnFlex},
    {"avg_pool.zero_stride", Place::kBurnFlex},
    {"avg_pool.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},

    {"avg_pool_backward.same_divisor", Place::kHome,
     "Another divisor is the gradient of another function."},
    {"avg_pool_backward.overlap", Place::kHome,
     "The derivative of a sum is the sum of the derivatives."},
    {"avg_pool_backward.uncovered", Place::kHome, "The sum of no terms."},
    {"avg_pool_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"avg_pool_backward.shape_only", Place::kHome,
     "A mean is linear, so its gradient does not depend on x."},
    {"avg_pool_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},

    {"adaptive_avg_pool.bins", Place::kHome,
     "The bins of PyTorch. In floating point ⌈⌉ would sometimes take one "
     "element more."},
    {"adaptive_avg_pool.global", Place::kHome,
     "There is one bin, which holds every position."},
    {"adaptive_avg_pool.identity", Place::kHome,
     "Each bin holds one element, and a mean of one element is that element."},
    {"adaptive_avg_pool.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"adaptive_avg_pool.long", Place::kHome,
     "In float16 a running sum of ones stops at 2048."},
    {"adaptive_avg_pool.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},

    {"adaptive_avg_pool_backward.overlap", Place::kHome,
     "The derivative of a sum is the sum of the derivatives."},
    {"adaptive_avg_pool_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"adaptive_avg_pool_backward.shape_only", Place::kHome,
     "A mean is linear, so its gradient does not depend on x."},
    {"adaptive_avg_pool_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},
};

}  // namespace assay
