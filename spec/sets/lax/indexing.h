// Has the rows that op set lax adds to the indexing family: slices whose starts
// are data, and windows that index vectors place.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spec/sets/lax/scatter_general.h"

namespace assay {

Result<std::vector<TensorType>> types_dynamic_sliced(const CallTypes& call);
Result<std::vector<TensorType>> types_dynamic_updated(const CallTypes& call);
Result<std::vector<TensorType>> types_gathered_general(const CallTypes& call);

// Return the position of the variant: by the dtype of the starts, which are the
// last operand; and by the batching axes and the dtype of start_indices. By the
// attributes alone, indices count as int32.
std::size_t variant_by_starts(std::span<const TensorType> operands,
                              const Attributes& attributes);
std::size_t variant_by_attributes_of_starts(const Attributes& attributes);
std::size_t variant_of_gather_general(std::span<const TensorType> operands,
                                      const Attributes& attributes);
std::size_t variant_by_attributes_of_gather(const Attributes& attributes);

inline constexpr OpSpec kLaxIndexingOps[] = {
    {.name = "dynamic_slice",
     .id = 529,
     .set = "lax",
     .signature = {.name = "dynamic_slice",
                   .operands = {{.name = "x"},
                                {.name = "starts", .role = Role::kIndex}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_dynamic_sliced},
     .attributes = {AttributeKey::kSliceSizes},
     .formula = "y[i] = x[s + i], with s_d = starts[d] clamped to "
                "[0, extent_d - slice_sizes_d]",
     .variants = {{"", kMovable, kPacked, kAllBits},
                  {"int64", kMovable, kPacked, kAllBits}},
     .variant_rule = variant_by_attributes_of_starts,
     .variant_by_types = variant_by_starts,
     .provenance = {kDefinition, "enumeration"},
     .clauses =
         {documented("dynamic_slice.value",
                     "The elements of x in the window of slice_sizes that "
                     "begins at starts."),
          documented("dynamic_slice.clamp",
                     "A start past the last window that fits gives that "
                     "window, and is no error."),
          documented("dynamic_slice.negative",
                     "A negative start gives the window at 0."),
          clarified("dynamic_slice.extreme",
                    "So do the least and the greatest value of the dtype of "
                    "starts: nothing overflows."),
          clarified("dynamic_slice.whole",
                    "Along an axis whose slice size is its extent, the start "
                    "does not matter."),
          clarified("dynamic_slice.empty",
                    "A slice size may be 0, and the result then has no "
                    "elements."),
          clarified("dynamic_slice.rank_zero",
                    "x may have rank 0: starts has no elements, and the result "
                    "is the element."),
          precondition("dynamic_slice.sizes",
                       "slice_sizes has one entry per axis of x, of at least 0 "
                       "and at most the extent."),
          precondition("dynamic_slice.starts",
                       "starts are int32 or int64 and have rank 1 and one "
                       "element per axis of x.")}},
    {.name = "dynamic_update_slice",
     .id = 530,
     .set = "lax",
     .signature = {.name = "dynamic_update_slice",
                   .operands = {{.name = "x"},
                                {.name = "update", .role = Role::kSame},
                                {.name = "starts", .role = Role::kIndex}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_dynamic_updated},
     .formula = "y = x; y[s + i] = update[i], with s_d = starts[d] clamped to "
                "[0, extent_d - extent of update]",
     .variants = {{"", kMovable, kPacked, kAllBits},
                  {"int64", kMovable, kPacked, kAllBits}},
     .variant_rule = variant_by_attributes_of_starts,
     .variant_by_types = variant_by_starts,
     .provenance = {kDefinition, "enumeration"},
     .clauses =
         {documented("dynamic_update_slice.value",
                     "The elements of update in the window that begins at "
                     "starts, and those of x elsewhere."),
          documented("dynamic_update_slice.clamp",
                     "A start past the last window that fits gives that "
                     "window, and is no error."),
          documented("dynamic_update_slice.negative",
                     "A negative start gives the window at 0."),
          clarified("dynamic_update_slice.extreme",
                    "So do the least and the greatest value of the dtype of "
                    "starts: nothing overflows."),
          clarified("dynamic_update_slice.whole",
                    "If update has the shape of x, the result is update, "
                    "whatever the starts are."),
          clarified("dynamic_update_slice.empty",
                    "update may have no elements, and the result is then x."),
          clarified("dynamic_update_slice.fresh",
                    "The result has memory of its own: a later write to x is "
                    "not seen in it.",
                    EnforcedBy::kHarness),
          precondition("dynamic_update_slice.rank",
                       "x and update have one rank."),
          precondition("dynamic_update_slice.extents",
                       "The extents of update are at most those of x."),
          precondition("dynamic_update_slice.dtypes",
                       "update has the dtype of x."),
          precondition("dynamic_update_slice.starts",
                       "starts are int32 or int64 and have rank 1 and one "
                       "element per axis of x.")}},
    {.name = "gather_general",
     .id = 531,
     .set = "lax",
     .signature = {.name = "gather_general",
                   .operands = {{.name = "x"},
                                {.name = "start_indices",
                                 .role = Role::kIndex}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_gathered_general},
     .attributes = {AttributeKey::kOffsetDims,
                    AttributeKey::kCollapsedSliceDims,
                    AttributeKey::kStartIndexMap, AttributeKey::kIndexVectorDim,
                    AttributeKey::kSliceSizes,
                    AttributeKey::kOperandBatchingDims,
                    AttributeKey::kStartIndicesBatchingDims,
                    AttributeKey::kIndicesAreSorted},
     .formula = "y[b and o] = x[start(b) + batch(b) + window(o)], with b the "
                "axes of y that are not offset_dims and o those that are; "
                "start(b)[start_index_map[k]] = component k of the index "
                "vector at b, clamped to [0, extent - slice size]",
     .variants = {{"", kMovable, kPacked, kAllBits},
                  {"int64", kMovable, kPacked, kAllBits},
                  {"batching", kMovable, kPacked, kAllBits},
                  {"batching_int64", kMovable, kPacked, kAllBits}},
     .variant_rule = variant_by_attributes_of_gather,
     .variant_by_types = variant_of_gather_general,
     .provenance = {kDefinition, "enumeration"},
     .clauses =
         {documented(
              "gather_general.value",
              "For each index vector the window of slice_sizes of x "
              "that begins there."),
          documented(
              "gather_general.out_of_range",
              "A window that would leave x is moved inside as a whole, "
              "and is no error."),
          clarified("gather_general.extreme",
                    "So is one at the least or the greatest value of the dtype "
                    "of start_indices: nothing overflows."),
          clarified("gather_general.index_map_order",
                    "start_index_map may name axes in any order; component k "
                    "of an index vector is for the axis of entry k."),
          clarified("gather_general.index_vector_dim",
                    "Index vectors may stand along any axis of start_indices; "
                    "if index_vector_dim is its rank, each element is one."),
          clarified("gather_general.offset_dims",
                    "Axes of windows may stand between the other axes of the "
                    "result."),
          clarified("gather_general.window",
                    "Slice sizes on indexed axes may be above 1."),
          clarified("gather_general.no_index",
                    "start_index_map may be empty: index vectors then have no "
                    "components, and every window begins at 0."),
          clarified("gather_general.repeated",
                    "An index vector may occur any number of times."),
          documented("gather_general.batching",
                     "On a batching axis of x a window is at the position that "
                     "the paired axis of start_indices has, whatever the order "
                     "of the axes is."),
          clarified("gather_general.sorted_hint",
                    "indices_are_sorted is a hint: the result does not depend "
                    "on it."),
          clarified("gather_general.empty",
                    "start_indices may have no elements, and slice sizes may "
                    "be 0 on axes of windows; the result then has no "
                    "elements."),
          precondition("gather_general.ranks",
                       "Each axis of x is an axis of windows, collapsed or a "
                       "batching axis: offset_dims, collapsed_slice_dims and "
                       "operand_batching_dims have as many entries together as "
                       "x has axes."),
          precondition("gather_general.offset_dims_valid",
                       "offset_dims ascend, are distinct and are axes of the "
                       "result."),
          precondition("gather_general.collapsed",
                       "collapsed_slice_dims ascend, are distinct and are axes "
                       "of x with slice size 1.",
                       ClauseStatus::kResolved),
          precondition("gather_general.index_map",
                       "start_index_map has one entry for each component of an "
                       "index vector; entries are distinct axes of x and no "
                       "batching axes."),
          precondition("gather_general.index_vector",
                       "start_indices are int32 or int64, and index_vector_dim "
                       "is one of their axes or their rank."),
          precondition("gather_general.sizes",
                       "slice_sizes has one entry per axis of x, of at least 0 "
                       "and at most the extent."),
          precondition(
              "gather_general.batching_dims",
              "The lists of batching axes have one length. Those of x ascend, "
              "are distinct, are not collapsed and have slice size 1. Those of "
              "start_indices are distinct and are not index_vector_dim. Paired "
              "axes have one extent."),
          precondition("gather_general.sorted",
                       "If indices_are_sorted, starts ascend lexicographically "
                       "by the axes of x in the order of the batch positions, "
                       "before and after they are moved inside.",
                       ClauseStatus::kClarified)}},
};

}  // namespace assay
