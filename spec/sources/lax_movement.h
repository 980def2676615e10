// Lists the sources of the clauses of the movement ops of lax, except those
// that aspects.h covers, and what StableHLO and tenferro say of them.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxMovementSources[] = {
    {"broadcast_in_dim.one"},
    {"broadcast_in_dim.any_axes"},
    {"broadcast_in_dim.rank_zero", Place::kHome,
     "A scalar has no axis that could disagree with the shape."},
    {"broadcast_in_dim.zero_extent", Place::kHome,
     "The rule for extent 1 names no exception, and empty batches meet it."},
    {"broadcast_in_dim.dims"},
    {"broadcast_in_dim.extents"},
    {"slice_general.empty", Place::kHome,
     "Slices are computed from data, and an empty one is the ordinary end of "
     "a loop."},
    {"slice_general.bounds"},
    {"slice_general.stride_positive"},
    {"pad_general.interior"},
    {"pad_general.negative"},
    {"pad_general.gone", Place::kHome,
     "Each place of the result has an element of x or the value, also if "
     "none has an element."},
    {"pad_general.empty_operand", Place::kHome,
     "There are no neighbours to put anything between; n - 1 of them would be "
     "-1."},
    {"pad_general.fill"},
    {"pad_general.negative_zero", Place::kHome,
     "A fill of zeroed memory loses the sign, and 1/x then differs."},
    {"pad_general.fresh", Place::kHome,
     "Only ops that say so may share memory; with no padding at all a copy is "
     "still due."},
    {"pad_general.interior_not_negative"},
    {"pad_general.extent_not_negative", Place::kHome,
     "Nothing can be removed from an axis that has nothing left."},
    {"extract_diagonal.axes_order", Place::kHome,
     "The diagonal of a matrix and of its transpose are one; which axis stays "
     "is the caller's choice."},
    {"extract_diagonal.rank", Place::kHome,
     "A batch of matrices may have its axes anywhere, as in einsum."},
    {"extract_diagonal.axes", Place::kHome,
     "A diagonal needs two different axes."},
    {"extract_diagonal.square", Place::kHome,
     "The documented op is about square matrices; of others libraries take the "
     "shorter extent or refuse."},
    {"embed_diagonal.zero", Place::kHome,
     "The sum that embeds a diagonal starts at +0."},
    {"embed_diagonal.any_place", Place::kHome,
     "einsum embeds at any place of its result."},
    {"embed_diagonal.inverse", Place::kHome,
     "Nothing is added to the diagonal, so reading it gives x."},
    {"embed_diagonal.fresh", Place::kHome,
     "The result has more elements than x, so no view shows it."},
    {"embed_diagonal.axes", Place::kHome,
     "The new axis is one of the result, and the old one is one of x."},
    {"tril.zero", Place::kHome,
     "Multiplying by a mask of zeros and ones would keep NaN."},
    {"tril.extreme", Place::kHome,
     "k is a number of the caller's, and i + k overflows where j - i does "
     "not."},
    {"tril.rectangular", Place::kHome,
     "Factors of matrices that are not square are cut with this op."},
    {"tril.bits", Place::kHome,
     "A moved element is not computed with, and a payload may carry a tag."},
    {"tril.fresh", Place::kHome,
     "Even if all elements stay: only ops that say so may share memory."},
    {"tril.rank", Place::kHome, "A triangle is part of a matrix."},
    {"triu.zero", Place::kHome, "As for tril."},
    {"triu.extreme", Place::kHome, "As for tril."},
    {"triu.rectangular", Place::kHome, "As for tril."},
    {"triu.bits", Place::kHome, "As for tril."},
    {"triu.fresh", Place::kHome, "As for tril."},
    {"triu.rank", Place::kHome, "As for tril."},
};

inline constexpr SourceStatement kLaxMovementStatements[] = {
    {Place::kStablehloStructure, 1,
     "broadcast_in_dim repeats the operand so that the result at an index is "
     "the operand at the indices that broadcast_dimensions picks, or at 0 "
     "where its extent is 1.",
     "broadcast_in_dim.value broadcast_in_dim.one"},
    {Place::kStablehloStructure, 2,
     "The number of broadcast dimensions is the rank of the operand; they are "
     "different axes of the result, in any order.",
     "broadcast_in_dim.dims broadcast_in_dim.any_axes"},
    {Place::kStablehloStructure, 1,
     "An extent of the operand is 1 or that of its dimension of the result.",
     "broadcast_in_dim.extents"},
    {Place::kStablehloStructure, 2,
     "slice takes the elements at start indices plus multiples of the strides; "
     "the extents are (limit - start) / stride, rounded up.",
     "slice_general.value slice_general.stride"},
    {Place::kStablehloStructure, 3,
     "The three lists have the length of the rank; 0 <= start <= limit <= "
     "extent; strides are positive.",
     "slice_general.lengths slice_general.bounds "
     "slice_general.stride_positive"},
    {Place::kStablehloStructure, 3,
     "pad extends the operand by the padding value at both edges and between "
     "elements.",
     "pad_general.value pad_general.interior pad_general.fill"},
    {Place::kStablehloStructure, 1,
     "Negative edge padding removes elements, after interior padding has been "
     "inserted.",
     "pad_general.negative"},
    {Place::kStablehloStructure, 2,
     "The lists have the length of the rank, and interior padding is not "
     "negative.",
     "pad_general.lengths pad_general.interior_not_negative"},
    {Place::kStablehloStructure, 1,
     "Extents of the result are at least 0 as of any tensor.",
     "pad_general.extent_not_negative"},
    {Place::kTenferroStructure, 3,
     "broadcast_in_dim, slice and pad have the meaning that XLA gives them.",
     "broadcast_in_dim.value slice_general.value pad_general.value"},
    {Place::kTenferroStructure, 1, "The value of pad is always zero.", "",
     "The variant zero of pad_general is that op, and the other is of "
     "StableHLO."},
    {Place::kTenferroStructure, 1,
     "extract_diagonal reads the diagonal of two axes and drops the second.",
     "extract_diagonal.value"},
    {Place::kTenferroStructure, 1,
     "embed_diagonal inserts an axis and writes the operand on the diagonal.",
     "embed_diagonal.value"},
    {Place::kTenferroStructure, 2,
     "tril and triu keep the lower and the upper triangle from diagonal k on.",
     "tril.value triu.value"},
};

}  // namespace assay
