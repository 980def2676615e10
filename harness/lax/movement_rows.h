// Lists how the clauses of the movement ops of lax are tested. The family's own
// clauses are in families/clause_rows/movement.h.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about a case.
enum class StructureCase : int {
  kPlain,
  kOnes,         // an axis of extent 1 repeats its element
  kAnyAxes,      // dims that do not ascend
  kScalar,       // x has rank 0 and fills a shape
  kZeroExtent,   // an axis of extent 1 becomes one of extent 0
  kPartialStep,  // strides above 1, and elements after the last whole step
  kEmptyRange,   // a range that starts where it ends
  kInterior,     // values between neighbours
  kNegative,     // edges that remove
  kGone,         // edges that remove every element of x
  kEmptyAxis,    // an axis of extent 0
  kFill,         // a value of any bits
  kMinusZero,    // a value of -0
  kUnpadded,     // in every third case nothing is padded or removed
  kSwapped,      // the axis that goes is before the one that stays
  kBatch,        // further axes before, between and after
  kEnds,         // the new axis is the first or the last one
  kInverse,      // the diagonal of the result is read again
  kExtreme,      // k far outside of the matrix
  kRectangular,  // more rows than columns, or fewer
  kWhole,        // k keeps every element
};

// The floats with a zero of each sign, and the complex dtypes.
inline constexpr DTypeSet kWithMinusZero = kFloats | kComplexes;

inline constexpr ClauseCase kLaxMovementClauseCases[] = {
    {.clause = "broadcast_in_dim.value"_clause, .least_cases = 6},
    {.clause = "broadcast_in_dim.one"_clause, .special = StructureCase::kOnes},
    {.clause = "broadcast_in_dim.any_axes"_clause,
     .special = StructureCase::kAnyAxes,
     .least_cases = 8},
    {.clause = "broadcast_in_dim.rank_zero"_clause,
     .special = StructureCase::kScalar},
    {.clause = "broadcast_in_dim.zero_extent"_clause,
     .special = StructureCase::kZeroExtent},
    {.clause = "slice_general.value"_clause, .least_cases = 6},
    {.clause = "slice_general.stride"_clause,
     .special = StructureCase::kPartialStep,
     .least_cases = 6},
    {.clause = "slice_general.empty"_clause,
     .special = StructureCase::kEmptyRange},
    {.clause = "pad_general.value"_clause, .least_cases = 6},
    {.clause = "pad_general.interior"_clause,
     .special = StructureCase::kInterior,
     .least_cases = 6},
    {.clause = "pad_general.negative"_clause,
     .special = StructureCase::kNegative,
     .least_cases = 8},
    {.clause = "pad_general.gone"_clause, .special = StructureCase::kGone},
    {.clause = "pad_general.empty_operand"_clause,
     .special = StructureCase::kEmptyAxis},
    {.clause = "pad_general.fill"_clause,
     .values = ValueKind::kPayloads,
     .variant = "value",
     .special = StructureCase::kFill},
    {.clause = "pad_general.negative_zero"_clause,
     .dtypes = kWithMinusZero,
     .variant = "value",
     .special = StructureCase::kMinusZero},
    {.clause = "pad_general.fresh"_clause,
     .program = CaseProgram::kFresh,
     .special = StructureCase::kUnpadded,
     .least_cases = 6},
    {.clause = "extract_diagonal.value"_clause, .least_cases = 6},
    {.clause = "extract_diagonal.axes_order"_clause,
     .special = StructureCase::kSwapped},
    {.clause = "extract_diagonal.rank"_clause,
     .special = StructureCase::kBatch,
     .least_cases = 6},
    {.clause = "embed_diagonal.value"_clause, .least_cases = 6},
    {.clause = "embed_diagonal.zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "embed_diagonal.any_place"_clause,
     .special = StructureCase::kEnds},
    {.clause = "embed_diagonal.inverse"_clause,
     .special = StructureCase::kInverse,
     .least_cases = 6},
    {.clause = "embed_diagonal.fresh"_clause, .program = CaseProgram::kFresh},
    {.clause = "tril.value"_clause, .least_cases = 8},
    {.clause = "tril.zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "tril.extreme"_clause,
     .special = StructureCase::kExtreme,
     .least_cases = 8},
    {.clause = "tril.rectangular"_clause,
     .special = StructureCase::kRectangular},
    {.clause = "tril.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads},
    {.clause = "tril.fresh"_clause,
     .program = CaseProgram::kFresh,
     .special = StructureCase::kWhole},
    {.clause = "triu.value"_clause, .least_cases = 8},
    {.clause = "triu.zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "triu.extreme"_clause,
     .special = StructureCase::kExtreme,
     .least_cases = 8},
    {.clause = "triu.rectangular"_clause,
     .special = StructureCase::kRectangular},
    {.clause = "triu.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads},
    {.clause = "triu.fresh"_clause,
     .program = CaseProgram::kFresh,
     .special = StructureCase::kWhole},
};

}  // namespace assay
