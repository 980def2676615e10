// Lists the sources of the view module's clauses.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kViewSources[] = {
    {"view.default_offset", Place::kViewModuleCreation},
    {"view.default_strides", Place::kViewModuleCreation},
    {"view.placeholder_strides", Place::kViewModuleCreation},
    {"view.full_mask", Place::kViewModuleCreation},
    {"view.zero_size_offset", Place::kViewModuleCreation},
    {"view.zero_size_mask", Place::kViewModuleCreation},
    {"view.zero_size_strides", Place::kViewModuleCreation,
     "No element is ever reached, so strides mean nothing; only their count is "
     "seen."},
    {"view.unit_strides", Place::kViewModuleCreation,
     "The one index of such an axis is 0, so its stride is never stepped. "
     "Modules keep it, recompute it or set it to 0."},
    {"view.layout", Place::kViewModuleCreation,
     "A list of another length leaves an axis without stride, or a stride "
     "without axis."},
    {"view.mask_range", Place::kViewModuleCreation,
     "A range outside of the extent would declare elements that do not exist."},
    {"view.empty_mask", Place::kViewModuleCreation,
     "Padding an empty selection gives it; an error would forbid what shrink "
     "and pad produce."},
    {"view.negative_extent", Place::kViewModuleCreation,
     "A count below 0 has no elements to list and makes products of two such "
     "positive."},
    {"view.reach", Place::kViewModuleCreation,
     "Positions need room in 64 bits; where an implementation draws the line "
     "is its own."},
    {"view.immutable", Place::kViewModuleType},
    {"view.shape", Place::kViewModuleProperties},
    {"view.strides", Place::kViewModuleProperties},
    {"view.offset", Place::kViewModuleProperties},
    {"view.ndim", Place::kViewModuleProperties},
    {"view.numel", Place::kViewModuleProperties},
    {"view.numel_symbolic", Place::kViewModuleProperties},
    {"view.offset_dim", Place::kViewModuleProperties},
    {"view.dim", Place::kViewModuleProperties},
    {"view.stride", Place::kViewModuleProperties},
    {"view.axis_range", Place::kViewModuleProperties,
     "Negative axes are said to be unsupported; an error says so, counting "
     "from the end would not."},
    {"view.mask", Place::kViewModuleProperties},
    {"view.c_contiguous", Place::kViewModuleProperties},
    {"view.c_contiguous_ones", Place::kViewModuleProperties,
     "The index on such an axis is always 0; NumPy relaxed its strides for "
     "this reason."},
    {"view.zero_size_contiguous", Place::kViewModuleProperties,
     "The elements, none, lie in row-major order."},
    {"view.symbolic_contiguous", Place::kViewModuleProperties,
     "An answer before binding must not turn wrong by binding."},
    {"view.strides_opt", Place::kViewModuleProperties},
    {"view.can_get_strides", Place::kViewModuleProperties},
    {"view.is_materializable", Place::kViewModuleProperties},
    {"view.linear_index", Place::kViewModuleIndex},
    {"view.linear_index_rank", Place::kViewModuleIndex,
     "The sum would leave axes out or read past the strides."},
    {"view.linear_index_symbolic", Place::kViewModuleIndex,
     "An exception of one language becomes a typed error; where strides are "
     "known the position is computed all the same."},
    {"view.is_valid", Place::kViewModuleIndex},
    {"view.is_valid_rank", Place::kViewModuleIndex},
    {"view.is_valid_shape", Place::kViewModuleIndex,
     "The documents call every index of an unmasked view valid, and one out of "
     "bounds not; memory safety takes the second."},
    {"view.is_valid_symbolic", Place::kViewModuleIndex,
     "Until it is bound nothing says that the index is too large; negative "
     "ones stay invalid."},
    {"view.elements", Place::kViewModuleMasks,
     "The one walk that needs no rule for masks at its caller: padding is told "
     "apart before memory is read."},
    {"view.padding_value", Place::kViewModulePad,
     "Nothing is stored there; a reader that wants zeros asks where."},
    {"view.reshape_same", Place::kViewModuleReshape},
    {"view.reshape_order", Place::kViewModuleReshape},
    {"view.reshape_contiguous", Place::kViewModuleReshape},
    {"view.reshape_ones", Place::kViewModuleReshape},
    {"view.reshape_merge", Place::kViewModuleReshape},
    {"view.reshape_split", Place::kViewModuleReshape},
    {"view.reshape_regroup", Place::kViewModuleReshape,
     "The documents say so in general and list cases; merging and then "
     "splitting is a case of the general sentence."},
    {"view.reshape_zero_strides", Place::kViewModuleReshape},
    {"view.reshape_zero_size", Place::kViewModuleReshape},
    {"view.reshape_count", Place::kViewModuleReshape,
     "Invalid_argument of one language becomes the status invalid."},
    {"view.reshape_masked", Place::kViewModuleReshape,
     "Failure of one language becomes unsupported: it can be done after a "
     "copy."},
    {"view.reshape_strides", Place::kViewModuleReshape,
     "Failure of one language becomes unsupported: contiguous helps."},
    {"view.reshape_advice", Place::kViewModuleReshape},
    {"view.reshape_symbolic", Place::kViewModuleReshape},
    {"view.reshape_symbolic_count", Place::kViewModuleReshape,
     "Two expressions that differ do so for some binding, where the reshape "
     "would lose elements."},
    {"view.reshape_symbolic_strided", Place::kViewModuleReshape,
     "Failure of one language becomes unsupported: binding or a copy helps."},
    {"view.infer", Place::kViewModuleReshape,
     "Frontends leave one extent open (-1), and a symbolic count is best "
     "divided where it is known."},
    {"view.infer_indivisible", Place::kViewModuleReshape,
     "A guess would change the number of elements; two open extents have no "
     "single answer."},
    {"view.expand", Place::kViewModuleExpand},
    {"view.expand_rank_zero", Place::kViewModuleExpand},
    {"view.expand_contiguous", Place::kViewModuleExpand,
     "Row-major strides visit numel places of memory; a repeated element has "
     "one."},
    {"view.expand_zero_size", Place::kViewModuleExpand},
    {"view.expand_zero_extent", Place::kViewModuleExpand,
     "Only extents above 1 are said to raise, but an element repeated out of "
     "none would be read from outside of the buffer."},
    {"view.expand_symbolic", Place::kViewModuleExpand},
    {"view.expand_invalid", Place::kViewModuleExpand,
     "Invalid_argument of one language becomes the status invalid."},
    {"view.expand_rank", Place::kViewModuleExpand,
     "Adding axes is reshape's; which side they go to is not the view's to "
     "guess."},
    {"view.expand_masked", Place::kViewModuleExpand,
     "Repeating padding would need a mask that is not a box."},
    {"view.permute", Place::kViewModulePermute},
    {"view.permute_mask", Place::kViewModulePermute,
     "A range left behind would hide the elements of another axis."},
    {"view.permute_symbolic", Place::kViewModulePermute,
     "No arithmetic is needed to reorder, so nothing has to be bound first."},
    {"view.permute_invalid", Place::kViewModulePermute},
    {"view.shrink", Place::kViewModuleShrink},
    {"view.shrink_whole", Place::kViewModuleShrink},
    {"view.shrink_range", Place::kViewModuleShrink},
    {"view.shrink_zero_extent", Place::kViewModuleShrink,
     "[0, 0) is the whole of such an axis and an empty range at once. start < "
     "stop is the condition that is stated; the other is its consequence where "
     "it holds."},
    {"view.shrink_mask", Place::kViewModuleShrink,
     "What was padding stays padding at its new index."},
    {"view.shrink_symbolic", Place::kViewModuleShrink,
     "Failure of one language becomes unsupported: binding helps."},
    {"view.pad_shape", Place::kViewModulePad},
    {"view.pad_offset", Place::kViewModulePad},
    {"view.pad_mask", Place::kViewModulePad},
    {"view.pad_masked", Place::kViewModulePad,
     "The second padding moves the first; forgetting it would show memory that "
     "is not the tensor's."},
    {"view.pad_none", Place::kViewModulePad},
    {"view.pad_invalid", Place::kViewModulePad,
     "Negative padding would be a shrink that leaves the mask alone."},
    {"view.pad_symbolic", Place::kViewModulePad,
     "Failure of one language becomes unsupported: binding helps."},
    {"view.flip", Place::kViewModuleFlip},
    {"view.flip_mask", Place::kViewModuleFlip},
    {"view.flip_invalid", Place::kViewModuleFlip,
     "An axis without flag, or a flag without axis, has no meaning."},
    {"view.flip_symbolic", Place::kViewModuleFlip,
     "Failure of one language becomes unsupported: binding helps."},
    {"view.extent_equal", Place::kViewModuleSymbolic,
     "Polynomials have one normal form, so equality is decided without a "
     "prover."},
    {"view.extent_text", Place::kViewModuleSymbolic,
     "One extent, one text: messages and cases can be compared."},
    {"view.extent_overflow", Place::kViewModuleSymbolic,
     "A wrapped extent passes every later check and points anywhere."},
    {"view.substitute", Place::kViewModuleSymbolic,
     "Shape polymorphism composes: an axis of one graph is an expression of "
     "another."},
    {"view.partial_eval", Place::kViewModuleSymbolic,
     "A batch size is known before a sequence length; the rest has to wait."},
    {"view.eval_unbound", Place::kViewModuleSymbolic,
     "There is no number to return, and a default would be a wrong shape."},
    {"view.bind", Place::kViewModuleSymbolic,
     "The documents tell callers to bind first; then everything that needs "
     "numbers works."},
    {"view.bind_strides", Place::kViewModuleSymbolic,
     "Binding early and binding late must give one view, or traces depend on "
     "their order."},
    {"view.bind_range", Place::kViewModuleSymbolic,
     "The range is what earlier decisions were based on."},
    {"view.from_concrete", Place::kViewModuleType,
     "Tensors carry numbers only; the module has to take them up."},
    {"view.to_concrete", Place::kViewModuleMasks,
     "A tensor has no mask; dropping one would show its padding as data."},
};

}  // namespace assay
