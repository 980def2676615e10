// Lists how the clauses of the windows family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the windows of a case.
enum class WindowCase : int {
  kPlain,
  kStride,
  kDilation,
  kAsymmetric,
  kPadded,
  kLeftOver,
  kOrder,
  kLeading,
  kSpatial,
  kOverlap,
  kGaps,
  kEveryTerm,
};

// Returns whether the op takes the size of its result. Only fold does, because
// its windows do not tell how large their sum is.
constexpr bool takes_output_size(const OpSpec& op) {
  return op.has(AttributeKey::kOutputSize);
}

inline constexpr ClauseCase kWindowsClauseCases[] = {
    {.clause = "unfold.value"_clause},
    {.clause = "unfold.order"_clause, .special = WindowCase::kOrder},
    {.clause = "unfold.leading"_clause, .special = WindowCase::kLeading},
    {.clause = "unfold.spatial"_clause,
     .special = WindowCase::kSpatial,
     .least_cases = 4},
    {.clause = "unfold.stride"_clause, .special = WindowCase::kStride},
    {.clause = "unfold.dilation"_clause, .special = WindowCase::kDilation},
    {.clause = "unfold.asymmetric"_clause, .special = WindowCase::kAsymmetric},
    {.clause = "unfold.padding"_clause, .special = WindowCase::kPadded},
    {.clause = "unfold.count"_clause, .special = WindowCase::kLeftOver},
    {.clause = "unfold.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},

    {.clause = "fold.value"_clause, .values = ValueKind::kExactSmall},
    {.clause = "fold.overlap"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kOverlap},
    {.clause = "fold.dropped"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kPadded},
    {.clause = "fold.uncovered"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kGaps},
    {.clause = "fold.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .special = WindowCase::kOverlap},
    {.clause = "fold.accuracy"_clause,
     .dtypes = kWithNan,
     .special = WindowCase::kOverlap},
    {.clause = "fold.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite,
     .special = WindowCase::kOverlap},
    {.clause = "fold.every_term"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kEveryTerm,
     .least_cases = 4},
    {.clause = "fold.spatial"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kSpatial,
     .least_cases = 4},
    {.clause = "fold.leading"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kLeading},
    {.clause = "fold.stride"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kStride},
    {.clause = "fold.dilation"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kDilation},
    {.clause = "fold.asymmetric"_clause,
     .values = ValueKind::kExactSmall,
     .special = WindowCase::kAsymmetric},
    {.clause = "fold.fresh"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "fold.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "fold.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = WindowCase::kOverlap},

    {.clause = "windows.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "windows.empty"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kEmpty},
    {.clause = "windows.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "windows.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "windows.repeatable"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
