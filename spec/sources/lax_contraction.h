// Lists the sources of the clauses of dot_general, its update and einsum,
// except those that aspects.h covers, and what StableHLO and tenferro say of
// them. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxContractionSources[] = {
    {"dot_general.pairing", Place::kHome,
     "The lists are attributes of their own, so their order is the caller's "
     "choice; a backend that sorts them pairs other axes."},
    {"dot_general.many_axes", Place::kHome,
     "Axes that are merged for a matrix product must first be moved together, "
     "whatever stands between them."},
    {"dot_general.outer", Place::kHome,
     "A sum of one term has no order, so only its rounding is left."},
    {"dot_general.no_batch", Place::kHome, "An empty batch list is one batch."},
    {"dot_general.only_batch", Place::kHome,
     "The products of vectors are as ordinary as those of matrices."},
    {"dot_general.empty_sum", Place::kHome,
     "The sum of no terms; memory that is left unwritten shows old elements."},
    {"dot_general.accumulator", Place::kHome,
     "As matmul: accelerators and CPU libraries accumulate half precision in "
     "float32."},
    {"dot_general.accuracy", Place::kHome,
     "The worst case of any order of summation, with or without FMA. StableHLO "
     "promises no accuracy, so this bound is the kit's own."},
    {"dot_general.not_conjugated", Place::kHome,
     "The formula is bilinear; only the update has flags that conjugate."},
    {"dot_general.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "demanded; 0·inf must not be skipped."},
    {"dot_general.isolated_nan", Place::kHome,
     "A padded tile multiplied by 0 spreads NaN to its neighbours."},
    {"dot_general.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"dot_general.axes"},
    {"dot_general.extents"},

    {"dot_general_update.value", Place::kHome,
     "tenferro's code accumulates so, as gemm of BLAS does; its documents name "
     "the parameters and not the formula."},
    {"dot_general_update.beta_zero", Place::kHome,
     "BLAS does not read C if beta is 0, so that callers may pass memory that "
     "nobody has written."},
    {"dot_general_update.beta_one", Place::kHome,
     "Accumulation into a result is what the op is for."},
    {"dot_general_update.conj"},
    {"dot_general_update.empty_sum", Place::kHome,
     "The sum of no terms is 0, so only beta times out is left; a shortcut "
     "that returns at once forgets beta."},
    {"dot_general_update.accuracy", Place::kHome,
     "The worst case of any order of the products and of both factors."},
    {"dot_general_update.neighbours", Place::kHome,
     "A slice of a tensor is updated in place, and the rest belongs to the "
     "caller."},
    {"dot_general_update.strided_out"},
    {"dot_general_update.alpha_zero", Place::kHome,
     "BLAS does not read A and B if alpha is 0, and others multiply."},
    {"dot_general_update.nonfinite", Place::kHome,
     "Where alpha and beta are multiplied is free, and infinities meet in "
     "another way in each place."},
    {"dot_general_update.signed_zero", Place::kHome,
     "Where the sum starts, and whether beta times out is added last, is free "
     "too."},
    {"dot_general_update.axes"},
    {"dot_general_update.extents"},
    {"dot_general_update.match", Place::kHome,
     "Each element is read once and written once, so elements that share "
     "memory have no meaning."},

    {"einsum.trace"},
    {"einsum.embed"},
    {"einsum.sum_out", Place::kHome,
     "The formula sums over every label that the result does not have, however "
     "many operands have it."},
    {"einsum.single", Place::kHome,
     "The product of one operand is the operand; what is only moved is not "
     "computed with."},
    {"einsum.hyper_edge"},
    {"einsum.order", Place::kHome,
     "The labels of the result are the caller's list; what a pairwise "
     "contraction gives must be permuted into it."},
    {"einsum.outer", Place::kHome, "A sum of one term is the term."},
    {"einsum.empty_sum", Place::kHome,
     "The sum of no terms; a shortcut over empty operands forgets to write."},
    {"einsum.integers", Place::kHome,
     "Products and sums modulo 2^w do not depend on their order, so every path "
     "gives the same integer."},
    {"einsum.accuracy", Place::kHome,
     "Every tree of pairwise contractions keeps it, lone labels summed before; "
     "the choice of the path belongs to the library."},
    {"einsum.nonfinite", Place::kHome,
     "With more operands the path decides which infinities meet; with two and "
     "no lone label there is one path, that of dot_general."},
    {"einsum.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"einsum.range", Place::kHome,
     "An intermediate of one path may overflow where the terms do not, and the "
     "path is free."},
    {"einsum.labels"},
    {"einsum.extents"},
};

inline constexpr SourceStatement kLaxContractionStatements[] = {
    {Place::kStablehloContraction, 2,
     "dot_general computes sums of products over the contracting dimensions; "
     "the result has the batching dimensions, those of lhs that are left and "
     "those of rhs.",
     "dot_general.value"},
    {Place::kStablehloContraction, 6,
     "Dimension lists are unique, in range, without a dimension in common, and "
     "of one length on both sides.",
     "dot_general.axes"},
    {Place::kStablehloContraction, 2,
     "Paired dimensions have the same size on both sides.",
     "dot_general.extents"},
    {Place::kStablehloContraction, 2,
     "precision_config and algorithm trade accuracy for speed.", "",
     "They are hints whose effect the implementation defines."},
    {Place::kTenferroContraction, 1,
     "dot_general has the dimensions of StableHLO, and puts the batch last.",
     "dot_general.value"},
    {Place::kTenferroContraction, 2,
     "An operand may be conjugated as it is read, and out may be a strided "
     "view.",
     "dot_general_update.conj dot_general_update.strided_out"},
    {Place::kTenferroContraction, 2,
     "Dimension lists are checked as those of dot_general, paired extents too.",
     "dot_general_update.axes dot_general_update.extents"},
    {Place::kTenferroContraction, 1,
     "einsum sums products of any number of operands over the labels that the "
     "result does not have.",
     "einsum.value"},
    {Place::kTenferroContraction, 3,
     "Labels may repeat within an operand, within the result, and in three "
     "operands and more.",
     "einsum.trace einsum.embed einsum.hyper_edge"},
    {Place::kTenferroContraction, 2,
     "Labels are one for each axis, those of the result stand in an operand, "
     "and one label has one size.",
     "einsum.labels einsum.extents"},
    {Place::kTenferroContraction, 1,
     "The order of contraction is optimized for the sizes of the tensors.", "",
     "The path is the library's choice, and no result tells it."},
};

}  // namespace assay
