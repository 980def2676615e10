// Says which layouts a claim must have to reach a view. A case is named after
// one layout, and its operands, outs and intermediate results may have others.
// Tested by tests/harness/subject/claim_reach_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/view.h"

namespace assay {

// Returns the names (of kLayoutNames) that a claim must have to reach a view:
//   flip       some axis is reversed, and the view is not mixed
//   mixed      some axis is reversed, and the view has gaps or another order
//   transpose  strides do not fall from the first axis to the last
//   slice      elements have gaps between them, wherever the first one is
//   broadcast  some axis repeats its elements, or axes share elements
//   offset     none of flip, mixed and slice, and the first element is not the
//              first one of the buffer
//   contiguous none of these, and two elements or more
// Axes of extent 1 do not matter; a view without elements takes none.
std::vector<std::string_view> layouts_of(const View& view);

}  // namespace assay
