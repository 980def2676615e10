// Has the rows of the arithmetic ops: add … recip, abs, sign, max, min.
// reference/ has an evaluator under the name of each.
#pragma once

#include "spec/op.h"

namespace assay {

inline constexpr DTypeSet kNumbers = kWideIntegers | kFloats | kComplexes;
inline constexpr DTypeSet kOrdered = kWideIntegers | kFloats | kBools;
inline constexpr FixedList<Tolerance, 6> kRoundedOnce = {
    {kIntegers, Accuracy::kExact},
    {kFloats | kComplexes, Accuracy::kCorrectlyRounded}};
inline constexpr FixedList<Tolerance, 6> kAllExact = {
    {kEveryDType, Accuracy::kExact}};
// Returns tolerances: exact for integers, correctly rounded for reals, and
// within bound · u · |exact| for complex.
constexpr FixedList<Tolerance, 6> complex_within(double bound) {
  return {{kIntegers, Accuracy::kExact},
          {kFloats, Accuracy::kCorrectlyRounded},
          {kComplexes, Accuracy::kNormwise, bound}};
}

// Returns the factor by which the bound of z^w grows. A relative error in log z
// becomes |w·log z| times as large in z^w.
double power_growth(ComplexPoint z, ComplexPoint w);

inline constexpr OpSpec kArithmeticOps[] = {
    {.name = "add",
     .id = 1,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] + b[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .laws = {Law::kCommutes},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented(
              "add.value",
              "The sum, correctly rounded; of complex numbers part by part."),
          clarified("add.wrap", "Integer sums wrap modulo 2^w."),
          clarified("add.nan",
                    "NaN if an operand is NaN or the operands are infinities "
                    "of opposite sign; of complex numbers part by part."),
          clarified(
              "add.infinity",
              "Where add.nan does not apply, a sum with an infinite operand is "
              "that infinity; of complex numbers part by part."),
          clarified("add.signed_zero",
                    "-0 + -0 is -0, and every other zero sum of reals is +0; "
                    "the sign of a zero part of a complex sum is open."),
          clarified("add.overflow",
                    "A sum too large to round to a finite value is infinite; "
                    "in float8_e4m3fn, which has no infinity, it is NaN.")}},
    {.name = "sub",
     .id = 2,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] - b[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented("sub.value",
                     "The difference, correctly rounded; of complex numbers "
                     "part by part."),
          clarified("sub.wrap", "Integer differences wrap modulo 2^w."),
          clarified("sub.nan",
                    "NaN if an operand is NaN or the operands are infinities "
                    "of one sign; of complex numbers part by part."),
          clarified(
              "sub.infinity",
              "Where sub.nan does not apply, an infinite first operand is the "
              "difference, and an infinite second operand gives the infinity "
              "of the other sign; of complex numbers part by part."),
          clarified(
              "sub.signed_zero",
              "-0 - +0 is -0, and every other zero difference of reals is +0; "
              "the sign of a zero part of a complex difference is open."),
          clarified(
              "sub.overflow",
              "A difference too large to round to a finite value is infinite; "
              "in float8_e4m3fn, which has no infinity, it is NaN.")}},
    {.name = "mul",
     .id = 3,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] · b[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(3)}},
     .laws = {Law::kCommutes},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented("mul.value",
                     "The product, correctly rounded; complex "
                     "products within 3 u of the modulus."),
          clarified("mul.wrap", "Integer products wrap modulo 2^w."),
          clarified("mul.nan",
                    "A product of reals is NaN if an operand is NaN, and for 0 "
                    "· inf."),
          clarified("mul.infinity",
                    "Where mul.nan does not apply, a product of reals with an "
                    "infinite operand is infinite, with the exclusive or of "
                    "the signs. Of complex numbers see mul.complex_nonfinite."),
          clarified("mul.signed_zero",
                    "A zero product of reals has the exclusive or of the signs "
                    "of its operands."),
          clarified(
              "mul.overflow",
              "A product of reals too large to round to a finite value is "
              "infinite; in float8_e4m3fn, which has no infinity, it is NaN."),
          clarified("mul.subnormal",
                    "Products below the smallest normal are "
                    "kept as subnormals, rounded once."),
          unspecified("mul.complex_nonfinite",
                      "The value of a complex product where an operand is not "
                      "finite, an operand or the product has a modulus above a "
                      "quarter of the largest finite value, or the product has "
                      "a nonzero part below the smallest normal.")}},
    {.name = "div",
     .id = 4,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] / b[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(8)}},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented("div.value",
                     "The quotient; floats correctly rounded, "
                     "complex within 8 u of the modulus."),
          documented("div.truncate",
                     "Inexact integer quotients truncate "
                     "toward zero."),
          clarified("div.integer_zero", "An integer divided by 0 gives 0."),
          clarified("div.int_min", "INT_MIN / -1 gives INT_MIN."),
          clarified("div.nan",
                    "A quotient of reals is NaN if an operand is NaN, for 0 / "
                    "0 and for inf / inf."),
          clarified("div.infinity",
                    "Where div.nan does not apply, an infinity divided by a "
                    "real is infinite and a real divided by an infinity is "
                    "zero, with the exclusive or of the signs."),
          clarified("div.zero",
                    "A finite non-zero float divided by ±0 is infinite (NaN in "
                    "float8_e4m3fn, which has no infinity), and ±0 divided by "
                    "it is zero, with the exclusive or of the signs."),
          clarified(
              "div.overflow",
              "A quotient of reals too large to round to a finite value is "
              "infinite; in float8_e4m3fn, which has no infinity, it is NaN."),
          clarified("div.subnormal",
                    "Quotients below the smallest normal are "
                    "kept as subnormals, rounded once."),
          unspecified(
              "div.complex_nonfinite",
              "The value of a complex quotient where the divisor is zero, an "
              "operand is not finite, an operand or the quotient has a modulus "
              "above a quarter of the largest finite value, or the quotient "
              "has a nonzero part below the smallest normal.")}},
    {.name = "mod",
     .id = 5,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] - trunc(a[i] / b[i]) · b[i]",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("mod.value",
                     "The remainder of division truncated toward zero, exact "
                     "whatever the ratio of the operands."),
          documented("mod.sign",
                     "A remainder has the sign of the dividend, "
                     "also where the signs differ."),
          clarified("mod.integer_zero", "An integer modulo 0 is 0."),
          clarified("mod.int_min", "INT_MIN mod -1 is 0."),
          clarified("mod.nan",
                    "NaN if an operand is NaN, the dividend "
                    "infinite or the divisor ±0."),
          clarified("mod.infinity",
                    "A finite dividend modulo an infinity is itself."),
          clarified(
              "mod.signed_zero",
              "A zero remainder of floats has the sign of the dividend.")}},
    {.name = "pow",
     .id = 6,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] ^ b[i]",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers, Accuracy::kExact},
                    {kNarrowFloats, Accuracy::kUlp, 1},
                    {DTypeSet{DType::kFloat32}, Accuracy::kUlp, 16},
                    {DTypeSet{DType::kFloat64}, Accuracy::kUlp, 4},
                    {kComplexes, Accuracy::kNormwise, 16}}}},
     .exact_points = {{1, 0}, {1, 1, false}, {0, 1, false}},
     .bound_growth = power_growth,
     .provenance = {kByMpfr, "NumPy, MPFR, MPC"},
     .clauses =
         {documented("pow.value", "The base raised to the exponent."),
          clarified("pow.wrap", "Integer powers wrap modulo 2^w."),
          clarified("pow.zero_exponent",
                    "x ^ 0 is 1 for every x: 0, infinities and NaN too (a "
                    "signaling NaN is left open)."),
          clarified("pow.one",
                    "Of reals and integers, 1 ^ y is 1 for every y (NaN too, a "
                    "signaling one is left open), and x ^ 1 is x."),
          clarified("pow.negative_exponent",
                    "A negative integer exponent gives 1 for base 1, ±1 by "
                    "parity for base -1, and 0 for every other base."),
          clarified("pow.nan",
                    "A power of reals is NaN if an operand is NaN, except for "
                    "x ^ 0 and 1 ^ y, and for a negative finite base with a "
                    "finite exponent that is not an integer."),
          clarified("pow.infinity",
                    "With an infinite operand or base ±0, a power of reals is "
                    "that of C's pow (Annex F); float8_e4m3fn, which has no "
                    "infinity, has NaN for its infinities."),
          clarified("pow.overflow",
                    "A power of reals too large to round to a finite value is "
                    "infinite; in float8_e4m3fn, which has no infinity, it is "
                    "NaN. Where the bound reaches across that threshold, both "
                    "answers are accepted."),
          clarified("pow.subnormal",
                    "Powers of reals below the smallest normal are kept as "
                    "subnormals, within the bound."),
          unspecified(
              "pow.complex_nonfinite",
              "The value of a complex power with an operand that is not "
              "finite, with base zero and another exponent than 0, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "max",
     .id = 7,
     .signature = Signature::kBinary,
     .formula = "out[i] = the larger of a[i] and b[i]",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .laws = {Law::kCommutes, Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("max.value", "The larger operand."),
                 clarified("max.nan", "NaN if either operand is NaN."),
                 unspecified("max.signed_zero",
                             "Which zero is returned for +0 and -0.")}},
    {.name = "min",
     .id = 8,
     .signature = Signature::kBinary,
     .formula = "out[i] = the smaller of a[i] and b[i]",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .laws = {Law::kCommutes, Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("min.value", "The smaller operand."),
                 clarified("min.nan", "NaN if either operand is NaN."),
                 unspecified("min.signed_zero",
                             "Which zero is returned for +0 and -0.")}},
    {.name = "neg",
     .id = 9,
     .formula = "out[i] = -x[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("neg.value", "The value with its sign reversed."),
                 clarified("neg.wrap",
                           "Unsigned values and INT_MIN wrap "
                           "modulo 2^w."),
                 clarified("neg.nan", "NaN stays NaN."),
                 clarified("neg.signed_zero",
                           "A real zero changes its sign; the sign of a zero "
                           "part of a complex result is open.")}},
    {.name = "recip",
     .id = 10,
     .formula = "out[i] = 1 / x[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(8)}},
     .provenance = {kRounded, "NumPy, MPFR"},
     .clauses =
         {documented("recip.value",
                     "The reciprocal, correctly rounded; "
                     "complex within 8 u of the modulus."),
          clarified("recip.integer",
                    "The reciprocal of integer 1 is 1 and that of -1 is -1; "
                    "integers of larger magnitude give 0."),
          clarified("recip.integer_zero", "The reciprocal of integer 0 is 0."),
          clarified("recip.zero",
                    "1 / ±0 of reals is the infinity of that sign; in "
                    "float8_e4m3fn, which has no infinity, it is NaN."),
          clarified("recip.infinity",
                    "1 / ±inf of reals is the zero of that sign."),
          clarified("recip.nan", "NaN stays NaN."),
          clarified(
              "recip.overflow",
              "A reciprocal of a real too large to round to a finite value is "
              "infinite; in float8_e4m3fn, which has no infinity, it is NaN."),
          clarified("recip.subnormal",
                    "Reciprocals below the smallest normal "
                    "are kept as subnormals."),
          unspecified(
              "recip.complex_nonfinite",
              "The value of a complex reciprocal where the operand is zero or "
              "not finite, the operand or the reciprocal has a modulus above a "
              "quarter of the largest finite value, or the reciprocal has a "
              "nonzero part below the smallest normal.")}},
    {.name = "abs",
     .id = 11,
     .formula = "out[i] = |x[i]|",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers | kFloats, Accuracy::kExact},
                    {kComplexes, Accuracy::kNormwise, 4}}}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("abs.value", "The magnitude."),
          clarified("abs.int_min", "|INT_MIN| is INT_MIN."),
          clarified("abs.signed_zero", "|-0| is +0."),
          clarified("abs.nan", "NaN stays NaN."),
          clarified("abs.infinity", "|-inf| is +inf."),
          clarified("abs.complex",
                    "A complex magnitude is (|z|, 0), without "
                    "overflow on the way."),
          unspecified(
              "abs.complex_nonfinite",
              "The magnitude of a complex value that is not finite, and "
              "a magnitude above a quarter of the largest finite value "
              "or below the smallest normal.")}},
    {.name = "sign",
     .id = 12,
     .formula = "out[i] = -1, 0 or 1",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers | kFloats, Accuracy::kExact},
                    {kComplexes, Accuracy::kNormwise, 8}}}},
     .laws = {Law::kIsIdempotent},
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("sign.value", "-1 for negative, 1 for positive values."),
          documented("sign.zero", "0 for zero; +0 for zeros of both signs."),
          documented("sign.nan", "NaN for NaN."),
          clarified("sign.complex", "z / |z| for complex z, 0 for 0."),
          unspecified(
              "sign.complex_nonfinite",
              "The sign of a complex value that is not finite or has a modulus "
              "above a quarter of the largest finite value, and a sign with a "
              "nonzero part below the smallest normal.")}},
};

}  // namespace assay
