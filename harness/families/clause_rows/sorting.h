// Lists how the clauses of the sorting family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

inline constexpr ClauseCase kSortingClauseCases[] = {
    {.clause = "sort.value"_clause, .values = ValueKind::kNeighbours},
    {.clause = "sort.nan_last"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "sort.permutation"_clause, .values = ValueKind::kBits},
    {.clause = "sort.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "sort.complex"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kTies},
    {.clause = "sort.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZerosAndOnes},

    {.clause = "argsort.value"_clause, .values = ValueKind::kNeighbours},
    {.clause = "argsort.nan_last"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "argsort.permutation"_clause, .values = ValueKind::kBits},
    {.clause = "argsort.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "argsort.complex"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kTies},
    {.clause = "argsort.ties"_clause, .values = ValueKind::kTies},

    {.clause = "sorting.strided_operands"_clause, .every_layout = true},
    {.clause = "sorting.axis"_clause},
    {.clause = "sorting.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "sorting.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "sorting.operands_kept"_clause},
    {.clause = "sorting.stray_writes"_clause},
    {.clause = "sorting.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
