// Lists how the clauses of the pointwise family and its ops are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

inline constexpr DTypeSet kWideSigned = {DType::kInt8, DType::kInt16,
                                         DType::kInt32, DType::kInt64};

inline constexpr ClauseCase kPointwiseClauseCases[] = {
    {.clause = "log1p.value"_clause, .least_cases = 4},
    {.clause = "log1p.small"_clause},
    {.clause = "log1p.nan"_clause, .values = ValueKind::kNan},
    {.clause = "log1p.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "log1p.minus_one"_clause},
    {.clause = "log1p.domain"_clause},
    {.clause = "log1p.infinity"_clause},
    {.clause = "asinh.value"_clause, .least_cases = 4},
    {.clause = "asinh.small"_clause},
    {.clause = "asinh.no_overflow"_clause},
    {.clause = "asinh.nan"_clause, .values = ValueKind::kNan},
    {.clause = "asinh.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "asinh.infinity"_clause},
    {.clause = "acosh.value"_clause, .least_cases = 4},
    {.clause = "acosh.near_one"_clause},
    {.clause = "acosh.no_overflow"_clause},
    {.clause = "acosh.nan"_clause, .values = ValueKind::kNan},
    {.clause = "acosh.one"_clause},
    {.clause = "acosh.domain"_clause},
    {.clause = "acosh.infinity"_clause},
    {.clause = "atanh.value"_clause, .least_cases = 4},
    {.clause = "atanh.small"_clause},
    {.clause = "atanh.nan"_clause, .values = ValueKind::kNan},
    {.clause = "atanh.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "atanh.pole"_clause},
    {.clause = "atanh.domain"_clause},
    {.clause = "hypot.value"_clause, .least_cases = 4},
    {.clause = "hypot.no_overflow"_clause},
    {.clause = "hypot.no_underflow"_clause},
    {.clause = "hypot.nan"_clause, .values = ValueKind::kNan},
    {.clause = "hypot.infinity"_clause},
    {.clause = "hypot.infinity_and_nan"_clause},

    {.clause = "clamp.value"_clause, .least_cases = 4},
    {.clause = "clamp.one_bound"_clause},
    {.clause = "clamp.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan,
     .least_cases = 3},
    {.clause = "clamp.bits"_clause, .values = ValueKind::kBits},
    {.clause = "clamp.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "bitwise_not.value"_clause, .dtypes = kWideIntegers},
    {.clause = "bitwise_not.bool"_clause, .dtypes = kBools},
    {.clause = "shift_left.value"_clause},
    {.clause = "shift_left.wrap"_clause},
    {.clause = "shift_left.count"_clause},
    {.clause = "shift_right.value"_clause},
    {.clause = "shift_right.sign"_clause, .dtypes = kWideSigned},
    {.clause = "shift_right.unsigned"_clause, .dtypes = kUnsigned},
    {.clause = "shift_right.count"_clause},
    {.clause = "is_nan.value"_clause},
    {.clause = "is_nan.payloads"_clause, .values = ValueKind::kPayloads},
    {.clause = "is_inf.value"_clause},
    {.clause = "is_inf.both_signs"_clause},
    {.clause = "is_inf.nan"_clause, .values = ValueKind::kPayloads},

    {.clause = "pointwise.strided_operands"_clause, .every_layout = true},
    {.clause = "pointwise.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "pointwise.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "pointwise.operands_kept"_clause},
    {.clause = "pointwise.stray_writes"_clause},
    {.clause = "pointwise.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
