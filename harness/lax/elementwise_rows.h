// Lists how the clauses of the elementwise ops of lax are tested. Those of
// conj, rsqrt, expm1 and the comparisons about values need no row, because
// their operands come from a pool. Tested by
// tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

inline constexpr DTypeSet kWithInfinity = {DType::kFloat16, DType::kFloat32,
                                           DType::kFloat64, DType::kBfloat16,
                                           DType::kFloat8E5m2};

inline constexpr ClauseCase kLaxElementwiseClauseCases[] = {
    {.clause = "cmpgt.stored"_clause},
    {.clause = "cmpge.stored"_clause},

    {.clause = "abs_real.value"_clause, .least_cases = 4},
    {.clause = "abs_real.real_dtype"_clause},
    {.clause = "abs_real.no_overflow"_clause, .least_cases = 3},
    {.clause = "abs_real.infinity"_clause},
    {.clause = "abs_real.axis"_clause, .least_cases = 3},
    {.clause = "abs_real.nan"_clause},
    {.clause = "abs_real.inf_nan"_clause},

    {.clause = "clamp_general.value"_clause, .least_cases = 4},
    {.clause = "clamp_general.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "clamp_general.nan_bound"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan,
     .least_cases = 3},
    {.clause = "clamp_general.crossed"_clause, .least_cases = 3},
    {.clause = "clamp_general.infinite"_clause,
     .dtypes = kWithInfinity,
     .least_cases = 3},
    {.clause = "clamp_general.scalar"_clause,
     .variant = "scalar",
     .least_cases = 3},
    {.clause = "clamp_general.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},

    {.clause = "select_general.value"_clause, .least_cases = 3},
    {.clause = "select_general.bits"_clause, .values = ValueKind::kPayloads},
    {.clause = "select_general.unread"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "select_general.scalar"_clause, .variant = "scalar"},
};

}  // namespace assay
