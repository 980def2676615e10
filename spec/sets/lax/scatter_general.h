// Has the row of scatter_general, which combines windows of updates with those
// of x that index vectors place.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spec/sets/nx/indexing.h"

namespace assay {

Result<std::vector<TensorType>> types_scattered_general(const CallTypes& call);

// Return the position of the variant: by mode, batching axes and the dtype of
// indices. By the attributes alone, indices count as int32. A combination that
// is not a variant selects another one, because the type rule rejects the call.
std::size_t variant_of_scatter_general(std::span<const TensorType> operands,
                                       const Attributes& attributes);
std::size_t variant_by_attributes_of_scatter(const Attributes& attributes);

inline constexpr OpSpec kScatterGeneralOps[] = {
    {.name = "scatter_general",
     .id = 532,
     .set = "lax",
     .signature = {.name = "scatter_general",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kIndex},
                                {.name = "updates", .role = Role::kSame}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_scattered_general},
     .attributes = {AttributeKey::kMode, AttributeKey::kUpdateWindowDims,
                    AttributeKey::kInsertedWindowDims,
                    AttributeKey::kScatterDimsToOperandDims,
                    AttributeKey::kIndexVectorDim,
                    AttributeKey::kOperandBatchingDims,
                    AttributeKey::kStartIndicesBatchingDims,
                    AttributeKey::kIndicesAreSorted,
                    AttributeKey::kUniqueIndices},
     .formula =
         "y = x; y[start(b) + batch(b) + window(o)] ← mode(itself, updates[b "
         "and o]), with b the axes of updates that are not update_window_dims "
         "and o those that are; start(b)[scatter_dims_to_operand_dims[k]] = "
         "component k of the index vector at b",
     .variants = {{"add", kNumbers, kPacked, kSumAccuracy},
                  {"set", kMovable, kPacked, kAllBits},
                  {"min", kOrdered, kPacked, kAllExact},
                  {"max", kOrdered, kPacked, kAllExact},
                  {"add_int64", kNumbers, kPacked, kSumAccuracy},
                  {"set_int64", kMovable, kPacked, kAllBits},
                  {"add_batching", kNumbers, kPacked, kSumAccuracy},
                  {"set_batching", kMovable, kPacked, kAllBits}},
     .variant_rule = variant_by_attributes_of_scatter,
     .variant_by_types = variant_of_scatter_general,
     .provenance = {kExactSum, "enumeration"},
     .clauses =
         {documented("scatter_general.value",
                     "Each window of updates is combined with the window of x "
                     "that begins at its index vector."),
          documented("scatter_general.accumulate",
                     "add: all updates that meet at an element are added to "
                     "that of x."),
          documented("scatter_general.out_of_range",
                     "An update that falls outside of x is left out, and the "
                     "rest of its window is not."),
          clarified("scatter_general.extreme",
                    "So is a window at the least or the greatest value of the "
                    "dtype of indices: nothing overflows."),
          clarified("scatter_general.no_index",
                    "scatter_dims_to_operand_dims may be empty: index vectors "
                    "then have no components, and every window begins at 0."),
          documented("scatter_general.batching",
                     "On a batching axis of x a window is at the position that "
                     "the paired axis of indices has, whatever the order of "
                     "the axes is."),
          clarified("scatter_general.sorted_hint",
                    "indices_are_sorted is a hint: the result does not depend "
                    "on it."),
          clarified("scatter_general.unique_hint",
                    "unique_indices is a hint: the result does not depend on "
                    "it."),
          clarified("scatter_general.index_vector_dim",
                    "Index vectors may stand along any axis of indices; if "
                    "index_vector_dim is its rank, each element is one."),
          clarified("scatter_general.window",
                    "Windows may be longer than 1 on indexed axes, and their "
                    "axes may stand between the other axes of updates."),
          clarified("scatter_general.empty",
                    "updates may have no elements, and the result is then a "
                    "copy of x."),
          clarified("scatter_general.untouched",
                    "An element that no update reaches keeps its bits."),
          clarified("scatter_general.fresh",
                    "The result has memory of its own: a later write to x is "
                    "not seen in it.",
                    EnforcedBy::kHarness),
          clarified("scatter_general.wrap",
                    "add: integer sums wrap modulo 2^w."),
          clarified("scatter_general.accuracy",
                    "add: 16- and 8-bit floats accumulate as if in float32 and "
                    "round once."),
          clarified("scatter_general.nonfinite",
                    "add: NaN if a term is NaN or infinities of both signs "
                    "meet; otherwise an infinite term is the sum."),
          clarified("scatter_general.nan",
                    "min, max: NaN if the element of x or an update is NaN."),
          unspecified("scatter_general.set_duplicates",
                      "set: which of the updates that meet at an element "
                      "stays."),
          documented("scatter_general.order",
                     "Updates that meet are combined in any order, and in the "
                     "same order when the call is repeated."),
          unspecified("scatter_general.signed_zero",
                      "The sign of a zero sum, and of an extremum of zeros of "
                      "both signs."),
          unspecified(
              "scatter_general.partial_overflow",
              "add: the value where the magnitudes of the terms, that of x "
              "included, sum to more than the largest finite value of the "
              "accumulator, so that a partial sum may overflow."),
          precondition("scatter_general.ranks",
                       "Each axis of x is an axis of windows, inserted or a "
                       "batching axis: update_window_dims, "
                       "inserted_window_dims and operand_batching_dims have as "
                       "many entries together as x has axes."),
          precondition("scatter_general.window_dims_valid",
                       "update_window_dims ascend, are distinct and are axes "
                       "of updates."),
          precondition("scatter_general.inserted",
                       "inserted_window_dims ascend, are distinct and are axes "
                       "of x."),
          precondition("scatter_general.index_map",
                       "scatter_dims_to_operand_dims has one entry for each "
                       "component of an index vector; entries are distinct "
                       "axes of x and no batching axes."),
          precondition("scatter_general.index_vector",
                       "index_vector_dim is an axis of indices or their rank. "
                       "indices are int32, or int64 if mode is set or add and "
                       "no axis is a batching axis."),
          precondition(
              "scatter_general.batching_dims",
              "The lists of batching axes have one length, which is 0 if mode "
              "is min or max. Those of x ascend, are distinct and are not "
              "inserted. Those of indices are distinct and are not "
              "index_vector_dim. Paired axes have one extent."),
          precondition("scatter_general.updates",
                       "updates has the axes of indices without "
                       "index_vector_dim, and those of windows at "
                       "update_window_dims. The extents of windows, 1 on "
                       "inserted and batching axes, are at most those of x."),
          precondition("scatter_general.same_dtype",
                       "updates has the dtype of x."),
          precondition("scatter_general.sorted",
                       "If indices_are_sorted, starts ascend lexicographically "
                       "by the axes of x in the order of the batch positions, "
                       "before and after they are moved inside.",
                       ClauseStatus::kClarified),
          precondition("scatter_general.unique",
                       "If unique_indices, no two updates meet.",
                       ClauseStatus::kClarified)}},
};

}  // namespace assay
