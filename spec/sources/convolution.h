// Lists the sources of the convolution family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kConvolutionSources[] = {
    {"convolution.strided_operands", Place::kBurnFlex},
    {"convolution.out", Place::kBurnModules},
    {"convolution.accumulator", Place::kBurnModules,
     "16-bit kernels that add in 16 bits lose a filter of a thousand taps."},
    {"convolution.accuracy", Place::kBurnModules,
     "The worst case of direct sums, im2col and blocked sums, with or without "
     "FMA. Winograd and FFT forms exceed it."},
    {"conv.bias"},
    {"conv.stride", Place::kBurnOptions},
    {"conv.dilation", Place::kBurnOptions},
    {"conv.groups", Place::kBurnOptions},
    {"conv.padding", Place::kBurnOptions},
    {"conv.asymmetric", Place::kBurnModules,
     "A strided convolution of even extent needs one element more on one "
     "side."},
    {"conv.correlation", Place::kHome,
     "Every framework calls the correlation a convolution."},
    {"conv.depthwise", Place::kHome,
     "Kernels of their own serve one channel per group, and they err in "
     "multipliers."},
    {"conv.window_count", Place::kHome,
     "The size of the result rounds down in every framework."},
    {"conv.isolated_nan", Place::kHome,
     "A padded tile multiplied by 0 spreads NaN to its neighbours."},
    {"conv.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked; "
     "0·inf must not be skipped."},
    {"conv.padding_is_no_term", Place::kHome,
     "Zeros that are multiplied make NaN of an infinite weight. Burn has a "
     "regression test for it."},
    {"conv.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"convolution.symmetric", Place::kBurnModules,
     "Burn's trait has one number for both sides but for two axes."},
    {"convolution.whole_groups", Place::kBurnModules,
     "Channels cannot be shared out to groups that do not divide them."},
    {"convolution.channels", Place::kBurnModules,
     "A filter of other channels has no meaning."},
    {"conv.fits", Place::kHome,
     "A result without windows would be an empty tensor by chance."},
    {"convolution.gradient", Place::kBurnModules,
     "Another shape is the gradient of another function."},
    {"convolution.lengths", Place::kBurnModules,
     "Options have one entry per axis."},
    {"convolution.rank", Place::kBurnModules, "Batch and channels come first."},
    {"convolution.positive", Place::kBurnModules,
     "A stride of 0 would repeat one window without end."},
    {"convolution.same_dtype", Place::kBurnModules,
     "Promotion is the frontend's."},
    {"conv_transpose.size"},
    {"conv_transpose.weight_layout"},
    {"conv_transpose.groups"},
    {"conv_transpose.output_padding", Place::kBurnOptions},
    {"conv_transpose.output_padding_keeps", Place::kHome,
     "The result is longer so that it can have the extent that a strided "
     "convolution started from; its last elements are as real as the others."},
    {"conv_transpose.bias", Place::kHome, "As in conv."},
    {"conv_transpose.stride", Place::kHome, "The adjoint of conv's stride."},
    {"conv_transpose.dilation", Place::kHome,
     "The adjoint of conv's dilation."},
    {"conv_transpose.uncovered", Place::kHome,
     "The sum of no terms; an out that is left unwritten shows old memory."},
    {"conv_transpose.dropped", Place::kHome, "The adjoint of conv's padding."},
    {"conv_transpose.overlap", Place::kHome,
     "It is a sum; a kernel that stores instead of adding keeps the last."},
    {"conv_transpose.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"conv_transpose.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"conv_transpose.short_output_padding", Place::kHome,
     "More would add places that no convolution starts from; PyTorch refuses "
     "it too."},
};

}  // namespace assay
