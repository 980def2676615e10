// Lists how the clauses of the ordering family and its ops are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

inline constexpr ClauseCase kOrderingClauseCases[] = {
    {.clause = "sort_with_indices.value"_clause,
     .values = ValueKind::kNeighbours,
     .least_cases = 4},
    {.clause = "sort_with_indices.nan_last"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "sort_with_indices.agree"_clause,
     .values = ValueKind::kZerosAndOnes},
    {.clause = "sort_with_indices.permutation"_clause,
     .values = ValueKind::kBits},
    {.clause = "sort_with_indices.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "sort_with_indices.ties"_clause,
     .values = ValueKind::kZerosAndOnes},

    {.clause = "topk.value"_clause,
     .values = ValueKind::kNeighbours,
     .least_cases = 4},
    {.clause = "topk.first_tie"_clause, .values = ValueKind::kTies},
    {.clause = "topk.nan_last"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "topk.agree"_clause, .values = ValueKind::kZerosAndOnes},
    {.clause = "topk.whole"_clause, .values = ValueKind::kNeighbours},
    {.clause = "topk.none"_clause},
    {.clause = "topk.zeros"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZerosAndOnes},

    {.clause = "ordering.strided_operands"_clause, .every_layout = true},
    {.clause = "ordering.index_dtype"_clause},
    {.clause = "ordering.axis"_clause},
    {.clause = "ordering.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "ordering.operands_kept"_clause},
    {.clause = "ordering.stray_writes"_clause},
    {.clause = "ordering.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
