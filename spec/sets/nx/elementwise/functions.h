// Has the rows of the functions: sqrt … tanh, erf and atan2. Bounds are in ULP
// of the exact value for reals (1 for 16- and 8-bit floats), and in u of the
// modulus for complex.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr DTypeSet kStandardFloats = {DType::kFloat32, DType::kFloat64};
constexpr FixedList<Tolerance, 6> within_ulp(double bound) {
  return {{kNarrowFloats, Accuracy::kUlp, 1},
          {kStandardFloats, Accuracy::kUlp, bound},
          {kComplexes, Accuracy::kNormwise, 16}};
}

inline constexpr OpSpec kFunctionOps[] = {
    {.name = "sqrt",
     .id = 50,
     .formula = "out[i] = √x[i]",
     .variants = {{"", kFloats | kComplexes, {}, complex_within(8)}},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented("sqrt.value",
                     "The square root, correctly rounded; of complex numbers "
                     "within 8 u of the modulus."),
          clarified("sqrt.nan", "NaN stays NaN."),
          clarified("sqrt.signed_zero", "sqrt(-0) is -0."),
          clarified("sqrt.domain", "NaN for real x < 0."),
          clarified("sqrt.infinity", "sqrt(+inf) is +inf."),
          clarified(
              "sqrt.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "sqrt.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "exp",
     .id = 51,
     .formula = "out[i] = e^x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(3)}},
     .range = {.low = 0},
     .exact_points = {{0, 0}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("exp.value", "e to the power x."),
          clarified("exp.nan", "NaN stays NaN."),
          clarified("exp.zero", "exp(±0) is exactly 1."),
          clarified("exp.infinity", "exp(-inf) is +0 and exp(+inf) is +inf."),
          clarified(
              "exp.overflow",
              "e^x too large to round to a finite value is infinite (NaN in "
              "float8_e4m3fn, which has no infinity); below the smallest "
              "normal it is subnormal or +0, and never negative. Where the "
              "bound reaches across a threshold, both answers are accepted."),
          clarified("exp.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "exp.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "log",
     .id = 52,
     .formula = "out[i] = ln x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .exact_points = {{0, 1}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("log.value", "The natural logarithm."),
          clarified("log.nan", "NaN stays NaN."),
          clarified("log.zero",
                    "log(±0) is -inf for reals; in float8_e4m3fn, which has no "
                    "infinity, it is NaN."),
          clarified("log.one", "log(1) is +0."),
          clarified("log.domain", "NaN for real x < 0."),
          clarified("log.infinity", "log(+inf) is +inf."),
          clarified(
              "log.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "log.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "sin",
     .id = 53,
     .formula = "out[i] = sin x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .range = {-1, 1},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("sin.value", "The sine of x radians."),
          clarified("sin.nan", "NaN stays NaN."),
          clarified("sin.signed_zero", "sin(±0) is ±0."),
          clarified("sin.infinity", "sin(±inf) is NaN."),
          clarified("sin.large",
                    "Arguments of every finite size are reduced "
                    "exactly; |sin x| <= 1."),
          clarified("sin.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "sin.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "cos",
     .id = 54,
     .formula = "out[i] = cos x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .range = {-1, 1},
     .exact_points = {{0, 0}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("cos.value", "The cosine of x radians."),
          clarified("cos.nan", "NaN stays NaN."),
          clarified("cos.zero", "cos(±0) is exactly 1."),
          clarified("cos.infinity", "cos(±inf) is NaN."),
          clarified("cos.large",
                    "Arguments of every finite size are reduced "
                    "exactly; |cos x| <= 1."),
          clarified("cos.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "cos.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "tan",
     .id = 55,
     .formula = "out[i] = tan x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(5)}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("tan.value", "The tangent of x radians."),
          clarified("tan.nan", "NaN stays NaN."),
          clarified("tan.signed_zero", "tan(±0) is ±0."),
          clarified("tan.infinity", "tan(±inf) is NaN."),
          clarified("tan.large",
                    "Arguments of every finite size are reduced exactly."),
          clarified("tan.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "tan.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "asin",
     .id = 56,
     .formula = "out[i] = arcsin x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .range = {-kPi / 2, kPi / 2},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("asin.value",
                     "The arc sine, in [-π/2, π/2] as rounded in the dtype."),
          clarified("asin.nan", "NaN stays NaN."),
          clarified("asin.signed_zero", "asin(±0) is ±0."),
          clarified("asin.domain", "NaN for real |x| > 1."),
          clarified(
              "asin.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "asin.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "acos",
     .id = 57,
     .formula = "out[i] = arccos x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .range = {0, kPi},
     .exact_points = {{0, 1}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("acos.value",
                     "The arc cosine, in [0, π] as rounded in the dtype."),
          clarified("acos.nan", "NaN stays NaN."),
          clarified("acos.one", "acos(1) is +0."),
          clarified("acos.domain", "NaN for real |x| > 1."),
          clarified(
              "acos.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "acos.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "atan",
     .id = 58,
     .formula = "out[i] = arctan x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(5)}},
     .range = {-kPi / 2, kPi / 2},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented(
              "atan.value",
              "The arc tangent, in [-π/2, π/2] as rounded in the dtype."),
          clarified("atan.nan", "NaN stays NaN."),
          clarified("atan.signed_zero", "atan(±0) is ±0."),
          clarified("atan.infinity", "atan(±inf) is ±π/2, rounded."),
          clarified(
              "atan.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "atan.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "sinh",
     .id = 59,
     .formula = "out[i] = sinh x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("sinh.value", "The hyperbolic sine."),
          clarified("sinh.nan", "NaN stays NaN."),
          clarified("sinh.signed_zero", "sinh(±0) is ±0."),
          clarified("sinh.infinity", "sinh(±inf) is ±inf."),
          clarified("sinh.overflow",
                    "A result too large to round to a finite value is "
                    "infinite; in float8_e4m3fn, which has no infinity, it is "
                    "NaN. Where the bound reaches across that threshold, both "
                    "answers are accepted."),
          clarified("sinh.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "sinh.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "cosh",
     .id = 60,
     .formula = "out[i] = cosh x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(4)}},
     .range = {.low = 1},
     .exact_points = {{0, 0}},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("cosh.value", "The hyperbolic cosine."),
          clarified("cosh.nan", "NaN stays NaN."),
          clarified("cosh.zero", "cosh(±0) is exactly 1."),
          clarified("cosh.infinity", "cosh(±inf) is +inf."),
          clarified("cosh.overflow",
                    "A result too large to round to a finite value is "
                    "infinite; in float8_e4m3fn, which has no infinity, it is "
                    "NaN. Where the bound reaches across that threshold, both "
                    "answers are accepted. No result is below 1."),
          clarified("cosh.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "cosh.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "tanh",
     .id = 61,
     .formula = "out[i] = tanh x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(5)}},
     .range = {-1, 1},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("tanh.value", "The hyperbolic tangent."),
          clarified("tanh.nan", "NaN stays NaN."),
          clarified("tanh.signed_zero", "tanh(±0) is ±0."),
          clarified("tanh.infinity", "tanh(±inf) is ±1."),
          clarified("tanh.saturated",
                    "Large arguments give a magnitude of at most 1."),
          clarified("tanh.complex",
                    "Complex: the value of the function, within the bound of "
                    "its modulus."),
          unspecified(
              "tanh.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "erf",
     .id = 62,
     .formula = "out[i] = 2/√π · the integral of e^(-t²) from 0 to x[i]",
     .variants = {{"",
                   kFloats,
                   {},
                   {{kNarrowFloats, Accuracy::kUlp, 1},
                    {DTypeSet{DType::kFloat32}, Accuracy::kUlp, 16},
                    {DTypeSet{DType::kFloat64}, Accuracy::kUlp, 4}}}},
     .range = {-1, 1},
     .provenance = {kByMpfr, "MPFR"},
     .clauses = {documented("erf.value", "The error function."),
                 clarified("erf.nan", "NaN stays NaN."),
                 clarified("erf.signed_zero", "erf(±0) is ±0."),
                 clarified("erf.infinity", "erf(±inf) is ±1."),
                 clarified("erf.saturated",
                           "Large arguments give a magnitude of at most 1.")}},
    {.name = "atan2",
     .id = 63,
     .signature = Signature::kBinary,
     .formula = "out[i] = the angle of the point (x = b[i], y = a[i])",
     .variants = {{"", kFloats, {}, within_ulp(6)}},
     .range = {-kPi, kPi},
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses = {documented("atan2.value",
                            "The angle in radians, in every quadrant."),
                 clarified("atan2.nan", "NaN if an operand is NaN."),
                 resolved("atan2.minus_pi", "-π for y = -0 and x < 0."),
                 clarified(
                     "atan2.signed_zero",
                     "With a zero operand as C's atan2: the signs of both "
                     "operands count. y = -0 with x < 0 is atan2.minus_pi."),
                 clarified("atan2.infinity",
                           "With an infinite operand and no NaN as C's atan2: "
                           "a multiple of π/4, rounded.")}},
};

}  // namespace assay
