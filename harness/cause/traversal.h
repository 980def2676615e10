// Alters a case as a kernel does that walks along the wrong axis, stops early
// or is off by one. The functions follow the contract of Alteration
// (harness/cause/alteration.h).
// Tested by tests/harness/cause/alteration_test.cc.
#pragma once

#include "harness/case/case.h"

namespace assay {

// Work along the first or the last axis in place of the one that a step names.
bool use_first_axis(Case& test_case);
bool use_last_axis(Case& test_case);

// Shorten the axis that a reduction over one axis or a matrix product adds up.
// The last element, or what follows the last whole block of `width` elements,
// is not read.
bool skip_last(Case& test_case);
template <std::int64_t width>
bool skip_tail(Case& test_case);

// Use positions along an axis that are `difference` too large: in the indices
// of gather and scatter, and in the results of argmax, argmin and argsort.
template <std::int64_t difference>
bool shift_indices(Case& test_case);
template <std::int64_t difference>
bool shift_positions(const Case& original, Case& prepared);

}  // namespace assay
