// Lists the statements of Burn's backend traits, and of the architecture of
// burn-flex, about indexed reads and updates, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnSelectionStatements[] = {
    {Place::kBurnTensor, 2,
     "select takes the places of an axis that a list of indices names.",
     "select.value select.indices"},
    {Place::kBurnTensor, 2,
     "select_add and its kin combine values with the places of an axis that a "
     "list of indices names.",
     "select_update.value select_update.shape"},
    {Place::kBurnTensor, 2,
     "gather_nd and scatter_nd read and update the slices that rows of "
     "coordinates name.",
     "gather_nd.value scatter_nd.value"},
    {Place::kBurnTensor, 1,
     "scatter combines updates with the elements that indices along an axis "
     "name.",
     "scatter_reduce.value"},
    {Place::kBurnModules, 2,
     "embedding looks rows of weights up, and has a backward function.",
     "embedding.value embedding.rank embedding_backward.value "
     "embedding_backward.rank"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "selection.strided_operands"},
    {Place::kBurnFlex, 1, "Negative indices are detected.", "selection.range"},
};

}  // namespace assay
