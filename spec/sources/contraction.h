// Lists the sources of the contraction family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kContractionSources[] = {
    {"contraction.strided_operands", Place::kInterfaceMatmul},
    {"contraction.out", Place::kInterfaceMatmul},
    {"matmul.batched"},
    {"matmul.broadcast_batch"},
    {"matmul.inner"},
    {"matmul.empty_sum", Place::kHome,
     "The sum of no terms; an out that is left unwritten shows old memory."},
    {"matmul.accumulator", Place::kHome,
     "Tensor cores and CPU libraries accumulate half precision in float32; a "
     "float16 sum of ones stops at 2048."},
    {"matmul.accuracy", Place::kHome,
     "The worst case of any order of summation, with or without FMA; only "
     "Strassen-like schemes break it."},
    {"matmul.not_conjugated", Place::kHome,
     "A product is bilinear; conjugation is the caller's, as BLAS has it in a "
     "flag."},
    {"matmul.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is asked; "
     "0·inf must not be skipped."},
    {"matmul.isolated_nan", Place::kHome,
     "A padded tile multiplied by 0 spreads NaN to its neighbours."},
    {"matmul.signed_zero", Place::kHome,
     "Starting at +0 or at the first product gives different zeros."},
    {"matmul.rank", Place::kHome,
     "The frontend aligns ranks, and the last two axes are the matrix."},
    {"matmul.batch", Place::kHome,
     "The frontend broadcasts with stride 0 first, so no rule for unequal "
     "extents is needed."},
};

}  // namespace assay
