// Lists how the clauses of the conversion family are tested. The clauses about
// the values of a cast need no row, because their operands come from a pool.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

inline constexpr ClauseCase kConversionClauseCases[] = {
    {.clause = "conversion.strided_operands"_clause, .every_layout = true},
    {.clause = "conversion.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "conversion.operands_kept"_clause},
    {.clause = "conversion.stray_writes"_clause, .shape = CaseShape::kLadder},
};

}  // namespace assay
