// Alters a case as a kernel does that walks along the wrong axis, stops early
// or is off by one. The functions follow the contract of Alteration
// (harness/cause/alteration.h).
// Tested by tests/harness/cause/alteration_test.cc.
#pragma once

#include "harness/case/case.h"

namespace assay {

// Works along the first or the last axis in place of the one that a step names.
bool use_first_axis(Case& test_case);
bool use_last_axis(Case& test_case);

// Makes `axis`, which an operand has, shorter for reductions over one axis and
// for matrix products: the last element, or those after the last multiple of
// `width`, are not read.
bool skip_last(Case& test_case);
template <std::int64_t width>
bool skip_tail(Case& test_case);

// Uses positions along an axis that are `difference` too large, in operands
// (gather, scatter) or in results (argmax, argmin, argsort).
template <std::int64_t difference>
bool shift_indices(Case& test_case);
template <std::int64_t difference>
bool shift_positions(const Case& original, Case& prepared);

}  // namespace assay
