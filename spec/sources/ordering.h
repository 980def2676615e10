// Lists the sources of the clauses of the ordering family, except those that
// aspects.h covers, and what Burn's traits say of it.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kOrderingSources[] = {
    {"ordering.strided_operands", Place::kBurnFlex},
    {"ordering.index_dtype", Place::kBurnFlex},
    {"ordering.axis"},
    {"ordering.axis_valid", Place::kHome, "Only an axis of x can be sorted."},
    {"ordering.index_integer", Place::kHome, "An index is an integer."},
    {"sort_with_indices.agree", Place::kHome,
     "Indices that lead to other elements are of no use."},
    {"sort_with_indices.ties", Place::kHome,
     "The traits ask for no stable sort."},
    {"topk.nan_last", Place::kHome,
     "The order of sort, or topk with k = n would not be one."},
    {"topk.agree", Place::kHome,
     "Indices that lead to other elements are of no use."},
    {"topk.whole", Place::kHome, "The n largest elements are all of them."},
    {"topk.none", Place::kHome, "No elements have extent 0."},
    {"topk.zeros", Place::kHome,
     "Zeros compare equal, and NaN have no order among themselves."},
    {"topk.k", Place::kHome, "A slice has no more elements than its extent."},
};

inline constexpr SourceStatement kBurnOrderingStatements[] = {
    {Place::kBurnTensor, 2,
     "sort_with_indices sorts along a dimension and returns values and "
     "indices; the sort is unstable, and NaN come last.",
     "sort_with_indices.value sort_with_indices.nan_last ordering.axis"},
    {Place::kBurnTensor, 3,
     "topk, argtopk and topk_with_indices give the k largest elements, equal "
     "ones by index.",
     "topk.value topk.first_tie"},
    {Place::kBurnFlex, 2,
     "Operands are views with signed strides, zero strides and offsets, and "
     "indices have the dtype that the caller asks for.",
     "ordering.strided_operands ordering.index_dtype"},
};

}  // namespace assay
