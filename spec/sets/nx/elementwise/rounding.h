// Has the rows of the rounding ops: trunc, ceil, floor, round.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr OpSpec kRoundingOps[] = {
    {.name = "trunc",
     .id = 40,
     .formula = "out[i] = the integer next to x[i] toward zero",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("trunc.value", "Rounds toward zero, exactly."),
                 documented("trunc.integer", "Integers are unchanged."),
                 clarified("trunc.signed_zero",
                           "A zero result keeps the sign."),
                 clarified("trunc.nonfinite",
                           "NaN and infinities are unchanged.")}},
    {.name = "ceil",
     .id = 41,
     .formula = "out[i] = the smallest integer not below x[i]",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("ceil.value", "Rounds toward +infinity, exactly."),
                 documented("ceil.integer", "Integers are unchanged."),
                 clarified("ceil.signed_zero", "A zero result keeps the sign."),
                 clarified("ceil.nonfinite",
                           "NaN and infinities are unchanged.")}},
    {.name = "floor",
     .id = 42,
     .formula = "out[i] = the largest integer not above x[i]",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("floor.value", "Rounds toward -infinity, exactly."),
                 documented("floor.integer", "Integers are unchanged."),
                 clarified("floor.signed_zero",
                           "A zero result keeps the sign."),
                 clarified("floor.nonfinite",
                           "NaN and infinities are unchanged.")}},
    {.name = "round",
     .id = 43,
     .formula = "out[i] = the nearest integer, halves away from zero",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("round.value", "Rounds to the nearest integer, exactly."),
          documented("round.half", "Halves round away from zero."),
          documented("round.integer", "Integers are unchanged."),
          clarified("round.below_half",
                    "The largest value below a half rounds to zero, and an odd "
                    "integer too large to have a neighbour with a fraction "
                    "stays itself."),
          clarified("round.signed_zero", "A zero result keeps the sign."),
          clarified("round.nonfinite", "NaN and infinities are unchanged.")}},
};

}  // namespace assay
