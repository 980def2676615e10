// A policy by its literal, as kPolicy<"round.half=even">. The consteval literal
// of spec/profile.h, used directly within a template, makes clang 14 emit a
// call to a function that does not exist.
#pragma once

#include <cstddef>

#include "spec/op_table.h"
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
