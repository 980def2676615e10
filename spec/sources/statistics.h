// Lists the sources of the clauses of the statistics family, except those that
// aspects.h covers, and what Burn's traits say of its ops.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kStatisticsSources[] = {
    {"statistics.empty_result", Place::kHome,
     "A batch of nothing has results of nothing."},
    {"statistics.strided_operands", Place::kBurnFlex},
    {"statistics.axes"},
    {"statistics.no_axes", Place::kHome,
     "The statistic of one element is a well-defined call, and reductions of "
     "the interface allow it."},
    {"statistics.index_dtype", Place::kBurnFlex},
    {"statistics.accumulator", Place::kHome,
     "A running sum of 8 or 11 bits stalls once it is 2^p times an element; "
     "libraries accumulate in float32."},
    {"statistics.axes_valid"},
    {"statistics.index_integer", Place::kHome, "A position is an integer."},
    {"mean.empty", Place::kHome, "0/0, as NumPy and PyTorch answer."},
    {"mean.long", Place::kHome,
     "A mean is no less accurate than the sum that it divides; the division "
     "may be a product with a rounded reciprocal."},
    {"mean.every_term", Place::kHome,
     "A tail that is left out hides behind the bound of a long sum."},
    {"mean.nonfinite", Place::kHome, "As reduce_sum; a division changes none."},
    {"mean.truncated", Place::kHome,
     "Integer division truncates here. The exact sum is the one reading that "
     "does not depend on the width of an accumulator."},
    {"mean.signed_zero", Place::kHome, "As reduce_sum."},
    {"statistics.divisor", Place::kHome,
     "No integer is the quotient of 0 by 0."},
    {"any.nan", Place::kHome, "NaN compares unequal to 0."},
    {"any.negative_zero", Place::kHome, "IEEE 754 orders zeros as equal."},
    {"any.empty", Place::kHome, "False is neutral for or."},
    {"all.nan", Place::kHome, "NaN compares unequal to 0."},
    {"all.negative_zero", Place::kHome, "IEEE 754 orders zeros as equal."},
    {"all.empty", Place::kHome, "True is neutral for and."},
    {"max_abs.empty", Place::kBurnFlex},
    {"max_abs.most_negative", Place::kHome,
     "Its magnitude wraps to itself, saturates or is taken as unsigned."},
    {"cross.handedness", Place::kHome,
     "The right-handed product of mathematics, NumPy and PyTorch."},
    {"cross.nonfinite", Place::kHome, "IEEE 754 in each product and the sum."},
    {"cross.signed_zero", Place::kHome,
     "A fused multiply-add and two products differ in it."},
    {"cross.extent", Place::kHome, "Only vectors of three have the product."},
    {"max_with_index.first_tie", Place::kHome, "As argmax of the interface."},
    {"max_with_index.nan", Place::kHome,
     "As reduce_max and argmax of the interface together."},
    {"max_with_index.element", Place::kHome,
     "A caller may gather by the index and expects the value."},
    {"max_with_index.empty", Place::kBurnFlex},
    {"min_with_index.first_tie", Place::kHome, "As argmin of the interface."},
    {"min_with_index.nan", Place::kHome,
     "As reduce_min and argmin of the interface together."},
    {"min_with_index.element", Place::kHome,
     "A caller may gather by the index and expects the value."},
    {"min_with_index.empty", Place::kBurnFlex},
};

inline constexpr SourceStatement kBurnStatisticsStatements[] = {
    {Place::kBurnTensor, 2,
     "mean and mean_dim give the mean of all elements and along a dimension.",
     "mean.value statistics.axes statistics.axes_valid"},
    {Place::kBurnTensor, 4,
     "any, any_dim, all and all_dim test elements for being different from "
     "zero.",
     "any.value all.value"},
    {Place::kBurnTensor, 2,
     "max_abs and max_abs_dim give the largest magnitude.", "max_abs.value"},
    {Place::kBurnTensor, 1,
     "cross gives the cross product along a dimension of size 3.",
     "cross.value cross.same_shape"},
    {Place::kBurnTensor, 2,
     "max_dim_with_indices and min_dim_with_indices give the extremum along a "
     "dimension and its index.",
     "max_with_index.value min_with_index.value"},
    {Place::kBurnFlex, 1, "A reduced dimension of size zero is refused.",
     "max_abs.empty max_with_index.empty min_with_index.empty"},
    {Place::kBurnFlex, 1, "Indices have the dtype that the caller asks for.",
     "statistics.index_dtype"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "statistics.strided_operands"},
};

}  // namespace assay
