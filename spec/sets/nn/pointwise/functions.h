// Has the rows of the functions of the pointwise family: log1p, the inverse
// hyperbolic functions, and hypot. The calls of this family are drawn near the
// places where formulas fail, so no signature says is_by_element and no pool
// serves them.
#pragma once

#include "spec/sets/nx/elementwise/functions.h"

namespace assay {

Result<std::vector<TensorType>> types_pointwise(const CallTypes& call);

// The signatures of the family: out, x; and out, a, b.
inline constexpr Signature kPointwiseUnary{.name = "pointwise",
                                           .operands = {{.name = "x"}},
                                           .results = {kOut},
                                           .types = types_pointwise};
inline constexpr Signature kPointwiseBinary{
    .name = "pointwise",
    .operands = {{.name = "a"}, {.name = "b", .role = Role::kSame}},
    .results = {kOut},
    .types = types_pointwise};

inline constexpr OpSpec kPointwiseFunctionOps[] = {
    {.name = "log1p",
     .id = 420,
     .signature = kPointwiseUnary,
     .formula = "out[i] = ln(1 + x[i])",
     .variants = {{"", kWideFloats, {}, within_ulp(4)}},
     .provenance = {kByMpfr, "MPFR"},
     .clauses = {documented("log1p.value", "The natural logarithm of 1 + x."),
                 clarified("log1p.small",
                           "The bound is relative near 0, too: 1 + x is not "
                           "rounded on the way."),
                 clarified("log1p.nan", "NaN stays NaN."),
                 clarified("log1p.signed_zero", "log1p(±0) is ±0."),
                 clarified("log1p.minus_one", "log1p(-1) is -inf."),
                 clarified("log1p.domain", "NaN for x < -1."),
                 clarified("log1p.infinity", "log1p(+inf) is +inf.")}},
    {.name = "asinh",
     .id = 421,
     .signature = kPointwiseUnary,
     .formula = "out[i] = arsinh x[i]",
     .variants = {{"", kWideFloats, {}, within_ulp(6)}},
     .provenance = {kByMpfr, "MPFR"},
     .clauses = {documented("asinh.value", "The inverse hyperbolic sine."),
                 clarified("asinh.small", "The bound is relative near 0, too."),
                 clarified("asinh.no_overflow",
                           "Where x² passes the largest finite value, the "
                           "result is near ln 2|x| and not infinite."),
                 clarified("asinh.nan", "NaN stays NaN."),
                 clarified("asinh.signed_zero", "asinh(±0) is ±0."),
                 clarified("asinh.infinity", "asinh(±inf) is ±inf.")}},
    {.name = "acosh",
     .id = 422,
     .signature = kPointwiseUnary,
     .formula = "out[i] = arcosh x[i]",
     .variants = {{"", kWideFloats, {}, within_ulp(6)}},
     .range = {.low = 0},
     .exact_points = {{0, 1}},
     .provenance = {kByMpfr, "MPFR"},
     .clauses = {documented("acosh.value",
                            "The inverse hyperbolic cosine, which is not "
                            "negative."),
                 clarified("acosh.near_one",
                           "The bound is relative near 1, too, where the "
                           "result is near √(2·(x - 1))."),
                 clarified("acosh.no_overflow",
                           "Where x² passes the largest finite value, the "
                           "result is near ln 2x and not infinite."),
                 clarified("acosh.nan", "NaN stays NaN."),
                 clarified("acosh.one", "acosh(1) is +0."),
                 clarified("acosh.domain", "NaN for x < 1."),
                 clarified("acosh.infinity", "acosh(+inf) is +inf.")}},
    {.name = "atanh",
     .id = 423,
     .signature = kPointwiseUnary,
     .formula = "out[i] = artanh x[i]",
     .variants = {{"", kWideFloats, {}, within_ulp(6)}},
     .provenance = {kByMpfr, "MPFR"},
     .clauses = {documented("atanh.value", "The inverse hyperbolic tangent."),
                 clarified("atanh.small", "The bound is relative near 0, too."),
                 clarified("atanh.nan", "NaN stays NaN."),
                 clarified("atanh.signed_zero", "atanh(±0) is ±0."),
                 clarified("atanh.pole", "atanh(±1) is ±inf."),
                 clarified("atanh.domain", "NaN for |x| > 1.")}},
    {.name = "hypot",
     .id = 424,
     .signature = kPointwiseBinary,
     .formula = "out[i] = √(a[i]² + b[i]²)",
     .variants = {{"", kWideFloats, {}, within_ulp(4)}},
     .range = {.low = 0},
     .provenance = {kByMpfr, "MPFR"},
     .clauses =
         {documented("hypot.value", "The root of the sum of both squares."),
          clarified("hypot.no_overflow",
                    "Where a square passes the largest finite value, the "
                    "result is infinite only if it does so itself."),
          clarified("hypot.no_underflow",
                    "Where squares vanish, the result keeps the bound."),
          clarified("hypot.nan", "NaN if an operand is NaN and none infinite."),
          clarified("hypot.infinity",
                    "+inf if an operand is infinite and none NaN."),
          unspecified("hypot.infinity_and_nan",
                      "The value if one operand is infinite and the other is "
                      "NaN.")}},
};

}  // namespace assay
