// Lists how the clauses of slices, masked elements, repetitions, windows and
// sequences are tested, and those that all ops of the selection family share.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about a case.
enum class RegionCase : int {
  kPlain,
  kBackwards,  // every axis is walked backwards
  kLeftOver,   // elements after the last step or window
  kNone,       // nothing is selected or repeated
};

constexpr bool is_view(const OpSpec& op) {
  return op.signature.delivery == Delivery::kView;
}
constexpr bool has_operands(const OpSpec& op) {
  return !op.signature.operands.empty();
}
constexpr bool fills_result(const OpSpec& op) {
  return !is_view(op) && has_operands(op);
}
constexpr bool makes_result(const OpSpec& op) { return !is_view(op); }
// A range is not empty, so no axis is.
constexpr bool takes_empty(const OpSpec& op) {
  return has_operands(op) && !op.has(AttributeKey::kRanges);
}

inline constexpr ClauseCase kRegionClauseCases[] = {
    {.clause = "slice.value"_clause, .least_cases = 4},
    {.clause = "slice.backwards"_clause, .special = RegionCase::kBackwards},
    {.clause = "slice.count"_clause, .special = RegionCase::kLeftOver},
    {.clause = "slice.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "slice_assign.value"_clause, .least_cases = 4},
    {.clause = "slice_assign.backwards"_clause,
     .special = RegionCase::kBackwards},
    {.clause = "slice_assign.rest"_clause, .special = RegionCase::kLeftOver},
    {.clause = "slice_assign.fresh"_clause},
    {.clause = "mask_select.value"_clause, .least_cases = 8},
    {.clause = "mask_select.none"_clause, .special = RegionCase::kNone},
    {.clause = "argwhere.value"_clause, .least_cases = 8},
    {.clause = "argwhere.none"_clause, .special = RegionCase::kNone},
    {.clause = "argwhere.index_dtype"_clause},
    {.clause = "repeat.value"_clause, .least_cases = 4},
    {.clause = "repeat.none"_clause, .special = RegionCase::kNone},
    {.clause = "unfold_view.value"_clause, .least_cases = 4},
    {.clause = "unfold_view.count"_clause, .special = RegionCase::kLeftOver},
    {.clause = "unfold_view.zero_copy"_clause,
     .program = CaseProgram::kZeroCopy},
    {.clause = "arange.value"_clause, .least_cases = 6},
    {.clause = "arange.empty"_clause, .special = RegionCase::kNone},

    {.clause = "selection.strided_operands"_clause,
     .on = has_operands,
     .every_layout = true},
    {.clause = "selection.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads,
     .set_only = true},
    {.clause = "selection.empty"_clause,
     .shape = CaseShape::kEmpty,
     .on = takes_empty},
    {.clause = "selection.operands_kept"_clause, .on = fills_result},
    {.clause = "selection.stray_writes"_clause, .on = writes_out},
    {.clause = "selection.repeatable"_clause,
     .program = CaseProgram::kTwice,
     .on = makes_result},
};

}  // namespace assay
