// Lists the sources of the clauses of the normalization family, except those
// that aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kNormalizationSources[] = {
    {"normalization.strided_operands", Place::kBurnFlex},
    {"normalization.accumulator", Place::kKit,
     "Burn and PyTorch keep the statistics of half precision in float32; a sum "
     "of squares in float16 overflows at once."},
    {"normalization.signed_zero", Place::kKit,
     "A bound on a distance does not tell the two zeros apart."},
    {"normalization.partial_overflow", Place::kKit,
     "The scale bounds what is met on the way to the result, and the order of "
     "the steps is free."},
    {"layer_norm.bias"},
    {"layer_norm.biased_variance"},
    {"layer_norm.epsilon_inside"},
    {"layer_norm.extents"},
    {"layer_norm.rows_apart", Place::kHome,
     "Each row has statistics of its own."},
    {"layer_norm.large_mean", Place::kHome,
     "The mean of the squares minus the square of the mean cancels; at mean "
     "4096 and spread 1 nothing is left of it in float32."},
    {"layer_norm.empty_rows", Place::kHome,
     "There is no element to normalize."},
    {"layer_norm.single", Place::kHome,
     "The mean is the element itself, and the variance is 0."},
    {"layer_norm.nan", Place::kHome,
     "The mean of a row with NaN is NaN, and inf - inf is NaN where it is "
     "subtracted."},
    {"layer_norm.no_variance", Place::kHome,
     "0/0 for a row of equal elements without epsilon."},
    {"layer_norm.far_mean", Place::kHome,
     "The mean is rounded to the accumulator, so the centred elements have no "
     "digits left."},
    {"batch_norm.channels", Place::kHome,
     "Channels come second, as everywhere in the trait."},
    {"batch_norm.any_rank", Place::kHome,
     "Spatial axes take part like more samples, and there may be none."},
    {"batch_norm.no_variance", Place::kHome,
     "The root of a negative number, or a division by 0."},
    {"batch_norm.extents", Place::kHome,
     "Each channel needs one element of each parameter."},
};

}  // namespace assay
