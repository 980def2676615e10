// Names the mistakes of whole kernels that may explain a failure. Records and
// reports use the names; harness/cause/alteration.cc says what each one does.
#pragma once

#include <string_view>

namespace assay {

struct Mistake {
  std::string_view name;
  std::string_view text;  // follows the names of ops: "add computes in …"
};

inline constexpr Mistake kMistakes[] = {
    {"operands=swapped", "takes its two operands in the other order"},
    {"strides=ignored", "reads operands as if they were contiguous"},
    {"offset=ignored", "reads operands from the start of their buffer"},
    {"batch=first", "uses the first entry of a batch for all of them"},
    {"ties=last", "takes the last of equal elements, not the first"},
    {"axis=first", "works along the first axis, not along the one it is given"},
    {"axis=last", "works along the last axis, not along the one it is given"},
    {"last=unread", "does not read the last element along the axis"},
    {"tail_of_4=unread", "does not read what is left after blocks of 4"},
    {"tail_of_8=unread", "does not read what is left after blocks of 8"},
    {"tail_of_16=unread", "does not read what is left after blocks of 16"},
    {"index=plus_one", "uses indices that are one too large"},
    {"index=minus_one", "uses indices that are one too small"},
    {"computed_in=float32", "computes in float32"},
    {"computed_in=float16", "computes in float16"},
    {"computed_in=bfloat16", "computes in bfloat16"},
};

// Returns the text of a mistake, or an empty text if there is none of this
// name.
constexpr std::string_view mistake_text(std::string_view name) {
  for (const Mistake& mistake : kMistakes)
    if (mistake.name == name) return mistake.text;
  return {};
}

}  // namespace assay
