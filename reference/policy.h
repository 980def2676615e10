// A policy by its literal, as kPolicy<"round.half=even">. The consteval literal
// of spec/profile.h, used directly within a template, makes clang 14 emit a
// call to a function that does not exist.
#pragma once

#include "spec/op_table.h"
#include "spec/profile.h"

namespace assay {

template <OpName text>
inline constexpr Policy kPolicy = operator""_policy(text.text,
                                                    sizeof(text.text) - 1);

}  // namespace assay
