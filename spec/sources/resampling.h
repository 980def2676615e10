// Lists the sources of the resampling family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kResamplingSources[] = {
    {"resampling.strided_operands", Place::kBurnFlex},
    {"resampling.accumulator", Place::kHome,
     "Positions of 8 or 11 bits name the wrong element from extent 256 or 2048 "
     "on; libraries compute them in float32."},
    {"resampling.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"resampling.partial_overflow", Place::kHome,
     "Weights may be applied axis by axis or as products, and a partial sum of "
     "one form may overflow where that of another does not."},
    {"resampling.rank", Place::kHome,
     "The functions of the traits take images: N, C, H and W."},
    {"resampling.extents", Place::kHome,
     "Without a channel or a position there is nothing to sample."},
    {"resampling.output_size", Place::kHome,
     "An image has two extents, and PyTorch asks for positive ones too."},
    {"resampling.gradient", Place::kHome,
     "A gradient has one element for each element of the result."},

    {"interpolate.nearest", Place::kBurnOptions},
    {"interpolate.nearest_exact", Place::kHome,
     "The centre of a pixel lies in one pixel of the operand; PyTorch has the "
     "mode under this name."},
    {"interpolate.nearest_alike", Place::kHome,
     "Corners that meet are a notion of modes that interpolate; PyTorch "
     "refuses the combination."},
    {"interpolate.align_corners", Place::kBurnOptions},
    {"interpolate.half_pixels", Place::kBurnOptions},
    {"interpolate.bicubic", Place::kHome,
     "PyTorch and OpenCV have this kernel; Keys' own choice of a is -1/2."},
    {"interpolate.lanczos3", Place::kHome,
     "Weights cut off at the border and at three positions do not sum to 1, "
     "and a constant image would not stay constant."},
    {"interpolate.identity", Place::kHome,
     "Every position is an integer, and the kernels are 1 at 0 and 0 at other "
     "integers."},
    {"interpolate.constant", Place::kHome, "The weights sum to 1."},
    {"interpolate.border", Place::kHome,
     "As in PyTorch for the first two, and in image libraries for lanczos3."},
    {"interpolate.axes_apart", Place::kHome,
     "One ratio for both axes distorts an image whose aspect changes."},
    {"interpolate.corners", Place::kHome,
     "It is what the attribute is named after."},
    {"interpolate.no_antialias", Place::kHome,
     "A filter that grows with the ratio is another function; PyTorch has an "
     "option for it, off by default."},
    {"interpolate.nonfinite_tap", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"interpolate.breakpoint", Place::kHome,
     "30 to 44 elements: 22·(30/44) in float32 is just below 15."},
    {"interpolate.zero_weight", Place::kHome,
     "0·inf is NaN, and kernels may skip a weight of 0 or not; a position that "
     "is off by a rounding gives such a weight to a neighbour."},

    {"interpolate_backward.total", Place::kHome,
     "The adjoint of a selection is a selection too."},
    {"interpolate_backward.overlap", Place::kHome,
     "The derivative of a sum is the sum of the derivatives."},
    {"interpolate_backward.uncovered", Place::kHome, "The sum of no terms."},
    {"interpolate_backward.long", Place::kHome,
     "In float16 a running sum of ones stops at 2048."},
    {"interpolate_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"interpolate_backward.shape_only", Place::kHome,
     "Interpolation is linear, so its gradient does not depend on x."},
    {"interpolate_backward.breakpoint", Place::kHome,
     "The gradient goes where interpolate reads, and at a breakpoint it may "
     "read one of two elements."},
    {"interpolate_backward.zero_weight", Place::kHome,
     "As for interpolate: 0·inf is NaN, and kernels may skip a weight of 0."},

    {"grid_sample_2d.order", Place::kHome,
     "Coordinates are x and y, as in PyTorch, while axes are H and W."},
    {"grid_sample_2d.align_corners", Place::kBurnOptions},
    {"grid_sample_2d.half_pixels", Place::kBurnOptions},
    {"grid_sample_2d.zeros", Place::kBurnOptions},
    {"grid_sample_2d.border", Place::kBurnOptions},
    {"grid_sample_2d.reflection", Place::kBurnOptions},
    {"grid_sample_2d.tie", Place::kHome,
     "IEEE 754 rounds so by default, and PyTorch does."},
    {"grid_sample_2d.far", Place::kHome,
     "Warps throw positions far away, where a conversion to int32 overflows or "
     "a loop of reflections does not end."},
    {"grid_sample_2d.single", Place::kHome,
     "The distance of the mirrors is 0 with align_corners, and a remainder by "
     "it is NaN."},
    {"grid_sample_2d.isolated_nan", Place::kHome,
     "A kernel that multiplies elements outside by 0 spreads a NaN."},
    {"grid_sample_2d.nonfinite_grid", Place::kHome,
     "No position is meant, and libraries clamp, skip or propagate."},
    {"grid_sample_2d.zero_weight", Place::kHome,
     "0·NaN is NaN, and kernels may skip a weight of 0 or not."},
    {"grid_sample_2d.near_half", Place::kHome,
     "The rounding of the position may reach the half."},
    {"grid_sample_2d.lost_position", Place::kHome,
     "Rounding moves the position by an eighth of an element or more."},
    {"grid_sample_2d.modes", Place::kHome,
     "These are the two ways that every library of the set has."},
    {"grid_sample_2d.grid", Place::kHome,
     "Each element of the result has one position, of two numbers."},
};

}  // namespace assay
