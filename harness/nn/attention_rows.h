// Lists how the clauses of the attention family are tested: with which dtypes,
// variants, shapes and programs. The elements follow from the aspect of the
// clause.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

inline constexpr ClauseCase kAttentionClauseCases[] = {
    {.clause = "attention.value"_clause, .least_cases = 6},
    {.clause = "attention.scale_default"_clause},
    {.clause = "attention.mask_polarity"_clause, .variant = "mask"},
    {.clause = "attention.bias"_clause, .variant = "bias"},
    {.clause = "attention.causal"_clause},
    {.clause = "attention.softcap"_clause, .variant = "softcap"},
    {.clause = "attention.empty_row"_clause},
    {.clause = "attention.any_scale"_clause},
    {.clause = "attention.softcap_first"_clause,
     .variant = "combined",
     .least_cases = 4},
    {.clause = "attention.bias_hides"_clause, .variant = "bias combined"},
    {.clause = "attention.causal_offset"_clause, .least_cases = 4},
    {.clause = "attention.mask_and_causal"_clause, .variant = "mask combined"},
    {.clause = "attention.nan"_clause, .least_cases = 4},
    {.clause = "attention.heads_apart"_clause},
    {.clause = "attention.no_keys"_clause},
    {.clause = "attention.every_term"_clause, .least_cases = 6},
    {.clause = "attention.long"_clause, .variant = "mask", .least_cases = 4},
    {.clause = "attention.large_scores"_clause},
    {.clause = "attention.repeated_mask"_clause,
     .variant = "mask bias combined"},
    {.clause = "attention.nonfinite"_clause, .values = ValueKind::kInfinite},
    {.clause = "attention.coarse_scores"_clause},

    {.clause = "attention.strided_operands"_clause, .every_layout = true},
    {.clause = "attention.accumulator"_clause,
     .dtypes = kHalves,
     .least_cases = 4},
    {.clause = "attention.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "attention.operands_kept"_clause},
    {.clause = "attention.stray_writes"_clause},
    {.clause = "attention.repeatable"_clause, .program = CaseProgram::kTwice},
    {.clause = "attention.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "attention.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},
};

}  // namespace assay
