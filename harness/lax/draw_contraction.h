// Declares how the calls of the ops of lax in the contraction family are drawn.
// Tested by tests/harness/lax/drawn_contraction_test.cc.
#pragma once

#include "harness/families/drawn_call.h"

namespace assay {

// Draws a call of dot_general or of dot_general_update.
DrawnCall draw_dot_general(const CallWish& wish);

DrawnCall draw_einsum(const CallWish& wish);

}  // namespace assay
