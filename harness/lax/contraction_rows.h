// Lists how the clauses of dot_general, its update and einsum are tested: with
// which dtypes, values, shapes and programs. Those of the family stand with
// matmul. Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the axes and elements of a dot_general.
enum class DotCase : int {
  kPlain,
  kShown,       // one operand holds addresses and the other one is one-hot, or
                // all batches but one are 0
  kPairing,     // two pairs of each list, in an order that does not ascend
  kManyAxes,    // roles alternate between the axes, up to rank 32
  kOuter,       // no contracting axis
  kNoBatch,     // no batch axis
  kOnlyBatch,   // no free axis
  kEmptySum,    // a contracting axis of extent 0
  kManyTerms,   // hundreds of terms or, in every second case, one to three
  kEveryTerm,   // numbers of terms around vectors and blocks
  kOneSpecial,  // one NaN or infinity
  kBetaZero,    // of updates: NaN and infinities in out
  kBetaOne,
  kConjugated,
  kAlphaZero,  // with a NaN in lhs or rhs
  kStridedOut,
};

// Says what is special about the labels and elements of an einsum.
enum class EinsumCase : int {
  kPlain,
  kShown,      // one operand holds addresses, the others are one-hot
  kTrace,      // a label twice in an operand
  kSumOut,     // a summed label that one operand alone has
  kSingle,     // one operand, in every second case without a sum
  kHyperEdge,  // a label in three operands
  kOrder,      // the labels of the result in another order
  kOuter,      // no label is summed
  kEmptySum,   // a summed label of extent 0
  kManyTerms,  // two to four operands, in every second case hundreds of terms
  kPair,       // two operands and no summed label that one of them alone has
};

inline constexpr ClauseCase kLaxContractionClauseCases[] = {
    {.clause = "dot_general.value"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kShown,
     .least_cases = 10},
    {.clause = "dot_general.pairing"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kPairing,
     .least_cases = 4},
    {.clause = "dot_general.many_axes"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kManyAxes,
     .least_cases = 4},
    {.clause = "dot_general.outer"_clause, .special = DotCase::kOuter},
    {.clause = "dot_general.no_batch"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kNoBatch},
    {.clause = "dot_general.only_batch"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kOnlyBatch},
    {.clause = "dot_general.empty_sum"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kEmptySum},
    {.clause = "dot_general.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "dot_general.accumulator"_clause,
     .dtypes = kNarrowFloats,
     .special = DotCase::kManyTerms,
     .least_cases = 4},
    {.clause = "dot_general.accuracy"_clause,
     .dtypes = kWithNan,
     .special = DotCase::kManyTerms,
     .least_cases = 4},
    {.clause = "dot_general.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kEveryTerm,
     .least_cases = 8},
    {.clause = "dot_general.not_conjugated"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kExactSmall},
    {.clause = "dot_general.nonfinite"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kInfinite},
    {.clause = "dot_general.isolated_nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kOneSpecial},
    {.clause = "dot_general.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "dot_general.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "dot_general_update.value"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kShown,
     .least_cases = 8},
    {.clause = "dot_general_update.beta_zero"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kBetaZero},
    {.clause = "dot_general_update.beta_one"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kBetaOne},
    {.clause = "dot_general_update.conj"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kConjugated,
     .least_cases = 4},
    {.clause = "dot_general_update.empty_sum"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kEmptySum},
    {.clause = "dot_general_update.accuracy"_clause,
     .special = DotCase::kManyTerms,
     .least_cases = 4},
    {.clause = "dot_general_update.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kEveryTerm,
     .least_cases = 8},
    {.clause = "dot_general_update.neighbours"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kNeighbours,
     .special = DotCase::kStridedOut},
    {.clause = "dot_general_update.strided_out"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kStridedOut,
     .least_cases = 4},
    {.clause = "dot_general_update.alpha_zero"_clause,
     .values = ValueKind::kExactSmall,
     .special = DotCase::kAlphaZero},
    {.clause = "dot_general_update.nonfinite"_clause,
     .values = ValueKind::kInfinite},
    {.clause = "dot_general_update.signed_zero"_clause,
     .values = ValueKind::kZeros},
    {.clause = "dot_general_update.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "einsum.value"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kShown,
     .least_cases = 10},
    {.clause = "einsum.trace"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kTrace,
     .least_cases = 4},
    {.clause = "einsum.embed"_clause,
     .values = ValueKind::kPayloads,
     .variant = "embed",
     .special = EinsumCase::kSingle,
     .least_cases = 4},
    {.clause = "einsum.sum_out"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kSumOut},
    {.clause = "einsum.single"_clause,
     .values = ValueKind::kPayloads,
     .special = EinsumCase::kSingle,
     .least_cases = 4},
    {.clause = "einsum.hyper_edge"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kHyperEdge,
     .least_cases = 4},
    {.clause = "einsum.order"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kOrder},
    {.clause = "einsum.outer"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kOuter},
    {.clause = "einsum.empty_sum"_clause,
     .values = ValueKind::kExactSmall,
     .special = EinsumCase::kEmptySum},
    {.clause = "einsum.integers"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "einsum.accuracy"_clause,
     .dtypes = kWithNan,
     .special = EinsumCase::kManyTerms,
     .least_cases = 6},
    {.clause = "einsum.nonfinite"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kInfinite,
     .special = EinsumCase::kPair},
    {.clause = "einsum.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros,
     .special = EinsumCase::kPair},
    {.clause = "einsum.range"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = EinsumCase::kHyperEdge},
    {.clause = "einsum.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = EinsumCase::kPair},
};

}  // namespace assay
