// Lists what the clauses of all other families say under the policy values that
// are not canonical: sums, sorts, indices, transforms, factorizations, views.
// Tested by tests/spec/policy_texts_test.cc.
#pragma once

#include "spec/policy_texts.h"

namespace assay {

inline constexpr PolicyText kArrayPolicyTexts[] = {
    {"sum.order=any"_policy, "reduce_sum.accuracy",
     "The error of a sum of m terms is at most γ_h·Σ|x| with h = m - 1, in "
     "float32 at least, and one rounding to the dtype, whichever axes are "
     "reduced."},
    {"sum.order=any"_policy, "reduce_sum.long",
     "2^25 elements of 1, or of 0.1 rounded to float32, sum to 2^25 times the "
     "element within the bound of 2^25 - 1 roundings. In float32 and narrower "
     "dtypes that bound accepts any value."},
    {"sum.accumulator=same"_policy, "reduce_sum.accuracy matmul.accuracy",
     "Sums of 16- and 8-bit floats may round every step to the dtype.",
     TextEffect::kAdds},
    {"sum.accumulator=same"_policy, "matmul.accumulator",
     "16- and 8-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy,
     "dot_general.accuracy dot_general_update.accuracy einsum.accuracy",
     "Sums of 16- and 8-bit floats may round every step to the dtype.",
     TextEffect::kAdds},
    {"sum.accumulator=same"_policy, "dot_general.accumulator",
     "16- and 8-bit floats may round every step to the dtype."},
    {"sum.order=any"_policy, "einsum.accuracy",
     "The sum of one operand has the bound of any order.", TextEffect::kAdds},
    {"sum.float64=any"_policy, "einsum.accuracy",
     "The sum of one float64 operand has the bound of any order.",
     TextEffect::kAdds},
    {"sum.accumulator=same"_policy, "fold.accuracy",
     "Sums of 16- and 8-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "scatter.accuracy",
     "add: sums of 16- and 8-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "scatter_general.accuracy",
     "add: sums of 16- and 8-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "convolution.accumulator",
     "Sums of 16-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "pooling.accumulator",
     "Sums of 16-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "selection.accumulator",
     "Sums of 16-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "embedding_backward.long",
     "Sums of 16-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "linear.accumulator",
     "Sums of 16-bit floats may round every step to the dtype."},
    {"sum.accumulator=same"_policy, "linear.accuracy",
     "Sums of 16-bit floats may round every step to the dtype.",
     TextEffect::kAdds},
    {"sum.order=any"_policy, "linear.accuracy", "In bias_backward h is m - 1.",
     TextEffect::kAdds},
    {"sum.float64=any"_policy, "linear.accuracy",
     "In bias_backward of float64, h is m - 1.", TextEffect::kAdds},
    {"sum.accumulator=same"_policy, "associative_scan.running",
     "Running sums may be rounded in any case.", TextEffect::kAdds},
    {"sum.float64=any"_policy, "reduce_sum.accuracy",
     "In float64 and complex128, h is m - 1.", TextEffect::kAdds},
    {"prod.accumulator=same"_policy, "reduce_prod.value",
     "Products of 16- and 8-bit floats may round every step to the dtype.",
     TextEffect::kAdds},
    {"prod.accumulator=same"_policy, "associative_scan.running",
     "Running products may be rounded in any case.", TextEffect::kAdds},
    {"scan.narrow=each_step"_policy, "associative_scan.running",
     "The running value of a 16- or 8-bit float may be rounded between steps."},

    {"reduce.empty=error"_policy, "reduce_sum.empty",
     "A sum over an axis of extent 0 is the typed error `invalid`."},
    {"reduce.empty=error"_policy, "reduce_prod.empty",
     "A product over an axis of extent 0 is the typed error `invalid`."},
    {"max.empty=identity"_policy, "reduce_max.empty",
     "Over an axis of extent 0: minus infinity, of other dtypes the lowest "
     "value."},
    {"max.empty=identity"_policy, "reduce_min.empty",
     "Over an axis of extent 0: infinity, of other dtypes the highest value."},
    {"max.empty=any"_policy, "reduce_max.empty reduce_min.empty",
     "Over an axis of extent 0: any value, or the call may be refused."},
    {"argmax.nan=any"_policy, "argmax.nan argmin.nan",
     "Where an element is NaN, any index may be returned."},
    {"argmax.nan=ignore"_policy, "argmax.nan argmin.nan",
     "NaN is passed over; if every element is NaN, any index may be returned."},

    {"sort.nan=greatest"_policy, "sort.nan_last",
     "NaN of reals is greater than every number: last ascending, first "
     "descending."},
    {"sort.nan=greatest"_policy, "argsort.nan_last",
     "Indices of NaN of reals are those of the greatest elements: last "
     "ascending, first descending."},
    {"sort.nan=greatest"_policy, "sort_with_indices.nan_last",
     "NaN and their indices are those of the greatest elements: last "
     "ascending, first descending."},
    {"sort.nan=greatest"_policy, "topk.nan_last",
     "NaN is greater than every number, so they are taken first."},
    {"sort.nan=any"_policy,
     "sort.nan_last argsort.nan_last sort_with_indices.nan_last topk.nan_last",
     "Along an axis on which an element of a real dtype is NaN, the result may "
     "be anything."},
    {"sort.nan=total_order"_policy, "sort_with_indices.nan_last",
     "NaN with the sign bit set come before every number and the others after "
     "them, ascending; descending is the reverse."},
    {"sort.nan=total_order"_policy, "topk.nan_last",
     "NaN with the sign bit set come after every number and the others before "
     "them."},
    {"sort.nan=total_order"_policy, "sort_with_indices.ties",
     "The order of equal elements and of NaNs with one sign; -0 comes before "
     "+0 ascending, and after it descending."},
    {"sort.nan=total_order"_policy, "topk.zeros",
     "Which of several NaNs with one sign comes first; +0 comes before -0."},
    {"sort.nan=total_order"_policy, "sort.nan_last",
     "NaN of reals with the sign bit set come before every number and those "
     "without it after every number, ascending; descending is the reverse."},
    {"sort.nan=total_order"_policy, "argsort.nan_last",
     "Indices of NaN of reals with the sign bit set come before those of every "
     "number and the others after them, ascending; descending is the "
     "reverse."},
    {"sort.nan=total_order"_policy, "sort.signed_zero",
     "-0 comes before +0 ascending, and after it descending.",
     TextEffect::kDecides},
    {"sort.nan=total_order"_policy, "argsort.ties",
     "The order of equal elements and of NaNs with one sign; -0 comes before "
     "+0 ascending, and after it descending."},
    {"sort.complex_nan=any"_policy,
     "sort.complex argsort.complex sort.nan_last argsort.nan_last "
     "sort.permutation argsort.permutation",
     "Along an axis on which a complex element is NaN in either part, the "
     "result may be anything.",
     TextEffect::kAdds},

    {"contiguous.offset=kept"_policy, "contiguous.offset",
     "A row-major tensor whose offset is not 0 is returned itself: a later "
     "write to it is seen in the result."},
    {"flip.result=copy"_policy, "flip.zero_copy",
     "The result has memory of its own: a later write to x is not seen in it."},
    {"view.write=value"_policy,
     "expand.zero_copy permute.zero_copy shrink.zero_copy flip.zero_copy "
     "slice.zero_copy unfold_view.zero_copy",
     "The result shows the memory of x, with the strides and the offset of a "
     "view of it; a later write to x need not be seen in it."},
    {"view.write=any"_policy,
     "expand.zero_copy permute.zero_copy shrink.zero_copy flip.zero_copy "
     "slice.zero_copy unfold_view.zero_copy reshape.zero_copy "
     "reshape.compatible_strides",
     "The result may show the memory of x or have memory of its own; a later "
     "write to x need not be seen in it."},
    {"view.write=value"_policy, "reshape.zero_copy",
     "Of a C-contiguous operand the result shows the memory, with the strides "
     "and the offset of a view of it; a later write to x need not be seen in "
     "it."},
    {"view.write=value"_policy, "reshape.compatible_strides",
     "Of an operand whose strides can express the new shape, C-contiguous or "
     "not, the result shows the memory; a later write to x need not be seen in "
     "it."},

    {"reshape.order=column"_policy, "reshape.value",
     "The elements keep their column-major order."},
    {"reshape.order=column"_policy, "reshape.zero_copy",
     "An operand that is stored column by column without gaps is not copied: "
     "a write to x is seen in the result."},
    {"broadcast_in_dim.order=increasing"_policy, "broadcast_in_dim.any_axes",
     "A call whose broadcast_dims do not ascend may be refused; an answer is "
     "judged.",
     TextEffect::kReplaces},

    {"gather.negative=wrap"_policy, "gather.range",
     "A negative index counts from the end of the axis of data, so the range "
     "begins at minus its extent and ends before its extent."},
    {"gather.negative=wrap"_policy, "scatter.range",
     "A negative index counts from the end of the axis of the template, so the "
     "range begins at minus its extent and ends before its extent."},
    {"gather.out_of_range=error"_policy, "gather.range",
     "An index out of range, a negative one too unless it counts from the end, "
     "makes the call the typed error `invalid`."},
    {"gather.out_of_range=clamp"_policy, "gather.range",
     "An index out of range, a negative one too unless it counts from the end, "
     "stands for the nearest index of the axis; if the axis has extent 0, the "
     "call is the typed error `invalid`."},
    {"gather.out_of_range=any"_policy, "gather.range",
     "An index out of range, a negative one too unless it counts from the end, "
     "may give any element, but no error."},
    {"scatter.out_of_range=error"_policy, "scatter.range",
     "An index out of range, a negative one too unless it counts from the end, "
     "makes the call the typed error `invalid`."},
    {"scatter.out_of_range=clamp"_policy, "scatter.range",
     "An index out of range, a negative one too unless it counts from the end, "
     "stands for the nearest index of the axis; if the axis has extent 0, the "
     "call is the typed error `invalid`."},
    {"scatter.out_of_range=drop"_policy, "scatter.range",
     "An update whose index is out of range, a negative one too unless it "
     "counts from the end, is left out."},

    {"scatter.base=zero"_policy, "scatter.value",
     "Updates go to their indices along axis; every other element is 0."},
    {"scatter.base=zero"_policy, "scatter.onto_template",
     "add: they accumulate onto 0, not onto the template's element."},
    {"scatter.base=zero"_policy, "scatter.smaller",
     "Whether indices may have smaller extents than the template on axes other "
     "than axis: the call is refused (`invalid` or `unsupported`), or the "
     "elements that no index reaches are 0."},
    {"scatter.base=zero"_policy, "scatter.empty",
     "Whether indices may have no elements: the call is refused (`invalid` or "
     "`unsupported`), or gives zeros."},
    {"scatter.base=zero"_policy, "scatter.partial_overflow",
     "add: the value where the magnitudes of the updates sum to more than the "
     "largest finite value of the accumulator, so that a partial sum may "
     "overflow."},
    {"scatter.duplicates=any"_policy, "scatter.last_wins",
     "set: of several updates to one place any one may stay."},

    {"dynamic_slice.negative=wrap"_policy,
     "dynamic_slice.negative dynamic_update_slice.negative",
     "A negative start counts from the end of the axis, once, and the window "
     "is then moved inside."},
    {"gather_general.out_of_range=any"_policy,
     "gather_general.out_of_range gather_general.extreme",
     "A window that would leave x may have any elements, but is no error."},
    {"scatter_general.out_of_range=drop_window"_policy,
     "scatter_general.out_of_range",
     "If an update falls outside of x, the whole window is left out."},
    {"scatter_general.out_of_range=clamp"_policy,
     "scatter_general.out_of_range",
     "A window that would leave x is moved inside as a whole."},
    {"scatter_general.out_of_range=any"_policy,
     "scatter_general.out_of_range scatter_general.extreme",
     "Where a window would leave x, each element that the window would reach "
     "from some start may be anything, but this is no error."},
    {"scatter_general.order=any"_policy, "scatter_general.order",
     "Updates that meet are combined in any order, which may differ when the "
     "call is repeated."},
    {"scatter_general.order=any"_policy, "indexing.repeatable",
     "Sums of floats that meet in scatter_general may differ from call to "
     "call.",
     TextEffect::kAdds},

    {"conv.padding=any"_policy, "conv.padding_is_no_term",
     "Where a weight that is infinite or NaN is over padding, any value may be "
     "the result."},
    {"conv.padding=any"_policy,
     "conv_weight_backward.nonfinite conv_transpose_x_backward.nonfinite "
     "conv_transpose_weight_backward.nonfinite",
     "Where an element that is infinite or NaN meets padding, any value may be "
     "the result.",
     TextEffect::kAdds},
    {"conv.algorithm=any"_policy, "convolution.accuracy",
     "The error may be as large as γ_h·(32·X·W + |bias|), in float32 at least, "
     "and one rounding to the dtype. Of the two operands whose products are "
     "added up, X is the largest magnitude in the planes of the one, W the sum "
     "of magnitudes of the filters of the other, and h the number of terms "
     "without padding. Where every element is an integer of magnitude 7 or "
     "less, the result of floats is nearer than 1/2 to the exact integer "
     "instead."},
    {"conv.algorithm=any"_policy, "conv.isolated_nan",
     "NaN in x reaches only the channels of its group in its image, and NaN in "
     "weight[o] only channel o; there, any value may be the result."},
    {"conv.algorithm=any"_policy,
     "conv.nonfinite conv.padding_is_no_term conv_transpose.nonfinite "
     "conv_x_backward.nonfinite conv_weight_backward.nonfinite "
     "conv_transpose_x_backward.nonfinite "
     "conv_transpose_weight_backward.nonfinite",
     "If an element of the planes or filters that are added up is infinite or "
     "NaN, any value may be the result."},
    {"attention.causal=top_left"_policy, "attention.causal_offset",
     "If causal, query i sees key j if j <= i, however many queries and keys "
     "there are."},
    {"attention.empty_row=nan"_policy, "attention.empty_row attention.no_keys",
     "A query that sees no key gives NaN."},
    {"attention.weights=dtype"_policy, "attention.value",
     "The results of 16-bit floats may be off by Σ_j (u·p_j + min(p_j, η)) · "
     "|value_j| more, with the roundoff u and the least positive element η of "
     "the dtype.",
     TextEffect::kAdds},
    {"attention.weights=dtype"_policy, "attention.accumulator",
     "16-bit floats are computed in float32 at least, also in between, and "
     "rounded once; but the weights may be rounded to the dtype before values "
     "are multiplied by them."},
    {"pool.ceil=plain"_policy, "pooling.ceil_start",
     "With ceil_mode, a last window that starts after the operand and the "
     "padding before it is kept. It has no element: its maximum is -inf, or "
     "the least integer of the dtype, with index -1, and its mean is 0."},
    {"topk.tie=any"_policy, "topk.first_tie",
     "Of equal elements any may come first, and any may be left out."},
    {"pool.nan=any"_policy, "max_pool.nan max_pool_with_indices.nan",
     "A window that has a NaN may give any value."},
    {"pool.nan=any"_policy, "max_pool_with_indices.nan_index",
     "A window that has a NaN may give any index."},
    {"mean.integer=wrapped"_policy, "mean.truncated",
     "The mean of integers is the quotient of their sum modulo 2^w, rounded "
     "towards zero."},
    {"quantize.half=away"_policy, "quantize.half quantize_dynamic.half",
     "A quotient halfway between two integers becomes the one farther from "
     "zero, if the scale is a power of two."},
    {"session.bits=bounded"_policy,
     "session.same_bits session.repeatable session.survives_error",
     "Results in a session may have other bits than outside of one, within "
     "the bounds of their ops."},
    {"fusion.contract=allowed"_policy,
     "fusion.exact_bits fusion.outputs_independent",
     "Each product that feeds a sum or difference may be rounded or not, "
     "element by element."},

    {"fft.norm=backward"_policy, "ifft.not_normalised",
     "Divided by the extents of the transformed axes: ifft(fft(x)) is x."},
    {"fft.norm=backward"_policy, "irfft.not_normalised",
     "The sum is divided by the result's extents of the transformed axes."},

    {"triangular_solve.transpose=plain"_policy, "triangular_solve.conjugate",
     "The transpose of a complex matrix is the plain one, without "
     "conjugation."},
    {"solve.singular=any"_policy, "triangular_solve.singular",
     "With a pivot that is exactly zero, the result may be anything and any "
     "`numeric` error may be returned."},
    {"svd.values=same"_policy, "svd.float64",
     "S has the dtype of the operand's real part."},
    {"svd.values=same"_policy, "eigh.float64",
     "w has the dtype of the operand's real part."},
    {"eig.values=same"_policy, "eig.complex128",
     "Both results are complex128 for float64 and complex128, and complex64 "
     "for every other dtype."},
    {"cholesky.failure=any"_policy, "cholesky.not_positive_definite",
     "A matrix whose smallest eigenvalue is at most -30·n·u·‖A‖ (Frobenius "
     "norm; u of float32 for 16-bit dtypes) may give any factor or any "
     "`numeric` error."},
    {"cholesky.failure=any"_policy, "cholesky.borderline",
     "What a matrix whose smallest eigenvalue is within 30·n·u·‖A‖ of 0 gives: "
     "any factor or any `numeric` error."},

    {"dot_general.order=batch_last"_policy, "dot_general.value",
     "Each element is the sum of products over the contracting axes; the axes "
     "of the result are the free axes of lhs, those of rhs and the batch "
     "axes."},
    {"dot_general.order=batch_last"_policy, "dot_general_update.value",
     "The axes of out are the free axes of lhs, those of rhs and the batch "
     "axes.",
     TextEffect::kAdds},
    {"solve.singular=any"_policy, "triangular_solve_general.singular",
     "With a pivot that is exactly zero, the result may be anything and any "
     "`numeric` error may be returned."},
    {"solve.singular=any"_policy, "solve.singular full_piv_lu_solve.singular",
     "With a matrix that has a row or a column of zeros, or that is singular "
     "and whose elimination is exact in any order, the result may be anything "
     "and any `numeric` error may be returned."},
    {"solve.singular=any"_policy, "solve.borderline",
     "A matrix between those of solve.singular and solve.regular, or one with "
     "ρ above 2n, may give any result or any `numeric` error."},
    {"cholesky.triangle=any"_policy, "cholesky.triangle",
     "The other triangle may hold anything."},
    {"triangular_solve.unit_diag=assumed"_policy,
     "triangular_solve.unit_diag triangular_solve.diagonal_unread "
     "triangular_solve_general.unit_diag "
     "triangular_solve_general.diagonal_unread",
     "unit_diag: the diagonal must hold ones. Where it holds something else, "
     "the result may be anything and any `numeric` error may be returned."},
    {"eig.norm=any"_policy, "eig.unit_columns",
     "Eigenvectors are finite and not zero, and may have any length: ‖A·v - "
     "λ·v‖ is at most c·‖A‖·‖v‖."},
    {"lu.parity=same"_policy, "lu.parity",
     "parity is the determinant of P, 1 or -1, in the dtype of A."},
    {"full_piv_lu.singular=error"_policy,
     "full_piv_lu.singular full_piv_lu.rank",
     "A matrix with a row or a column of zeros, or that is singular and whose "
     "elimination is exact in any order, is the typed error `numeric` "
     "(singular); others whose smallest singular value is below "
     "30·n·u·ρ·‖A‖ may be."},
    {"full_piv_lu.singular=any"_policy, "full_piv_lu.singular",
     "A matrix whose smallest singular value is below 30·n·u·ρ·‖A‖ is "
     "factored, or may be the typed error `numeric` (singular)."},
    {"full_piv_lu.singular=any"_policy, "full_piv_lu.rank",
     "For a matrix of rank r whose elimination is exact, every row of U from "
     "row r on is exactly 0; the call may also be the typed error `numeric` "
     "(singular)."},
};

}  // namespace assay
