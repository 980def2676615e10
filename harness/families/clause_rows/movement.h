// Lists how the clauses of the movement family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

constexpr bool returns_view(const OpSpec& op) {
  return op.signature.delivery == Delivery::kView;
}
// Returns whether the result of the op is a view or may be one.
constexpr bool may_return_view(const OpSpec& op) {
  return returns_view(op) || op.signature.delivery == Delivery::kShared;
}
// Returns whether the op returns a tensor and takes operands of rank 0.
constexpr bool returns_scalar(const OpSpec& op) {
  return op.signature.returns_tensor() && op.signature.least_rank == 0;
}
// Returns whether the op repeats axes of extent 1. Only expand does.
constexpr bool repeats_axes(const OpSpec& op) {
  return op.signature.shows == view_expanded;
}
// Returns whether the op takes empty tensors. All but shrink do, which keeps at
// least one element.
constexpr bool may_be_empty(const OpSpec& op) {
  return !op.has(AttributeKey::kRanges);
}
// Returns whether the result may have memory of its own.
constexpr bool fills_memory(const OpSpec& op) { return !returns_view(op); }

inline constexpr ClauseCase kMovementClauseCases[] = {
    {.clause = "expand.value"_clause},
    {.clause = "expand.strides"_clause},
    {.clause = "expand.zero_copy"_clause, .program = CaseProgram::kZeroCopy},

    {.clause = "reshape.value"_clause},
    {.clause = "reshape.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "reshape.compatible_strides"_clause,
     .program = CaseProgram::kZeroCopy},
    {.clause = "reshape.may_copy"_clause, .program = CaseProgram::kMayCopy},

    {.clause = "permute.value"_clause},
    {.clause = "permute.zero_copy"_clause, .program = CaseProgram::kZeroCopy},

    {.clause = "shrink.value"_clause},
    {.clause = "shrink.zero_copy"_clause, .program = CaseProgram::kZeroCopy},

    {.clause = "flip.value"_clause},
    {.clause = "flip.zero_copy"_clause, .program = CaseProgram::kZeroCopy},

    {.clause = "pad.value"_clause, .values = ValueKind::kBoundary},
    {.clause = "pad.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},

    {.clause = "cat.value"_clause},
    {.clause = "cat.empty_member"_clause, .shape = CaseShape::kEmptyAxis},

    {.clause = "movement.strided_operands"_clause, .every_layout = true},
    {.clause = "movement.metadata"_clause, .on = may_return_view},
    {.clause = "movement.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads},
    {.clause = "movement.empty"_clause,
     .shape = CaseShape::kEmpty,
     .on = may_be_empty},
    {.clause = "movement.rank_zero"_clause,
     .shape = CaseShape::kRankZero,
     .on = returns_scalar},
    {.clause = "movement.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "movement.operands_kept"_clause, .on = fills_memory},
    {.clause = "movement.stray_writes"_clause, .on = writes_out},
};

}  // namespace assay
