// Lists how the clauses of the random family and its ops are tested: with which
// dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

// Says what is special about the words of a case.
enum class RandomCase : int { kAnyWords, kKnownAnswers, kCounters };

inline constexpr ClauseCase kRandomClauseCases[] = {
    {.clause = "threefry.value"_clause, .values = ValueKind::kBits},
    {.clause = "threefry.rounds"_clause,
     .values = ValueKind::kBits,
     .special = RandomCase::kKnownAnswers},
    {.clause = "threefry.words"_clause,
     .values = ValueKind::kBits,
     .special = RandomCase::kCounters},

    {.clause = "random.strided_operands"_clause,
     .values = ValueKind::kBits,
     .every_layout = true},
    {.clause = "random.empty"_clause,
     .values = ValueKind::kBits,
     .shape = CaseShape::kEmpty},
    {.clause = "random.high_rank"_clause,
     .values = ValueKind::kBits,
     .shape = CaseShape::kHighRank},
    {.clause = "random.operands_kept"_clause, .values = ValueKind::kBits},
    {.clause = "random.stray_writes"_clause, .values = ValueKind::kBits},
    {.clause = "random.repeatable"_clause,
     .values = ValueKind::kBits,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
