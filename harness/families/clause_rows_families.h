// Lists how the clauses of families are tested, from elementwise to memory.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"

namespace assay {

inline constexpr DTypeSet kUnsigned = {DType::kUint4, DType::kUint8,
                                       DType::kUint16, DType::kUint32,
                                       DType::kUint64};
inline constexpr DTypeSet kWithNan = kFloats | kComplexes;
// The dtypes of which two elements may overflow their accumulator.
inline constexpr DTypeSet kOverflowing = {DType::kFloat32, DType::kFloat64,
                                          DType::kBfloat16, DType::kComplex64,
                                          DType::kComplex128};
// Ops whose out may be an operand: its elements have the operands' dtype.
constexpr bool may_alias(const OpSpec& op) {
  return !op.signature.gives(Role::kBool);
}
constexpr bool returns_view(const OpSpec& op) {
  return op.signature.delivery == Delivery::kView;
}
constexpr bool returns_tensor(const OpSpec& op) {
  return op.signature.returns_tensor();
}
constexpr bool writes_out(const OpSpec& op) {
  return op.signature.delivery == Delivery::kWritten;
}
// Those of movement that make memory of their own: pad and cat.
constexpr bool fills_memory(const OpSpec& op) { return !returns_view(op); }
constexpr bool takes_axes(const OpSpec& op) {
  return op.has(AttributeKey::kAxes);
}
// Those of memory that copy elements, and those of them that are calls.
constexpr bool copies_elements(const OpSpec& op) {
  return op.signature.delivery == Delivery::kShared ||
         op.signature.delivery == Delivery::kKept ||
         op.signature.delivery == Delivery::kHosted;
}
constexpr bool is_called_to_copy(const OpSpec& op) {
  return copies_elements(op) && op.signature.is_executed();
}

inline constexpr ClauseCase kFamilyClauseCases[] = {
    {.clause = "elementwise.strided_operands"_clause, .every_layout = true},
    {.clause = "elementwise.every_element"_clause, .shape = CaseShape::kLadder},
    {.clause = "elementwise.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "elementwise.operands_kept"_clause},
    {.clause = "elementwise.stray_writes"_clause, .shape = CaseShape::kLadder},
    {.clause = "elementwise.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "elementwise.rank_zero"_clause, .shape = CaseShape::kRankZero},
    {.clause = "elementwise.layout_invariance"_clause,
     .program = CaseProgram::kTwoLayouts},
    {.clause = "elementwise.repeatable"_clause, .program = CaseProgram::kTwice},
    {.clause = "elementwise.exact_alias"_clause,
     .program = CaseProgram::kAlias,
     .on = may_alias},

    {.clause = "reduction.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "reduction.axes"_clause, .values = ValueKind::kExactSmall},
    {.clause = "reduction.no_axes"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kNoAxes,
     .on = takes_axes,
     .every_layout = true},
    {.clause = "reduction.empty_result"_clause,
     .shape = CaseShape::kEmptyResult},
    {.clause = "reduction.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "reduction.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "reduction.stray_writes"_clause,
     .values = ValueKind::kExactSmall},
    // The values have a different sum in each order of summation.
    {.clause = "reduction.repeatable"_clause, .program = CaseProgram::kTwice},

    {.clause = "sorting.strided_operands"_clause, .every_layout = true},
    {.clause = "sorting.axis"_clause},
    {.clause = "sorting.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "sorting.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "sorting.operands_kept"_clause},
    {.clause = "sorting.stray_writes"_clause},
    {.clause = "sorting.repeatable"_clause, .program = CaseProgram::kTwice},

    {.clause = "movement.strided_operands"_clause, .every_layout = true},
    {.clause = "movement.metadata"_clause, .on = returns_view},
    {.clause = "movement.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads},
    {.clause = "movement.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "movement.rank_zero"_clause,
     .shape = CaseShape::kRankZero,
     .on = returns_tensor},
    {.clause = "movement.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "movement.operands_kept"_clause, .on = fills_memory},
    {.clause = "movement.stray_writes"_clause, .on = writes_out},

    {.clause = "conversion.strided_operands"_clause, .every_layout = true},
    {.clause = "conversion.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "conversion.operands_kept"_clause},
    {.clause = "conversion.stray_writes"_clause, .shape = CaseShape::kLadder},

    {.clause = "memory.strided_operands"_clause,
     .on = copies_elements,
     .every_layout = true},
    {.clause = "memory.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads,
     .on = copies_elements},
    {.clause = "memory.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "memory.rank_zero"_clause, .shape = CaseShape::kRankZero},
    {.clause = "memory.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "memory.operands_kept"_clause, .on = is_called_to_copy},
};

}  // namespace assay
