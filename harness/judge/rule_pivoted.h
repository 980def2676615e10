// Says what is permitted of eliminations with pivots, and of solves that use
// them: the status, and the bounds that inspect_pivoted.h explains.
// Tested by tests/harness/judge/rule_pivoted_test.cc.
#pragma once

#include "harness/judge/bounded.h"

namespace assay {

void rule_lu(const FactoredStep& step, const BoundedBatch& batch,
             ResidualRule& rule);
void rule_full_piv_lu(const FactoredStep& step, const BoundedBatch& batch,
                      ResidualRule& rule);
void rule_pivoted_solve(const FactoredStep& step, const BoundedBatch& batch,
                        ResidualRule& rule);

}  // namespace assay
