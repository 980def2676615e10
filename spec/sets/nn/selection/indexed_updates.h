// Has the rows of the ops that combine values with the elements that indices
// name, and of the gradient of embedding.
#pragma once

#include <cstddef>

#include "spec/sets/nn/selection/indexed_reads.h"

namespace assay {

Result<std::vector<TensorType>> types_select_updated(const CallTypes& call);
Result<std::vector<TensorType>> types_scattered_nd(const CallTypes& call);
Result<std::vector<TensorType>> types_scatter_reduced(const CallTypes& call);
Result<std::vector<TensorType>> types_of_embedding_gradient(
    const CallTypes& call);

// Return the position of the variant. An update that the op does not have
// selects the first one, because the type rule rejects the call.
std::size_t variant_of_select_update(const Attributes& attributes);
std::size_t variant_of_scatter_nd(const Attributes& attributes);
std::size_t variant_of_scatter_reduce(const Attributes& attributes);

inline constexpr Variant kOrVariant{"or", kBools, {}, kAllExact};

inline constexpr OpSpec kIndexedUpdateOps[] = {
    {.name = "select_update",
     .id = 466,
     .signature = {.name = "select_update",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kInt32},
                                {.name = "value", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_select_updated,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis, AttributeKey::kUpdate},
     .formula = "out = x; out[…, indices[l], …] ← update(out[…, indices[l], "
                "…], value[…, l, …]) along axis",
     .variants = {{"add", kWideNumbers, {}, kSumAccuracy}, kOrVariant},
     .variant_rule = variant_of_select_update,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("select_update.value",
                     "Place l of value along axis is combined with place "
                     "indices[l] of x; a place that no index names keeps the "
                     "bits of x."),
          clarified("select_update.template",
                    "x itself is unchanged: the result is a copy of it.",
                    EnforcedBy::kHarness),
          clarified("select_update.accumulates",
                    "add: all values that meet at a place are added to it."),
          clarified("select_update.wrap", "add: integers wrap modulo 2^w."),
          clarified("select_update.or_saturates",
                    "or: an element is true if it or any value that meets it "
                    "is, however many are."),
          precondition("select_update.shape",
                       "indices has one axis, and value has the shape of x "
                       "with the extent of indices along axis.")}},
    {.name = "scatter_nd",
     .id = 468,
     .signature = {.name = "scatter_nd",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kInt32},
                                {.name = "values", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_scattered_nd,
                   .least_rank = 1},
     .attributes = {AttributeKey::kUpdate},
     .formula = "out = x; slice indices[i…] of out ← update(slice, "
                "values[i…]), with the slices of gather_nd",
     .variants = {{"assign", kWideNumbers, {}, kAllBits},
                  {"add", kWideNumbers, {}, kSumAccuracy}},
     .variant_rule = variant_of_scatter_nd,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("scatter_nd.value",
                     "Each slice of values is combined with the slice of x "
                     "that its row of indices names, as in gather_nd; an "
                     "element that no row names keeps the bits of x."),
          clarified("scatter_nd.template",
                    "x itself is unchanged: the result is a copy of it.",
                    EnforcedBy::kHarness),
          clarified("scatter_nd.accumulates",
                    "add: all values that meet at an element are added to "
                    "it."),
          clarified("scatter_nd.wrap", "add: integers wrap modulo 2^w."),
          unspecified("scatter_nd.duplicates",
                      "assign: which of the values that meet at an element "
                      "stays."),
          precondition("scatter_nd.coordinates",
                       "indices has one axis at least, and its last extent is "
                       "from 1 to the rank of x.",
                       ClauseStatus::kClarified),
          precondition("scatter_nd.shape",
                       "values has the shape that gather_nd gives for x and "
                       "indices.",
                       ClauseStatus::kClarified)}},
    {.name = "scatter_reduce",
     .id = 469,
     .signature = {.name = "scatter_reduce",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kInt32},
                                {.name = "updates", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_scatter_reduced,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis, AttributeKey::kUpdate},
     .formula = "out = x; out[…, indices[…, i, …], …] ← update(out[…, "
                "indices[…, i, …], …], updates[…, i, …]) along axis",
     .variants = {kOrVariant},
     .variant_rule = variant_of_scatter_reduce,
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("scatter_reduce.value",
                     "Each update is combined with the element of x at its "
                     "index along axis, at the same place on the other axes; "
                     "an element that no index names keeps the bits of x."),
          clarified("scatter_reduce.template",
                    "x itself is unchanged: the result is a copy of it.",
                    EnforcedBy::kHarness),
          clarified("scatter_reduce.or_saturates",
                    "or: an element is true if it or any update that meets "
                    "it is, however many are."),
          precondition("scatter_reduce.shape",
                       "indices and updates have one shape, which is that of "
                       "x but for the extent along axis.",
                       ClauseStatus::kClarified)}},
    {.name = "embedding_backward",
     .id = 475,
     .signature = {.name = "embedding_gradient",
                   .operands = {{.name = "weights", .is_shape_only = true},
                                {.name = "grad", .role = Role::kSame},
                                {.name = "indices", .role = Role::kInt32}},
                   .results = {{.name = "gw"}},
                   .types = types_of_embedding_gradient,
                   .least_rank = 2},
     .formula = "gw[v, d] = Σ grad[i…, d] over the i… whose indices[i…] is v",
     .variants = {{"", kWideFloats, {}, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {
             documented("embedding_backward.value",
                        "Each row of grad goes to the row of weights that its "
                        "index names."),
             clarified("embedding_backward.repeated",
                       "Rows of grad that meet at a row are summed."),
             clarified("embedding_backward.uncovered",
                       "A row that no index names gets 0."),
             clarified("embedding_backward.long",
                       "2304 gradients of 1 at one row sum to 2304: the sum is "
                       "not kept in float16 or bfloat16."),
             clarified("embedding_backward.shape_only",
                       "weights lends its shape and is never read."),
             precondition("embedding_backward.rank", "weights has two axes."),
             precondition("embedding_backward.shape",
                          "grad has the shape of the result of embedding.",
                          ClauseStatus::kClarified)}},
};

}  // namespace assay
