// The conversion family: cast between any two dtypes.
#pragma once

#include "spec/ops/movement.h"

namespace assay {

inline constexpr OpSpec kConversionOps[] = {
    {.name = "cast",
     .id = 140,
     .signature = Signature::kCast,
     .formula = "out[i] = x[i] in the dtype of out",
     .variants = {{"", kEveryDType, {}, kAllExact}},
     .clauses = {documented("cast.value", "The value, where the dtype has it."),
                 documented("cast.truncate",
                            "Floats to integers truncate toward "
                            "zero."),
                 clarified("cast.rounding",
                           "To a float: rounded once, to nearest, "
                           "ties to even."),
                 clarified("cast.overflow",
                           "Too large for a float: infinity; for "
                           "float8_e4m3fn NaN above 464."),
                 clarified("cast.subnormal", "Subnormal results are kept."),
                 clarified("cast.nan",
                           "NaN to an integer gives 0; to a float, NaN."),
                 clarified("cast.out_of_range",
                           "Floats outside the range of an "
                           "integer dtype, infinities too, "
                           "saturate."),
                 clarified("cast.wrap",
                           "Integers to narrower integers wrap modulo "
                           "2^w."),
                 clarified("cast.bool",
                           "To bool: whether the value is not zero; NaN "
                           "is true."),
                 clarified("cast.from_bool", "From bool: 0 or 1."),
                 clarified("cast.complex",
                           "Complex to real takes the real part; "
                           "real to complex adds +0i.")}},
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
