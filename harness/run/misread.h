// Finds out whether a wrong result consists of right elements in wrong places,
// and which operand element it shows instead. The report then names the wrong
// address.
// Tested by tests/harness/run/misread_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"
#include "harness/judge/judge.h"

namespace assay {

// Returns "element [1, 2] of a was read instead of [1, 3]" for the mismatch.
// Returns nothing unless every expected element except zeros occurs exactly
// once in an operand of the step, because only then an element tells its
// address, and at least three different ones are expected, because fewer may be
// there by coincidence.
std::string misread_text(const Case& test_case, const Expectation& expectation,
                         const Permitted& permitted, const Mismatch& mismatch);

// Returns whether a result has wrong elements that are right ones in wrong
// places: either it holds the expected elements in another order, or each wrong
// element is expected in exactly one other place. Returns false for results
// with more than 2^17 elements, which are not searched.
bool is_misplaced(const std::vector<ElementBits>& expected,
                  const std::vector<ElementBits>& got);

}  // namespace assay
