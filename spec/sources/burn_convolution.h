// Lists the statements of Burn's backend traits, and of the architecture of
// burn-flex, about convolutions, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnConvolutionStatements[] = {
    {Place::kBurnModules, 3,
     "Convolutions over one, two and three axes have their shapes: x (N, C, "
     "in…), weight (O, C/groups, kernel…), bias (O).",
     "conv.value conv.bias"},
    {Place::kBurnModules, 2,
     "Convolutions and transposed ones have gradients with respect to x and to "
     "weight.",
     "conv_x_backward.value conv_weight_backward.value "
     "conv_transpose_x_backward.value conv_transpose_weight_backward.value"},
    {Place::kBurnModules, 1, "The result is written for the caller.",
     "convolution.out"},
    {Place::kBurnOptions, 4,
     "stride, padding, dilation and groups are options of a convolution.",
     "conv.stride conv.padding conv.dilation conv.groups"},
    {Place::kBurnOptions, 1,
     "padding_out makes the result of a transposed convolution longer.",
     "conv_transpose.output_padding"},
    {Place::kBurnFlex, 1,
     "A transposed convolution scatters each input into its window.",
     "conv_transpose.value"},
    {Place::kBurnFlex, 1, "The formula of the extents of its result.",
     "conv_transpose.size"},
    {Place::kBurnFlex, 2,
     "Its weight has input channels first, and groups split both.",
     "conv_transpose.weight_layout conv_transpose.groups"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "convolution.strided_operands"},
};

}  // namespace assay
