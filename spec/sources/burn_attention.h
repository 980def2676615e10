// Lists the statements of Burn's backend traits, and of the architecture of
// burn-flex, about attention, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnAttentionStatements[] = {
    {Place::kBurnModules, 2,
     "Scaled dot-product attention takes queries, keys and values of the shape "
     "(batch, heads, length, extent) and weights the values by a softmax.",
     "attention.value attention.scale_default"},
    {Place::kBurnModules, 2,
     "A mask hides the positions at which it is true, and a bias is added to "
     "the scores.",
     "attention.mask_polarity attention.bias"},
    {Place::kBurnOptions, 3,
     "The options are a scale, a positive softcap by a hyperbolic tangent, and "
     "whether attention is causal.",
     "attention.scale_default attention.softcap attention.softcap_positive "
     "attention.causal"},
    {Place::kBurnFlex, 1, "Rows that are masked as a whole give zeros.",
     "attention.empty_row"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "attention.strided_operands"},
};

}  // namespace assay
