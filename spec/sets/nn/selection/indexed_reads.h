// Has the rows of the ops that read the elements that indices name.
#pragma once

#include "spec/sets/nx/movement.h"
#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_selected(const CallTypes& call);
Result<std::vector<TensorType>> types_gathered_nd(const CallTypes& call);
Result<std::vector<TensorType>> types_embedded(const CallTypes& call);

// The floats and integers of set nn.
inline constexpr DTypeSet kWideNumbers = kWideFloats | kWideIntegers;

inline constexpr OpSpec kIndexedReadOps[] = {
    {.name = "select",
     .id = 465,
     .signature = {.name = "select",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kInt32}},
                   .results = {kOut},
                   .types = types_selected,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis},
     .formula = "out[…, l, …] = x[…, indices[l], …] along axis",
     .variants = {{"", kWideNumbers | kBools, {}, kAllBits}},
     .provenance = {kDefinition, "identities"},
     .clauses = {documented("select.value",
                            "Place l of the result along axis is place "
                            "indices[l] of x."),
                 clarified("select.repeated",
                           "An index may occur any number of times."),
                 clarified("select.no_indices",
                           "Without indices the extent along axis is 0."),
                 precondition("select.indices", "indices has one axis.")}},
    {.name = "gather_nd",
     .id = 467,
     .signature = {.name = "gather_nd",
                   .operands = {{.name = "x"},
                                {.name = "indices", .role = Role::kInt32}},
                   .results = {kOut},
                   .types = types_gathered_nd,
                   .least_rank = 1},
     .formula = "out[i…, r…] = x[indices[i…, 0], …, indices[i…, k - 1], r…], "
                "where k is the last extent of indices",
     .variants = {{"", kWideNumbers, kBools, kAllBits}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("gather_nd.value",
                     "Each row of k indices names a slice of x by its "
                     "coordinates on the first k axes; the result has the "
                     "leading axes of indices, then the other axes of x."),
          clarified("gather_nd.whole",
                    "If k is the rank of x, each row names one element."),
          clarified("gather_nd.order",
                    "Coordinates are in the order of the axes."),
          precondition("gather_nd.coordinates",
                       "indices has one axis at least, and its last extent is "
                       "from 1 to the rank of x.",
                       ClauseStatus::kClarified)}},
    {.name = "embedding",
     .id = 474,
     .signature = {.name = "embedding",
                   .operands = {{.name = "weights"},
                                {.name = "indices", .role = Role::kInt32}},
                   .results = {kOut},
                   .types = types_embedded,
                   .least_rank = 2},
     .formula = "out[i…, d] = weights[indices[i…], d]",
     .variants = {{"", kWideFloats, {}, kAllBits}},
     .provenance = {kDefinition, "identities"},
     .clauses = {documented("embedding.value",
                            "Each index gives its row of weights; the result "
                            "has the axes of indices, then that of a row."),
                 clarified("embedding.repeated",
                           "An index may occur any number of times."),
                 clarified("embedding.leading",
                           "indices may have any number of axes, also none."),
                 precondition("embedding.rank", "weights has two axes.")}},
};

}  // namespace assay
