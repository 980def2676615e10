// Names a policy by its literal, as in kPolicy<"round.half=even">. Templates
// need this, because clang 14 emits a call to a function that does not exist if
// they use the consteval literal of spec/profile.h directly.
#pragma once

#include <cstddef>

#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

// Takes the text by value: under -fsanitize=undefined g++ 12 cannot compare
// pointers into a template argument while it compiles.
template <std::size_t n>
consteval Policy policy_named(OpName<n> text) {
  return operator""_policy(text.text, n - 1);
}
template <OpName text>
inline constexpr Policy kPolicy = policy_named(text);

}  // namespace assay
