// Lists the sources of the clauses of slices, masked elements, repetitions,
// windows and sequences, except those that aspects.h covers, and what Burn's
// traits say of them. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kRegionSources[] = {
    {"slice.backwards", Place::kBurnOptions},
    {"slice.count", Place::kHome,
     "One element for each step that stays within the range."},
    {"slice.zero_copy", Place::kBurnFlex},
    {"slice.bounds", Place::kHome,
     "Frontends resolve open and negative ends, so a backend gets ranges that "
     "fit."},
    {"slice.step", Place::kHome, "A walk in steps of 0 never ends."},
    {"slice_assign.backwards", Place::kHome,
     "What slice reads at a place, slice_assign writes there."},
    {"slice_assign.rest", Place::kHome,
     "A copy of the whole range would lose the elements between steps."},
    {"slice_assign.fresh", Place::kHome,
     "Tensors of the traits are values: a write makes a new one."},
    {"slice_assign.bounds", Place::kHome, "As for slice."},
    {"slice_assign.step", Place::kHome, "As for slice."},
    {"slice_assign.value_type", Place::kHome,
     "Each element of the region gets one element of its own dtype."},
    {"mask_select.none", Place::kHome, "A list of no elements has extent 0."},
    {"mask_select.mask", Place::kHome,
     "Each element needs one answer, yes or no."},
    {"argwhere.none", Place::kHome,
     "The number of coordinates is known even if no element is true."},
    {"argwhere.index_dtype", Place::kBurnFlex},
    {"argwhere.rank", Place::kHome,
     "An element without axes has no coordinates."},
    {"argwhere.index_integer", Place::kHome, "A coordinate is an integer."},
    {"repeat.none", Place::kHome, "No copies have no elements."},
    {"repeat.axis", Place::kHome, "Only an axis of x can be repeated along."},
    {"repeat.times", Place::kHome,
     "A negative number of copies means nothing."},
    {"unfold_view.count", Place::kBurnFlex},
    {"unfold_view.zero_copy", Place::kBurnFlex},
    {"unfold_view.axis", Place::kHome, "Only an axis of x has windows."},
    {"unfold_view.size", Place::kHome,
     "A window without elements, or one that sticks out, shows nothing."},
    {"unfold_view.step", Place::kHome, "Windows that do not move never end."},
    {"arange.value", Place::kBurnIntTensor},
    {"arange.empty", Place::kHome, "No integer from start on is below stop."},
    {"arange.step", Place::kHome,
     "The traits count upwards, and steps of 0 never end."},
    {"arange.fits", Place::kHome,
     "An integer that wraps would no longer be one of the sequence."},
};

inline constexpr SourceStatement kBurnRegionStatements[] = {
    {Place::kBurnTensor, 2,
     "slice takes a range and a step per axis, and slice_assign replaces the "
     "region by a value.",
     "slice.value slice_assign.value"},
    {Place::kBurnTensor, 1,
     "mask_select lists the elements where a mask is true.",
     "mask_select.value"},
    {Place::kBurnTensor, 1,
     "repeat_dim repeats a tensor along a dimension a number of times.",
     "repeat.value"},
    {Place::kBurnTensor, 2,
     "unfold gives a view of windows along a dimension, whose elements are a "
     "new last dimension.",
     "unfold_view.value unfold_view.zero_copy"},
    {Place::kBurnIntTensor, 2,
     "arange and arange_step give the integers of a range, every one or in "
     "steps.",
     "arange.value"},
    {Place::kBurnBoolTensor, 1,
     "argwhere gives the coordinates of true elements, one row for each.",
     "argwhere.value"},
    {Place::kBurnOptions, 1,
     "A slice has a start, an end and a step; a negative step walks the same "
     "range backwards.",
     "slice.backwards"},
    {Place::kBurnFlex, 3,
     "Slices and unfolded windows are views that copy nothing; the number of "
     "windows follows from size and step.",
     "slice.zero_copy unfold_view.zero_copy unfold_view.count"},
    {Place::kBurnFlex, 1, "Indices have the dtype that the caller asks for.",
     "argwhere.index_dtype"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "selection.strided_operands"},
};

}  // namespace assay
