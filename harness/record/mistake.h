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
