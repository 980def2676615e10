// Lists how the clauses of the contraction family and its ops are tested: with
// which dtypes, values, shapes and programs. Tested by
// tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the factors of a case.
enum class MatmulCase : int {
  kPlain,
  kBatched,
  kRepeatedBatch,
  kNothing,  // k = 0
  kLong,     // hundreds of terms
  kOneRow,   // one row or column has a NaN or an infinity
  kEveryTerm,
};

// Returns whether the op writes into outs, which may be kept in part.
constexpr bool takes_outs(const OpSpec& op) {
  return !op.signature.returns_tensor();
}

inline constexpr ClauseCase kContractionClauseCases[] = {
    {.clause = "matmul.value"_clause, .further_cases = true, .least_cases = 6},
    {.clause = "matmul.batched"_clause,
     .values = ValueKind::kExactSmall,
     .special = MatmulCase::kBatched},
    {.clause = "matmul.broadcast_batch"_clause,
     .values = ValueKind::kExactSmall,
     .special = MatmulCase::kRepeatedBatch},
    {.clause = "matmul.empty_sum"_clause,
     .values = ValueKind::kExactSmall,
     .special = MatmulCase::kNothing},
    {.clause = "matmul.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "matmul.accumulator"_clause,
     .dtypes = kNarrowFloats,
     .special = MatmulCase::kLong},
    {.clause = "matmul.accuracy"_clause,
     .dtypes = kWithNan,
     .special = MatmulCase::kLong},
    {.clause = "matmul.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .special = MatmulCase::kEveryTerm,
     .least_cases = 8},
    {.clause = "matmul.not_conjugated"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kExactSmall},
    {.clause = "matmul.nonfinite"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kInfinite},
    {.clause = "matmul.isolated_nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kExactSmall,
     .special = MatmulCase::kOneRow},
    {.clause = "matmul.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "matmul.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "contraction.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "contraction.empty"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kEmpty},
    {.clause = "contraction.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "contraction.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "contraction.stray_writes"_clause,
     .values = ValueKind::kExactSmall,
     .on = takes_outs},
    {.clause = "contraction.repeatable"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
