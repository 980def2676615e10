// Says which layouts a claim needs to reach a view. A case is named after one
// layout, but its operands, outs and intermediate results may have others.
// Tested by tests/harness/subject/claim_reach_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/view.h"

namespace assay {

// Returns the names (of kLayoutNames) that a claim needs to reach a view:
//   flip       an axis is reversed, and the view is not mixed
//   mixed      an axis is reversed, and the view has gaps or another axis order
//   transpose  strides do not fall from the first axis to the last
//   slice      there are gaps between elements, wherever the first one is
//   broadcast  an axis repeats its elements, or axes share elements
//   offset     none of flip, mixed and slice, and the first element is not the
//              first one of the buffer
//   contiguous none of these, and there are at least two elements
// Axes of extent 1 do not matter. A view without elements needs no layout.
std::vector<std::string_view> layouts_of(const View& view);

}  // namespace assay
