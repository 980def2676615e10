// Lists the sources of the clauses of indexed reads and updates, and of those
// that all ops of the selection family share, except those that aspects.h
// covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kSelectionSources[] = {
    {"selection.strided_operands", Place::kBurnFlex},
    {"selection.accumulator", Place::kHome,
     "A running sum of 8 or 11 bits stalls once it is 2^p times a term; "
     "libraries accumulate in float32."},
    {"selection.nonfinite", Place::kHome,
     "The order of the values is free, so only what every order gives is "
     "asked."},
    {"selection.signed_zero", Place::kHome,
     "IEEE 754 orders zeros as equal, and a sum may start at +0 or at its "
     "first term."},
    {"selection.axis", Place::kHome,
     "An axis that is not there has no places."},
    {"selection.int32", Place::kHome,
     "One dtype of indices keeps the cells few, as for gather and scatter."},
    {"selection.range", Place::kBurnFlex,
     "Another index names no element, and a write there would change another's "
     "memory."},
    {"selection.update", Place::kHome,
     "The traits have no function for the other updates."},

    {"select.repeated", Place::kHome,
     "Reading twice is harmless, and batches are drawn with repetition."},
    {"select.no_indices", Place::kHome,
     "A filter that keeps nothing is everyday data."},
    {"select.indices"},

    {"gather_nd.whole", Place::kHome,
     "There is no axis left for a slice, which is then one element."},
    {"gather_nd.order", Place::kHome,
     "As in NumPy and TensorFlow; coordinates of images are often the other "
     "way round."},
    {"gather_nd.coordinates", Place::kHome,
     "A row of more coordinates than there are axes names nothing."},

    {"embedding.repeated", Place::kHome,
     "A word may occur more than once in a sentence."},
    {"embedding.leading", Place::kHome,
     "A batch of sentences has two axes, and one word has none."},

    {"select_update.template", Place::kHome,
     "Tensors are values: a clone never sees a write."},
    {"select_update.accumulates", Place::kHome,
     "Gradients of repeated reads are sums, and a lost one shows nowhere "
     "else."},
    {"select_update.or_saturates", Place::kHome,
     "A count of trues kept in a byte is 0 again after 256."},
    {"select_update.shape"},

    {"scatter_nd.template", Place::kHome,
     "Tensors are values: a clone never sees a write."},
    {"scatter_nd.accumulates", Place::kHome,
     "Gradients of repeated reads are sums, and a lost one shows nowhere "
     "else."},
    {"scatter_nd.duplicates", Place::kHome,
     "Kernels write in parallel, and libraries promise no order."},
    {"scatter_nd.coordinates", Place::kHome,
     "A row of more coordinates than there are axes names nothing."},
    {"scatter_nd.shape", Place::kHome,
     "Each slice that is named needs a slice of values."},

    {"scatter_reduce.template", Place::kHome,
     "Tensors are values: a clone never sees a write."},
    {"scatter_reduce.or_saturates", Place::kHome,
     "A count of trues kept in a byte is 0 again after 256."},
    {"scatter_reduce.shape", Place::kHome,
     "Each update needs an index and each index an update; the traits ask for "
     "equal extents on the other axes."},

    {"embedding_backward.repeated", Place::kHome,
     "The derivative of a sum is the sum of the derivatives."},
    {"embedding_backward.uncovered", Place::kHome, "The sum of no terms."},
    {"embedding_backward.long", Place::kHome,
     "In float16 a running sum of ones stops at 2048."},
    {"embedding_backward.shape_only", Place::kHome,
     "A lookup is linear, so its gradient does not depend on weights."},
    {"embedding_backward.shape", Place::kHome,
     "A gradient has one element for each element of the result."},
};

}  // namespace assay
