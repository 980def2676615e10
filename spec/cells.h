// What a backend may claim: the cells of the op table, and the names of the
// layouts that a claim may be limited to.
// Tested by tests/conformance/plan_test.cc and tests/spec/abi_layout_test.cc.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "spec/backend.h"

namespace assay {

// The layouts of an operand, in the order of their bits in the C header.
inline constexpr std::string_view kLayoutNames[] = {
    "contiguous", "offset", "transpose", "slice", "flip", "broadcast", "mixed"};
inline constexpr int kLayoutCount = 7;

// Returns every cell of the op table, casts as pairs; the second says whether
// it is required.
std::vector<std::pair<Cell, bool>> every_cell();

}  // namespace assay
