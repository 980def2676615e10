// Lists the sources of the clauses of the gradients of convolutions, except
// those that aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kConvolutionGradientSources[] = {
    {"conv_x_backward.remainder", Place::kHome,
     "The sum of no terms; a gradient that is as long as its windows leaves "
     "old "
     "memory there."},
    {"conv_x_backward.groups", Place::kHome, "As in conv."},
    {"conv_x_backward.stride", Place::kHome, "The adjoint of conv's stride."},
    {"conv_x_backward.dilation", Place::kHome,
     "The adjoint of conv's dilation."},
    {"conv_x_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"conv_x_backward.shape_only", Place::kHome,
     "A convolution is linear in x, so this gradient does not depend on x."},
    {"conv_x_backward.adjoint", Place::kHome,
     "It defines the gradient of a linear function."},
    {"conv_x_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"conv_x_backward.fits", Place::kHome, "As in conv."},

    {"conv_weight_backward.groups", Place::kHome, "As in conv."},
    {"conv_weight_backward.stride", Place::kHome,
     "The adjoint of conv's stride."},
    {"conv_weight_backward.dilation", Place::kHome,
     "The adjoint of conv's dilation."},
    {"conv_weight_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked. "
     "Columns that are padded with zeros make NaN of an infinite gradient."},
    {"conv_weight_backward.shape_only", Place::kHome,
     "A convolution is linear in weight, so this gradient does not depend on "
     "it."},
    {"conv_weight_backward.adjoint", Place::kHome,
     "It defines the gradient of a linear function."},
    {"conv_weight_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"conv_weight_backward.fits", Place::kHome, "As in conv."},

    {"conv_transpose_x_backward.groups", Place::kHome, "As in conv_transpose."},
    {"conv_transpose_x_backward.stride", Place::kHome,
     "The adjoint of conv_transpose's stride."},
    {"conv_transpose_x_backward.dilation", Place::kHome,
     "The adjoint of conv_transpose's dilation."},
    {"conv_transpose_x_backward.trailing", Place::kHome,
     "A convolution of grad counts every window that fits, but x had no "
     "element for the last of them."},
    {"conv_transpose_x_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked. "
     "Padding that is multiplied makes NaN of an infinite weight."},
    {"conv_transpose_x_backward.adjoint", Place::kHome,
     "It defines the gradient of a linear function."},
    {"conv_transpose_x_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"conv_transpose_x_backward.short_output_padding", Place::kHome,
     "As in conv_transpose."},
    {"conv_transpose_x_backward.whole_extents", Place::kHome,
     "The call has no x, so its extents follow from those of grad."},

    {"conv_transpose_weight_backward.groups", Place::kHome,
     "As in conv_transpose."},
    {"conv_transpose_weight_backward.stride", Place::kHome,
     "The adjoint of conv_transpose's stride."},
    {"conv_transpose_weight_backward.dilation", Place::kHome,
     "The adjoint of conv_transpose's dilation."},
    {"conv_transpose_weight_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked. "
     "Columns that are padded with zeros make NaN of an infinite element."},
    {"conv_transpose_weight_backward.shape_only", Place::kHome,
     "A convolution is linear in weight, so this gradient does not depend on "
     "it."},
    {"conv_transpose_weight_backward.adjoint", Place::kHome,
     "It defines the gradient of a linear function."},
    {"conv_transpose_weight_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"conv_transpose_weight_backward.short_output_padding", Place::kHome,
     "As in conv_transpose."},
};

}  // namespace assay
