// Lists how the clauses of the elementwise family are tested. The clauses about
// the values of its ops need no row, because their operands come from a pool.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

// Returns whether the out may be an operand, which needs the same dtype. A
// result of bools, or of the parts of complex numbers, has another dtype than
// the operands.
constexpr bool may_alias(const OpSpec& op) {
  return !op.signature.gives(Role::kBool) && !op.signature.is_paired();
}

inline constexpr ClauseCase kElementwiseClauseCases[] = {
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
};

}  // namespace assay
