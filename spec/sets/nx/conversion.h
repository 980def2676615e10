// Has the row of the conversion family: cast between any two dtypes.
#pragma once

#include "spec/sets/nx/movement.h"

namespace assay {

inline constexpr OpSpec kConversionOps[] = {
    {.name = "cast",
     .id = 140,
     .signature = Signature::kCast,
     .formula = "out[i] = x[i] in the dtype of out",
     .variants = {{"", kEveryDType, {}, kAllExact}},
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("cast.value",
                     "A value that the dtype of out has is kept."),
          documented("cast.truncate",
                     "Floats to integers truncate toward "
                     "zero."),
          clarified("cast.rounding",
                    "A value that the float dtype of out lacks is rounded "
                    "once, to nearest, ties to even."),
          clarified(
              "cast.overflow",
              "A magnitude that rounds beyond the largest finite value of a "
              "float dtype is infinite; in float8_e4m3fn, which has no "
              "infinity, magnitudes above 464 and infinities are NaN."),
          clarified("cast.subnormal",
                    "Values below the smallest normal of a float dtype are "
                    "rounded to its subnormals."),
          clarified("cast.nan",
                    "NaN gives 0 in an integer dtype and NaN in a float."),
          clarified("cast.out_of_range",
                    "Floats that, truncated, are outside the range of an "
                    "integer dtype, infinities too, saturate."),
          clarified(
              "cast.wrap",
              "An integer that the integer dtype of out lacks wraps modulo "
              "2^w, w the width of out: in a narrower dtype, and from int32 to "
              "uint32, uint8 to int8 or int8 to uint64 too."),
          clarified(
              "cast.bool",
              "To bool: false for zero, -0 too, and true for everything else, "
              "NaN too. A complex value is zero if both parts are."),
          clarified("cast.from_bool",
                    "From bool: false gives 0 and true gives 1."),
          clarified("cast.complex",
                    "Complex to a real or integer dtype takes the real part "
                    "(to bool: cast.bool); real to complex adds the imaginary "
                    "part +0.")}},
};

inline constexpr Clause kConversionClauses[] = {
    documented("conversion.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("conversion.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("conversion.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("conversion.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    precondition(
        "conversion.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
