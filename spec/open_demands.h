// Lists what each unspecified clause still demands. Such a clause leaves an
// answer open, but a case about it fails if the subject does something that no
// permitted answer does. Reports print the demand, so that no failure reads as
// if something unspecified were broken.
// Tested by tests/spec/policy_texts_test.cc.
#pragma once

#include "spec/policy_texts.h"

namespace assay {

inline constexpr OpenDemand kOpenDemands[] = {
    {"*.complex_nonfinite *.partial_overflow reduce_prod.range prelu.at_zero "
     "gelu.minus_infinity gelu_backward.infinity sigmoid_backward.outside "
     "hard_sigmoid.undefined *.no_variance layer_norm.far_mean "
     "attention.nonfinite attention.coarse_scores *.zero_weight "
     "interpolate_backward.breakpoint grid_sample_2d.nonfinite_grid "
     "grid_sample_2d.near_half grid_sample_2d.lost_position "
     "hypot.infinity_and_nan abs_real.inf_nan shift_left.count "
     "shift_right.count "
     "max_abs.most_negative dot_general_update.alpha_zero "
     "dot_general_update.nonfinite einsum.range quantize.nan "
     "quantize_dynamic.nonfinite "
     "quantize_dynamic.scale_range",
     "Such an element may be anything, but the call must return a result of "
     "the right dtype and shape, with every other element right, and write "
     "nothing else."},
    {"*.signed_zero",
     "Either zero passes and nothing else does; the call must return, and "
     "write nothing but its result."},
    {"interpolate.breakpoint",
     "Along each axis the element may be the one at the position or the one "
     "before it, bit for bit, and every other element must be right."},
    {"quantize.near_half quantize_dynamic.near_half",
     "Such an element may be either of the two integers nearest to the "
     "quotient, clamped, and every other element must be right."},
    {"sort.signed_zero",
     "Zeros may stand in any order, but each must be there with its sign, and "
     "all between the negative and the positive elements."},
    {"argsort.ties",
     "Equal elements may stand in any order, but the indices must be those of "
     "each element once, in an order that sorts the operand."},
    {"sort_with_indices.ties",
     "Equal elements may stand in any order, but values and indices must be "
     "those of each element once, in an order that sorts the operand."},
    {"topk.zeros",
     "Zeros may stand for each other, and so may NaNs, but nothing else."},
    {"scatter_nd.duplicates scatter_general.set_duplicates",
     "Any of the values that meet at an element may stay, bit for bit, and "
     "every other element must be right."},
    {"donation.contents donation.failed",
     "Only the donated buffer may hold anything: the status, every result and "
     "every other operand must be those of the call without a donation."},
    {"donation.result_alias",
     "A result in a donated buffer names that buffer, and a result elsewhere "
     "passes too; both have the bits of the call without a donation."},
    {"buffer.contents",
     "The elements may be anything, but the call must return a tensor of the "
     "dtype and shape that it was asked for."},
    {"contiguous.may_share",
     "A copy and the operand itself both pass, but the result must be "
     "C-contiguous and have the operand's elements."},
    {"assign.overlap",
     "The call may be refused (`invalid` or `unsupported`), and the elements "
     "may be anything, but the call must return, and write to no memory but "
     "the tensor's."},
    {"assign.repeated",
     "The call may be refused (`invalid` or `unsupported`), and the elements "
     "may be anything, but the call must return, and write to no memory but "
     "the destination's."},
    {"scatter.smaller scatter.empty",
     "The call may be refused (`invalid` or `unsupported`), but an answer must "
     "have every element right."},
    {"fourier.nonfinite",
     "Such a slice may hold anything, but the call must return a result of the "
     "right dtype and shape, with every other slice right, and write nothing "
     "else."},
    {"fourier.repeated_axes",
     "The call may be refused (`invalid` or `unsupported`), and the elements "
     "may be anything, but an answer must have the right dtype and shape, and "
     "nothing else may be written."},
    {"linalg.nonfinite",
     "The call must end with results of the right dtype and shape or with a "
     "`numeric` error, and write nothing else."},
    {"cholesky.borderline",
     "The matrix must be factored within the bound, or the call must be the "
     "error `numeric` (not_positive_definite)."},
    {"solve.borderline",
     "The system must be solved within the bound, or the call must be the "
     "error `numeric` (singular)."},
    {"eig.order",
     "The eigenvalues may come in any order, but each must be there within its "
     "bound, with its eigenvector in the same place."},
    {"view.zero_size_strides view.unit_strides",
     "Strides that no element depends on may be anything, but everything else "
     "of the view must be right."},
    {"view.reach",
     "The view must be right, or the call must be the typed error `invalid`."},
    {"view.padding_value",
     "Padding may be read as anything, but no memory outside of the buffer may "
     "be read."},
};

}  // namespace assay
