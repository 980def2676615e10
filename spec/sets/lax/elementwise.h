// Has the rows that op set lax adds to the elementwise family.
#pragma once

#include "spec/sets/nx/elementwise/logic.h"

namespace assay {

inline constexpr OpSpec kLaxElementwiseOps[] = {
    {.name = "cmpgt",
     .id = 517,
     .set = "lax",
     .signature = Signature::kComparison,
     .formula = "out[i] = (a[i] > b[i])",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("cmpgt.value",
                            "Whether the first operand is larger."),
                 clarified("cmpgt.nan", "False if an operand is NaN."),
                 clarified("cmpgt.signed_zero", "+0 is not larger than -0."),
                 clarified("cmpgt.unsigned",
                           "Unsigned operands compare unsigned."),
                 clarified("cmpgt.stored", "The result is stored as 0 or 1.",
                           EnforcedBy::kHarness)}},
    {.name = "cmpge",
     .id = 518,
     .set = "lax",
     .signature = Signature::kComparison,
     .formula = "out[i] = (a[i] >= b[i])",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("cmpge.value",
                            "Whether the first operand is larger or equal."),
                 clarified("cmpge.nan", "False if an operand is NaN."),
                 clarified("cmpge.signed_zero",
                           "-0 is larger than or equal to +0."),
                 clarified("cmpge.unsigned",
                           "Unsigned operands compare unsigned."),
                 clarified("cmpge.stored", "The result is stored as 0 or 1.",
                           EnforcedBy::kHarness)}},
};

}  // namespace assay
