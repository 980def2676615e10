// Lists how the clauses of indexed reads and updates are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the indices of a case.
enum class IndexedCase : int {
  kPlain,      // updates to distinct places, reads in any order
  kRepeated,   // two places, many times
  kMany,       // two places, hundreds of times
  kNone,       // no indices
  kWhole,      // rows of coordinates name one element each
  kLeading,    // indices have no axis, two or three
  kSaturated,  // 256 or 257 trues at one place
  kLong,       // 2304 ones at one row
};

inline constexpr ClauseCase kIndexedClauseCases[] = {
    {.clause = "select.value"_clause, .least_cases = 4},
    {.clause = "select.repeated"_clause, .special = IndexedCase::kRepeated},
    {.clause = "select.no_indices"_clause, .special = IndexedCase::kNone},
    {.clause = "gather_nd.value"_clause, .least_cases = 4},
    {.clause = "gather_nd.whole"_clause, .special = IndexedCase::kWhole},
    {.clause = "gather_nd.order"_clause, .special = IndexedCase::kWhole},
    {.clause = "embedding.value"_clause, .least_cases = 4},
    {.clause = "embedding.repeated"_clause, .special = IndexedCase::kRepeated},
    {.clause = "embedding.leading"_clause, .special = IndexedCase::kLeading},

    {.clause = "select_update.value"_clause,
     .values = ValueKind::kExactSmall,
     .least_cases = 4},
    {.clause = "select_update.template"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "select_update.accumulates"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
    {.clause = "select_update.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
    {.clause = "select_update.or_saturates"_clause,
     .variant = "or",
     .special = IndexedCase::kSaturated},
    {.clause = "scatter_nd.value"_clause,
     .values = ValueKind::kExactSmall,
     .least_cases = 4},
    {.clause = "scatter_nd.template"_clause, .values = ValueKind::kExactSmall},
    {.clause = "scatter_nd.accumulates"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
    {.clause = "scatter_nd.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
    {.clause = "scatter_nd.duplicates"_clause,
     .set_only = true,
     .special = IndexedCase::kRepeated},
    {.clause = "scatter_reduce.value"_clause, .least_cases = 4},
    {.clause = "scatter_reduce.template"_clause},
    {.clause = "scatter_reduce.or_saturates"_clause,
     .special = IndexedCase::kSaturated},
    {.clause = "embedding_backward.value"_clause,
     .values = ValueKind::kExactSmall,
     .least_cases = 4},
    {.clause = "embedding_backward.repeated"_clause,
     .values = ValueKind::kExactSmall,
     .special = IndexedCase::kRepeated},
    {.clause = "embedding_backward.uncovered"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "embedding_backward.long"_clause,
     .dtypes = kHalves,
     .values = ValueKind::kExactSmall,
     .special = IndexedCase::kLong},
    {.clause = "embedding_backward.shape_only"_clause,
     .values = ValueKind::kExactSmall},

    {.clause = "selection.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true,
     .special = IndexedCase::kMany},
    {.clause = "selection.accumulator"_clause,
     .dtypes = kHalves,
     .sums_and_products = true,
     .special = IndexedCase::kMany},
    {.clause = "selection.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
    {.clause = "selection.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros,
     .sums_and_products = true},
    {.clause = "selection.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .sums_and_products = true,
     .special = IndexedCase::kRepeated},
};

}  // namespace assay
