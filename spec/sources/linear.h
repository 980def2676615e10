// Lists the sources of the linear family's clauses, except those that aspects.h
// covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLinearSources[] = {
    {"linear.strided_operands", Place::kBurnFlex},
    {"linear.accumulator", Place::kHome,
     "A running sum of 8 or 11 bits stalls once it is 2^p times a term; "
     "libraries accumulate in float32."},
    {"linear.accuracy", Place::kHome,
     "The worst case of a sum in any order, with or without FMA. The gradient "
     "of a bias has the bound of reduce_sum, because its sums are as long as a "
     "batch of images."},
    {"linear.rank", Place::kHome,
     "The traits name the axes of each operand; a weight with a batch is a "
     "matmul."},

    {"linear.bias"},
    {"linear.inner"},
    {"linear.isolated", Place::kHome,
     "A tile that is padded with 0 and multiplied spreads NaN to its "
     "neighbours."},
    {"linear.empty_sum", Place::kHome,
     "The sum of no terms is 0; an out that is left unwritten shows old "
     "memory."},
    {"linear.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked; "
     "0·inf must not be skipped."},
    {"linear.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},

    {"linear_x_backward.inner"},
    {"linear_x_backward.isolated", Place::kHome, "As in linear."},
    {"linear_x_backward.empty_sum", Place::kHome, "As in linear."},
    {"linear_x_backward.nonfinite", Place::kHome, "As in linear."},
    {"linear_x_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},

    {"linear_weight_backward.inner"},
    {"linear_weight_backward.isolated", Place::kHome, "As in linear."},
    {"linear_weight_backward.empty_sum", Place::kHome,
     "A batch may be empty; its gradient is the sum of no terms."},
    {"linear_weight_backward.nonfinite", Place::kHome, "As in linear."},
    {"linear_weight_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},

    {"bias_backward.empty_sum", Place::kHome,
     "A batch may be empty; its gradient is the sum of no terms."},
    {"bias_backward.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"bias_backward.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros."},
};

}  // namespace assay
