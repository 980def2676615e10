// Lists how the clauses of the statistics family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about a case.
enum class StatisticsCase : int {
  kPlain,
  kTelling,      // one element of each slice decides its result
  kEveryTerm,    // long slices of terms
  kManyTerms,    // hundreds of positive terms
  kUnitVectors,  // vectors along the axes
};

constexpr bool reduces_axes(const OpSpec& op) {
  return op.has(AttributeKey::kAxes);
}
constexpr bool reduces(const OpSpec& op) {
  return op.has(AttributeKey::kKeepdims);
}
constexpr bool names_places(const OpSpec& op) {
  return op.has(AttributeKey::kIndexDType);
}
constexpr bool adds_up(const OpSpec& op) {
  return is_judged_by(op.variants[0], Accuracy::kConditionAware);
}

inline constexpr ClauseCase kStatisticsClauseCases[] = {
    {.clause = "mean.value"_clause, .values = ValueKind::kExactSmall},
    {.clause = "mean.empty"_clause,
     .dtypes = kWithNan,
     .shape = CaseShape::kEmptyAxis},
    {.clause = "mean.long"_clause,
     .dtypes = kWithNan,
     .shape = CaseShape::kLongAxis},
    {.clause = "mean.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .special = StatisticsCase::kEveryTerm,
     .least_cases = 6},
    {.clause = "mean.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite},
    {.clause = "mean.truncated"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "mean.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "mean.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "any.value"_clause,
     .special = StatisticsCase::kTelling,
     .least_cases = 6},
    {.clause = "any.nan"_clause,
     .dtypes = kWithNan,
     .special = StatisticsCase::kTelling},
    {.clause = "any.negative_zero"_clause,
     .dtypes = kWithNan,
     .special = StatisticsCase::kTelling},
    {.clause = "any.empty"_clause, .shape = CaseShape::kEmptyAxis},

    {.clause = "all.value"_clause,
     .special = StatisticsCase::kTelling,
     .least_cases = 6},
    {.clause = "all.nan"_clause,
     .dtypes = kWithNan,
     .special = StatisticsCase::kTelling},
    {.clause = "all.negative_zero"_clause,
     .dtypes = kWithNan,
     .special = StatisticsCase::kTelling},
    {.clause = "all.empty"_clause, .shape = CaseShape::kEmptyAxis},

    {.clause = "max_abs.value"_clause,
     .values = ValueKind::kNeighbours,
     .special = StatisticsCase::kTelling,
     .least_cases = 6},
    {.clause = "max_abs.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "max_abs.empty"_clause,
     .shape = CaseShape::kEmptyAxis,
     .least_cases = 4},
    {.clause = "max_abs.most_negative"_clause,
     .dtypes = {DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64},
     .values = ValueKind::kBoundary},

    {.clause = "cross.value"_clause,
     .values = ValueKind::kExactSmall,
     .least_cases = 4},
    {.clause = "cross.handedness"_clause,
     .values = ValueKind::kExactSmall,
     .special = StatisticsCase::kUnitVectors},
    {.clause = "cross.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "cross.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite},
    {.clause = "cross.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "cross.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "max_with_index.value"_clause,
     .values = ValueKind::kNeighbours,
     .special = StatisticsCase::kTelling,
     .least_cases = 6},
    {.clause = "max_with_index.first_tie"_clause, .values = ValueKind::kTies},
    {.clause = "max_with_index.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "max_with_index.element"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZerosAndOnes},
    {.clause = "max_with_index.empty"_clause,
     .shape = CaseShape::kEmptyAxis,
     .least_cases = 4},

    {.clause = "min_with_index.value"_clause,
     .values = ValueKind::kNeighbours,
     .special = StatisticsCase::kTelling,
     .least_cases = 6},
    {.clause = "min_with_index.first_tie"_clause, .values = ValueKind::kTies},
    {.clause = "min_with_index.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "min_with_index.element"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "min_with_index.empty"_clause,
     .shape = CaseShape::kEmptyAxis,
     .least_cases = 4},

    {.clause = "statistics.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "statistics.axes"_clause,
     .values = ValueKind::kExactSmall,
     .on = reduces},
    {.clause = "statistics.no_axes"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kNoAxes,
     .on = reduces_axes},
    {.clause = "statistics.index_dtype"_clause,
     .values = ValueKind::kExactSmall,
     .on = names_places},
    {.clause = "statistics.accumulator"_clause,
     .dtypes = kHalves,
     .on = adds_up,
     .special = StatisticsCase::kManyTerms},
    {.clause = "statistics.empty_result"_clause, .shape = CaseShape::kEmpty},
    {.clause = "statistics.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "statistics.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "statistics.stray_writes"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "statistics.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
