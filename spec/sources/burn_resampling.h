// Lists the statements of Burn's backend traits, and of the architecture of
// burn-flex, about interpolation and grid samples, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnResamplingStatements[] = {
    {Place::kBurnModules, 2,
     "interpolate resamples an image to an output size, and has a backward "
     "function.",
     "interpolate.value interpolate_backward.value"},
    {Place::kBurnModules, 1,
     "grid_sample_2d samples an image at the positions of a grid.",
     "grid_sample_2d.value"},
    {Place::kBurnOptions, 1, "nearest rounds the source position down.",
     "interpolate.nearest"},
    {Place::kBurnOptions, 2,
     "With align_corners the corners of both images meet; without, positions "
     "are those of the centres of pixels.",
     "interpolate.align_corners interpolate.half_pixels"},
    {Place::kBurnOptions, 2,
     "With align_corners -1 and 1 of a grid are the centres of the corner "
     "pixels; without, they are their outer corners.",
     "grid_sample_2d.align_corners grid_sample_2d.half_pixels"},
    {Place::kBurnOptions, 3,
     "Outside of the image a grid sample is zero, or its position is clamped "
     "to the border or reflected at it.",
     "grid_sample_2d.zeros grid_sample_2d.border grid_sample_2d.reflection"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "resampling.strided_operands"},
};

}  // namespace assay
