// Lists how the clauses of op set protocol are tested. Their cases are programs
// of calls and of what surrounds calls, which harness/protocol/ builds.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Clauses about all of the set are tested once, with the cell of sessions.
constexpr bool brackets_calls(const OpSpec& op) { return op.name == "session"; }

inline constexpr ClauseCase kProtocolClauseCases[] = {
    // The calls are of ops of set lax, and each case asks one of them.
    {.clause = "protocol.unsupported"_clause,
     .on = brackets_calls,
     .least_cases = 24},

    {.clause = "session.value"_clause, .least_cases = 6},
    {.clause = "session.same_bits"_clause, .least_cases = 12},
    {.clause = "session.results_outlive"_clause, .least_cases = 4},
    {.clause = "session.survives_error"_clause, .least_cases = 8},
    {.clause = "session.repeatable"_clause, .least_cases = 6},
    {.clause = "session.empty"_clause},
    {.clause = "session.isolated"_clause},

    {.clause = "placement.round_trip"_clause,
     .values = ValueKind::kPayloads,
     .least_cases = 6},
    {.clause = "placement.fresh"_clause, .least_cases = 4},
    {.clause = "placement.result"_clause, .least_cases = 4},
    {.clause = "placement.refused"_clause, .least_cases = 16},
    {.clause = "placement.no_fallback"_clause, .least_cases = 8},
    {.clause = "placement.hint"_clause, .least_cases = 8},
    {.clause = "placement.after"_clause, .least_cases = 8},

    {.clause = "reclaim.live_kept"_clause},
    {.clause = "reclaim.never_visible"_clause, .least_cases = 8},
    {.clause = "reclaim.wrapped"_clause},
    {.clause = "reclaim.other_dtype"_clause, .least_cases = 4},

    {.clause = "donation.same_bits"_clause, .least_cases = 12},
    {.clause = "donation.others_kept"_clause, .least_cases = 12},
    {.clause = "donation.contents"_clause},
    {.clause = "donation.result_alias"_clause},
    {.clause = "donation.permission"_clause},
    {.clause = "donation.failed"_clause},

    {.clause = "fusion.decline"_clause},
    {.clause = "fusion.exact_bits"_clause, .least_cases = 12},
    {.clause = "fusion.local"_clause,
     .dtypes = DTypeSet{DType::kFloat32, DType::kFloat64} | kComplexes,
     .least_cases = 8},
    {.clause = "fusion.outputs_independent"_clause, .least_cases = 4},
    {.clause = "fusion.value_special"_clause,
     .dtypes = {DType::kFloat32, DType::kFloat64},
     .least_cases = 8},
    {.clause = "fusion.reuse"_clause, .least_cases = 8},
    {.clause = "fusion.views"_clause, .least_cases = 8},
    {.clause = "fusion.sizes"_clause, .least_cases = 20},
    {.clause = "fusion.operands_kept"_clause},
    {.clause = "fusion.repeatable"_clause},
    {.clause = "fusion.long"_clause, .least_cases = 4},
};

}  // namespace assay
