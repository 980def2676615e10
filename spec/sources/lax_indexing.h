// Lists the sources of the clauses of dynamic_slice, dynamic_update_slice,
// gather_general and scatter_general, and what StableHLO says of them.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxIndexingSources[] = {
    {"dynamic_slice.clamp"},
    {"dynamic_slice.negative"},
    {"dynamic_slice.extreme", Place::kHome,
     "Start plus size does not fit in the dtype there, and a kernel that adds "
     "before it clamps wraps."},
    {"dynamic_slice.whole", Place::kHome,
     "[0, extent - size] has 0 alone, so every start is clamped to it."},
    {"dynamic_slice.sizes"},
    {"dynamic_slice.starts"},

    {"dynamic_update_slice.clamp"},
    {"dynamic_update_slice.negative"},
    {"dynamic_update_slice.extreme", Place::kHome,
     "Start plus size does not fit in the dtype there, and a kernel that adds "
     "before it clamps wraps."},
    {"dynamic_update_slice.whole", Place::kHome,
     "[0, extent - size] has 0 alone, so every start is clamped to it."},
    {"dynamic_update_slice.fresh", Place::kHome,
     "Tensors are values: an update in place needs an operand that nobody uses "
     "again."},
    {"dynamic_update_slice.extents"},
    {"dynamic_update_slice.dtypes"},
    {"dynamic_update_slice.starts"},

    {"gather_general.out_of_range"},
    {"gather_general.extreme", Place::kHome,
     "Start plus size does not fit in the dtype there, and a kernel that adds "
     "before it clamps wraps."},
    {"gather_general.index_map_order", Place::kHome,
     "The specification asks for distinct entries alone; a kernel that takes "
     "components in the order of axes shows on no ascending map."},
    {"gather_general.index_vector_dim", Place::kHome,
     "The specification allows every position, and frontends mostly use the "
     "last."},
    {"gather_general.offset_dims", Place::kHome,
     "The specification asks for ascending axes alone, and frontends mostly "
     "have them last."},
    {"gather_general.window", Place::kHome,
     "Windows of 1 hide a clamp that ignores slice_sizes."},
    {"gather_general.no_index", Place::kHome,
     "The formula has 0 where no component names an axis; compilers have "
     "failed there."},
    {"gather_general.repeated", Place::kHome,
     "Reading twice is harmless, and embedding lookups do."},
    {"gather_general.batching"},
    {"gather_general.sorted_hint", Place::kHome,
     "A hint that is true permits another algorithm and no other result."},
    {"gather_general.ranks"},
    {"gather_general.offset_dims_valid"},
    {"gather_general.collapsed", Place::kHome,
     "The specification also allows slice size 0 there, which drops an axis "
     "without elements; no frontend makes such calls."},
    {"gather_general.index_map"},
    {"gather_general.index_vector"},
    {"gather_general.sizes"},
    {"gather_general.batching_dims"},
    {"gather_general.sorted", Place::kHome,
     "The specification leaves the result open if the hint is not true. Moving "
     "windows inside may undo an order, so both are asked."},

    {"scatter_general.accumulate"},
    {"scatter_general.out_of_range"},
    {"scatter_general.extreme", Place::kHome,
     "Start plus offset does not fit in the dtype there, and a kernel that "
     "adds before it compares wraps into x."},
    {"scatter_general.no_index", Place::kHome,
     "The formula has 0 where no component names an axis; compilers have "
     "failed there."},
    {"scatter_general.batching"},
    {"scatter_general.sorted_hint", Place::kHome,
     "A hint that is true permits another algorithm and no other result."},
    {"scatter_general.unique_hint", Place::kHome,
     "A hint that is true permits another algorithm and no other result."},
    {"scatter_general.index_vector_dim", Place::kHome,
     "The specification allows every position, and frontends mostly use the "
     "last."},
    {"scatter_general.window", Place::kHome,
     "Windows of 1 hide a kernel that places only their first element."},
    {"scatter_general.untouched", Place::kHome,
     "The element is not computed with: a payload may carry a tag, and adding "
     "0 changes -0."},
    {"scatter_general.fresh", Place::kHome,
     "Tensors are values: an update in place needs an operand that nobody uses "
     "again."},
    {"scatter_general.nonfinite", Place::kHome,
     "The order of the updates is free, so only what every order gives is "
     "asked."},
    {"scatter_general.set_duplicates", Place::kHome,
     "The specification combines updates in an implementation-defined order, "
     "and the last one stays."},
    {"scatter_general.order"},
    {"scatter_general.signed_zero", Place::kHome,
     "Which zero comes out depends on the order of the updates, and IEEE 754 "
     "orders zeros as equal."},
    {"scatter_general.ranks"},
    {"scatter_general.window_dims_valid"},
    {"scatter_general.inserted"},
    {"scatter_general.index_map"},
    {"scatter_general.index_vector"},
    {"scatter_general.batching_dims"},
    {"scatter_general.updates"},
    {"scatter_general.sorted", Place::kHome,
     "The specification leaves the result open if the hint is not true. Moving "
     "windows inside may undo an order, so both are asked."},
    {"scatter_general.unique", Place::kHome,
     "The specification leaves the result open if the hint is not true."},
};

inline constexpr SourceStatement kLaxIndexingStatements[] = {
    {Place::kStablehloIndexing, 3,
     "dynamic_slice takes the window of slice_sizes at start_indices, which "
     "are clamped so that it fits.",
     "dynamic_slice.value dynamic_slice.clamp dynamic_slice.negative"},
    {Place::kStablehloIndexing, 3,
     "It has one start for each axis, and sizes are from 0 to the extents.",
     "dynamic_slice.starts dynamic_slice.sizes"},
    {Place::kStablehloIndexing, 3,
     "dynamic_update_slice replaces the window of update's shape at "
     "start_indices, which are clamped so that it fits.",
     "dynamic_update_slice.value dynamic_update_slice.clamp "
     "dynamic_update_slice.negative"},
    {Place::kStablehloIndexing, 5,
     "update has the dtype and rank of the operand and no greater extents, and "
     "there is one start for each axis.",
     "dynamic_update_slice.rank dynamic_update_slice.extents "
     "dynamic_update_slice.dtypes dynamic_update_slice.starts"},
    {Place::kStablehloIndexing, 4,
     "gather puts together slices of the operand at the offsets in "
     "start_indices; full_start_index clamps each so that the slice fits.",
     "gather_general.value gather_general.out_of_range"},
    {Place::kStablehloIndexing, 2,
     "full_batching_index is the position along the paired axes of "
     "start_indices.",
     "gather_general.batching scatter_general.batching"},
    {Place::kStablehloIndexing, 20,
     "The lists of gather name each axis of the operand once, are sorted or "
     "unique and in range, and slice sizes fit; collapsed and batching axes "
     "have slice sizes of at most 1.",
     "gather_general.ranks gather_general.offset_dims_valid "
     "gather_general.collapsed gather_general.index_map "
     "gather_general.index_vector gather_general.sizes "
     "gather_general.batching_dims"},
    {Place::kStablehloIndexing, 3,
     "scatter gives inputs with several slices updated by update_computation; "
     "an update whose result_index is outside is left out.",
     "scatter_general.value scatter_general.accumulate "
     "scatter_general.out_of_range"},
    {Place::kStablehloIndexing, 1,
     "The schedule of the updates is implementation-defined.",
     "scatter_general.order"},
    {Place::kStablehloIndexing, 22,
     "The lists of scatter name each axis of the input once, are sorted or "
     "unique and in range; updates has the extents of the indices and windows "
     "that fit, and the dtype of the input.",
     "scatter_general.ranks scatter_general.window_dims_valid "
     "scatter_general.inserted scatter_general.index_map "
     "scatter_general.index_vector scatter_general.batching_dims "
     "scatter_general.updates scatter_general.same_dtype"},
};

}  // namespace assay
