// Lists the statements of Burn's backend traits and of the architecture of
// burn-flex about pools, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kPoolingStatements[] = {
    {Place::kBurnModules, 3,
     "Maximum and average pooling, and the averages of a given output size.",
     "max_pool.value avg_pool.value adaptive_avg_pool.value"},
    {Place::kBurnModules, 1,
     "Maximum pooling can return the indices of the maxima too.",
     "max_pool_with_indices.value"},
    {Place::kBurnModules, 3, "Each pool has a backward function.",
     "max_pool_backward.value avg_pool_backward.value "
     "adaptive_avg_pool_backward.value"},
    {Place::kBurnModules, 1,
     "The output size follows from kernel, stride, padding and dilation, and "
     "is rounded down.",
     "pooling.count"},
    {Place::kBurnModules, 1,
     "With ceil_mode it is rounded up; the formula keeps a window that is "
     "wholly in the padding.",
     "pooling.ceil_mode pooling.ceil_start"},
    {Place::kBurnFlex, 1, "A kernel or stride of zero is asserted against.",
     "max_pool.zero_kernel max_pool.zero_stride "
     "max_pool_with_indices.zero_kernel max_pool_with_indices.zero_stride "
     "avg_pool.zero_kernel avg_pool.zero_stride"},
    {Place::kBurnFlex, 1,
     "Indices of pools are flat, row-major over the spatial axes.",
     "max_pool_with_indices.flat_index"},
    {Place::kBurnFlex, 1,
     "Indices have the integer dtype that is asked for, whatever the machine's "
     "word.",
     "pooling.index_dtype"},
    {Place::kBurnFlex, 1, "Negative indices are detected.",
     "max_pool_backward.range"},
    {Place::kBurnFlex, 1,
     "Tensors have signed strides, stride 0 and offsets, and kernels read them "
     "so.",
     "pooling.strided_operands"},
};

}  // namespace assay
