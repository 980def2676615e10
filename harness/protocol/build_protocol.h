// Builds the cases of op set protocol: programs of calls, and of the sessions,
// transfers, donations, reclaimed buffers and plans around them.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#pragma once

#include "harness/families/case_builder.h"
#include "harness/families/robustness_row.h"

namespace assay {

// Builds a case of a clause of op set protocol.
void build_protocol(CaseBuilder& builder);

// Build the cases of one row each.
void build_session(CaseBuilder& builder);
void build_placement(CaseBuilder& builder);
void build_reclaim(CaseBuilder& builder);
void build_donation(CaseBuilder& builder);
void build_fusion(CaseBuilder& builder);

// Adds a row for each precondition of a row of op set protocol. The rows have
// no calls, because build_protocol_breach() makes the whole case.
void add_protocol_rows(const Cell& cell, RobustnessRows& rows);

// Builds a case of robustness mode: a plan or transfer that breaks the clause
// of the plan, or its control.
void build_protocol_breach(CaseBuilder& builder);

}  // namespace assay
