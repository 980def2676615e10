// Lists how the clauses of the indexing family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the indices of a case.
enum class IndexingCase : int {
  kDistinct,  // no place twice
  kRepeated,  // few places, many times
  kSmaller,   // the indices' other extents are smaller than the data's
  kUnique,    // the same call with the unique_indices hint and without
  kOutside,   // one index is negative, or too large
};

// Returns whether the op writes an element for each index. Only scatter does.
constexpr bool takes_updates(const OpSpec& op) {
  return op.has(AttributeKey::kUniqueIndices);
}

// Return whether the profile defines the answer for indices out of range, which
// are otherwise the caller's error.
constexpr bool says_what_gather_reads(const Profile& profile) {
  return profile.is("gather.negative=wrap"_policy) ||
         !profile.is("gather.out_of_range=precondition"_policy);
}
constexpr bool says_what_scatter_writes(const Profile& profile) {
  return profile.is("gather.negative=wrap"_policy) ||
         !profile.is("scatter.out_of_range=precondition"_policy);
}

inline constexpr ClauseCase kIndexingClauseCases[] = {
    {.clause = "gather.value"_clause},
    {.clause = "gather.smaller"_clause, .special = IndexingCase::kSmaller},
    {.clause = "gather.repeated"_clause, .special = IndexingCase::kRepeated},
    {.clause = "gather.range"_clause,
     .answered_by = says_what_gather_reads,
     .special = IndexingCase::kOutside,
     .least_cases = 4},

    {.clause = "scatter.range"_clause,
     .values = ValueKind::kExactSmall,
     .answered_by = says_what_scatter_writes,
     .special = IndexingCase::kOutside,
     .least_cases = 4},
    {.clause = "scatter.value"_clause},
    {.clause = "scatter.last_wins"_clause,
     .set_only = true,
     .special = IndexingCase::kRepeated},
    {.clause = "scatter.accumulate"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true,
     .special = IndexingCase::kRepeated},
    {.clause = "scatter.onto_template"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true},
    {.clause = "scatter.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .sums_and_products = true,
     .special = IndexingCase::kRepeated},
    {.clause = "scatter.accuracy"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPlain,
     .sums_and_products = true,
     .special = IndexingCase::kRepeated},
    {.clause = "scatter.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite,
     .sums_and_products = true,
     .special = IndexingCase::kRepeated},
    {.clause = "scatter.smaller"_clause,
     .values = ValueKind::kExactSmall,
     .special = IndexingCase::kSmaller},
    {.clause = "scatter.empty"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kEmpty},
    {.clause = "scatter.unique"_clause,
     .values = ValueKind::kExactSmall,
     .special = IndexingCase::kUnique},
    {.clause = "scatter.fresh"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "scatter.template_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "scatter.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros,
     .sums_and_products = true},
    {.clause = "scatter.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .sums_and_products = true,
     .special = IndexingCase::kRepeated},

    {.clause = "indexing.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "indexing.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads,
     .set_only = true},
    {.clause = "indexing.empty"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kEmpty,
     .on = writes_out},
    {.clause = "indexing.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "indexing.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "indexing.stray_writes"_clause, .on = writes_out},
    {.clause = "indexing.repeatable"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
