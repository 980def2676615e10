// Lists the sources of the attention family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kAttentionSources[] = {
    {"attention.strided_operands", Place::kBurnFlex},
    {"attention.scale_default"},
    {"attention.mask_polarity"},
    {"attention.bias"},
    {"attention.causal", Place::kBurnOptions},
    {"attention.softcap", Place::kBurnOptions},
    {"attention.softcap_positive", Place::kBurnOptions},
    {"attention.empty_row", Place::kBurnFlex},
    {"attention.accumulator", Place::kHome,
     "Weights of 8 or 11 bits lose the keys of long rows; libraries keep "
     "scores "
     "and sums in float32."},
    {"attention.any_scale", Place::kHome,
     "A kernel that multiplies -inf by the scale shows hidden keys if it is "
     "negative, and gives NaN if it is 0."},
    {"attention.softcap_first", Place::kHome,
     "A hyperbolic tangent makes a finite score of -inf, and a hidden key "
     "would count."},
    {"attention.bias_hides", Place::kHome,
     "Many programs express masks as a bias of -inf."},
    {"attention.causal_offset", Place::kHome,
     "With a cache of keys the queries are the last places of the sequence."},
    {"attention.mask_and_causal", Place::kHome,
     "A padding mask is needed in causal models, too."},
    {"attention.heads_apart", Place::kHome,
     "Heads are independent problems, and kernels put several into one tile."},
    {"attention.no_keys", Place::kHome,
     "A query without keys is a query that sees none."},
    {"attention.long", Place::kHome,
     "Kernels choose between whole score matrices and tiles by the size, and "
     "tiles must be rescaled when the maximum grows."},
    {"attention.large_scores", Place::kHome,
     "e^89 overflows float32, and scores of that size are common without "
     "normalization."},
    {"attention.repeated_mask", Place::kHome,
     "Frontends broadcast one mask to all heads and batch entries."},
    {"attention.nonfinite", Place::kHome,
     "Sane kernels either skip a hidden key or multiply it by a weight of 0, "
     "which gives NaN if it is not finite."},
    {"attention.coarse_scores", Place::kHome,
     "An error of a score is a relative error of its weight, so such weights "
     "have no correct digit."},
    {"attention.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"attention.finite_scale", Place::kHome,
     "An infinite factor makes every score infinite or NaN."},
    {"attention.rank", Place::kHome,
     "The trait names the four axes of each operand."},
    {"attention.extents", Place::kHome,
     "A query meets each key of its own head once."},
};

}  // namespace assay
