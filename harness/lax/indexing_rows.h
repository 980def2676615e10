// Lists how the clauses of dynamic_slice, dynamic_update_slice, gather_general
// and scatter_general are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the windows of a case.
enum class LaxIndexingCase : int {
  kPlain,      // inside of x; updates to distinct places
  kPast,       // some windows end after x
  kNegative,   // some begin before x
  kOutside,    // some do either, or are wholly outside
  kExtreme,    // some begin at or near an end of the dtype, or past int32
  kWhole,      // windows have the extents of x
  kMapOrder,   // the index map does not ascend
  kVectorDim,  // index vectors along each axis in turn, and past the last
  kBetween,    // axes of windows between batch axes
  kWindow,     // windows are longer than 1 on indexed axes
  kNoIndex,    // index vectors have no components
  kRepeated,   // few windows, several times, or windows that overlap
  kMany,       // two windows, scores of times
  kSorted,     // starts ascend, and the hint says so
  kUnique,     // places are distinct, and the hint says so
};

inline constexpr ClauseCase kLaxIndexingClauseCases[] = {
    {.clause = "dynamic_slice.value"_clause, .least_cases = 4},
    {.clause = "dynamic_slice.clamp"_clause,
     .special = LaxIndexingCase::kPast,
     .least_cases = 4},
    {.clause = "dynamic_slice.negative"_clause,
     .special = LaxIndexingCase::kNegative,
     .least_cases = 4},
    {.clause = "dynamic_slice.extreme"_clause,
     .special = LaxIndexingCase::kExtreme,
     .least_cases = 6},
    {.clause = "dynamic_slice.whole"_clause,
     .special = LaxIndexingCase::kWhole},
    {.clause = "dynamic_slice.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "dynamic_slice.rank_zero"_clause, .shape = CaseShape::kRankZero},

    {.clause = "dynamic_update_slice.value"_clause, .least_cases = 4},
    {.clause = "dynamic_update_slice.clamp"_clause,
     .special = LaxIndexingCase::kPast,
     .least_cases = 4},
    {.clause = "dynamic_update_slice.negative"_clause,
     .special = LaxIndexingCase::kNegative,
     .least_cases = 4},
    {.clause = "dynamic_update_slice.extreme"_clause,
     .special = LaxIndexingCase::kExtreme,
     .least_cases = 6},
    {.clause = "dynamic_update_slice.whole"_clause,
     .special = LaxIndexingCase::kWhole},
    {.clause = "dynamic_update_slice.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "dynamic_update_slice.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},

    {.clause = "gather_general.value"_clause, .least_cases = 6},
    {.clause = "gather_general.out_of_range"_clause,
     .special = LaxIndexingCase::kOutside,
     .least_cases = 6},
    {.clause = "gather_general.extreme"_clause,
     .special = LaxIndexingCase::kExtreme,
     .least_cases = 6},
    {.clause = "gather_general.index_map_order"_clause,
     .special = LaxIndexingCase::kMapOrder},
    {.clause = "gather_general.index_vector_dim"_clause,
     .special = LaxIndexingCase::kVectorDim,
     .least_cases = 4},
    {.clause = "gather_general.offset_dims"_clause,
     .special = LaxIndexingCase::kBetween},
    {.clause = "gather_general.window"_clause,
     .special = LaxIndexingCase::kWindow},
    {.clause = "gather_general.no_index"_clause,
     .special = LaxIndexingCase::kNoIndex},
    {.clause = "gather_general.repeated"_clause,
     .special = LaxIndexingCase::kRepeated},
    {.clause = "gather_general.batching"_clause,
     .variant = "batching batching_int64",
     .least_cases = 4},
    {.clause = "gather_general.sorted_hint"_clause,
     .variant = " int64",
     .special = LaxIndexingCase::kSorted,
     .least_cases = 4},
    {.clause = "gather_general.empty"_clause, .shape = CaseShape::kEmpty},

    {.clause = "scatter_general.value"_clause,
     .values = ValueKind::kExactSmall,
     .least_cases = 6},
    {.clause = "scatter_general.accumulate"_clause,
     .values = ValueKind::kExactSmall,
     .sums_and_products = true,
     .special = LaxIndexingCase::kRepeated,
     .least_cases = 4},
    {.clause = "scatter_general.out_of_range"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kOutside,
     .least_cases = 6},
    {.clause = "scatter_general.extreme"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kExtreme,
     .least_cases = 6},
    {.clause = "scatter_general.no_index"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kNoIndex},
    {.clause = "scatter_general.batching"_clause,
     .values = ValueKind::kExactSmall,
     .variant = "add_batching set_batching",
     .least_cases = 4},
    {.clause = "scatter_general.sorted_hint"_clause,
     .values = ValueKind::kExactSmall,
     .variant = "add set min max add_int64 set_int64",
     .special = LaxIndexingCase::kSorted,
     .least_cases = 4},
    {.clause = "scatter_general.unique_hint"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kUnique},
    {.clause = "scatter_general.index_vector_dim"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kVectorDim,
     .least_cases = 4},
    {.clause = "scatter_general.window"_clause,
     .values = ValueKind::kExactSmall,
     .special = LaxIndexingCase::kWindow,
     .least_cases = 4},
    {.clause = "scatter_general.empty"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kEmpty},
    {.clause = "scatter_general.untouched"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "scatter_general.fresh"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "scatter_general.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .sums_and_products = true,
     .special = LaxIndexingCase::kRepeated},
    {.clause = "scatter_general.accuracy"_clause,
     .dtypes = kWithNan,
     .sums_and_products = true,
     .special = LaxIndexingCase::kMany},
    {.clause = "scatter_general.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite,
     .sums_and_products = true,
     .special = LaxIndexingCase::kRepeated},
    {.clause = "scatter_general.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan,
     .variant = "min max",
     .special = LaxIndexingCase::kRepeated},
    {.clause = "scatter_general.set_duplicates"_clause,
     .variant = "set set_int64 set_batching",
     .special = LaxIndexingCase::kRepeated},
    {.clause = "scatter_general.order"_clause,
     .dtypes = kWithNan,
     .program = CaseProgram::kTwice,
     .sums_and_products = true,
     .special = LaxIndexingCase::kMany},
    {.clause = "scatter_general.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros,
     .variant = "add min max add_int64 add_batching",
     .special = LaxIndexingCase::kRepeated},
    {.clause = "scatter_general.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .sums_and_products = true,
     .special = LaxIndexingCase::kRepeated},
};

}  // namespace assay
