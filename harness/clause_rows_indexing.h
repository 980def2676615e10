// How the clauses of the random, indexing, windows and contraction families are
// put to the test. Tested by tests/harness/clause_cases_test.cc.
#pragma once

#include <span>

#include "harness/clause_rows_families.h"

namespace assay {

inline constexpr std::span<const ClauseCase> kIndexingClauseCases = {};

}  // namespace assay
