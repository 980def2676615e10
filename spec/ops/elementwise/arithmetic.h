// Rows of the arithmetic ops: add … recip, abs, sign, max, min.
// An evaluator of each stands in reference/ under the op's name.
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
// Integers exact, reals correctly rounded, complex within bound · u · |exact|.
constexpr FixedList<Tolerance, 6> complex_within(double bound) {
  return {{kIntegers, Accuracy::kExact},
          {kFloats, Accuracy::kCorrectlyRounded},
          {kComplexes, Accuracy::kNormwise, bound}};
}

inline constexpr OpSpec kArithmeticOps[] = {
    {.name = "add",
     .id = 1,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] + b[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .clauses = {documented("add.value", "The sum, correctly rounded."),
                 clarified("add.wrap", "Integer sums wrap modulo 2^w."),
                 clarified("add.nan",
                           "NaN if an operand is NaN or the operands are "
                           "infinities of opposite sign."),
                 clarified("add.infinity", "An infinite operand gives itself."),
                 clarified("add.signed_zero",
                           "-0 + -0 is -0; every other zero sum is +0."),
                 clarified("add.overflow",
                           "A sum too large to round to a finite "
                           "value is infinite (NaN where the format "
                           "has no infinity).")}},
    {.name = "sub",
     .id = 2,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] - b[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .clauses = {documented("sub.value", "The difference, correctly rounded."),
                 clarified("sub.wrap", "Integer differences wrap modulo 2^w."),
                 clarified("sub.nan",
                           "NaN if an operand is NaN or the operands are "
                           "infinities of one sign."),
                 clarified("sub.infinity",
                           "An infinite operand decides the result."),
                 clarified("sub.signed_zero",
                           "-0 - +0 is -0; every other zero difference is +0."),
                 clarified("sub.overflow",
                           "A difference too large for a finite "
                           "value is infinite (or NaN).")}},
    {.name = "mul",
     .id = 3,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] · b[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(3)}},
     .clauses =
         {documented("mul.value",
                     "The product, correctly rounded; complex "
                     "products within 3 u of the modulus."),
          clarified("mul.wrap", "Integer products wrap modulo 2^w."),
          clarified("mul.nan", "NaN if an operand is NaN, and for 0 · inf."),
          clarified("mul.infinity",
                    "An infinite operand gives an infinity "
                    "with the sign of the product."),
          clarified("mul.signed_zero",
                    "A zero product has the sign of the product of signs."),
          clarified("mul.overflow",
                    "A product too large for a finite value "
                    "is infinite (or NaN)."),
          clarified("mul.subnormal",
                    "Products below the smallest normal are "
                    "kept as subnormals, rounded once."),
          unspecified("mul.complex_nonfinite",
                      "Which values arise from a complex operand that is not "
                      "finite, or from a modulus above a quarter of the "
                      "largest finite value or a part below the smallest "
                      "normal.")}},
    {.name = "div",
     .id = 4,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] / b[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(8)}},
     .clauses = {documented("div.value",
                            "The quotient; floats correctly rounded, "
                            "complex within 8 u of the modulus."),
                 documented("div.truncate",
                            "Inexact integer quotients truncate "
                            "toward zero."),
                 clarified("div.integer_zero",
                           "An integer divided by 0 gives 0."),
                 clarified("div.int_min", "INT_MIN / -1 gives INT_MIN."),
                 clarified("div.nan",
                           "NaN if an operand is NaN, for 0 / 0 and for "
                           "inf / inf."),
                 clarified("div.infinity",
                           "inf / y is infinite and x / inf is zero, "
                           "with the sign of the quotient."),
                 clarified("div.zero",
                           "A finite non-zero float divided by ±0 is "
                           "infinite, and ±0 divided by it is zero, with "
                           "the sign of the quotient."),
                 clarified("div.overflow",
                           "A quotient too large for a finite value "
                           "is infinite (or NaN)."),
                 clarified("div.subnormal",
                           "Quotients below the smallest normal are "
                           "kept as subnormals, rounded once."),
                 unspecified(
                     "div.complex_nonfinite",
                     "Which values arise from a complex operand that is not "
                     "finite, a zero divisor, or a modulus or part near the "
                     "ends of the range.")}},
    {.name = "mod",
     .id = 5,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] - trunc(a[i] / b[i]) · b[i]",
     .variants = {{"", kWideIntegers | kFloats, kPacked, kAllExact}},
     .clauses = {documented("mod.value",
                            "The remainder of truncated division, "
                            "exact for every ratio."),
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
                 clarified("mod.signed_zero",
                           "A zero remainder has the sign of the dividend.")}},
    {.name = "pow",
     .id = 6,
     .signature = Signature::kBinary,
     .formula = "out[i] = a[i] ^ b[i]",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers, Accuracy::kExact},
                    {kNarrowFloats, Accuracy::kUlp, 1},
                    {DTypeSet{DType::kFloat32, DType::kFloat64}, Accuracy::kUlp,
                     16},
                    {kComplexes, Accuracy::kNormwise, 16}}}},
     .clauses = {documented("pow.value", "The base raised to the exponent."),
                 clarified("pow.wrap", "Integer powers wrap modulo 2^w."),
                 clarified("pow.zero_exponent",
                           "x ^ 0 is 1 for every x: 0, NaN and "
                           "infinities too."),
                 clarified("pow.one",
                           "1 ^ y is 1 for every y (NaN too), and x ^ 1 "
                           "is x."),
                 clarified(
                     "pow.negative_exponent",
                     "A negative integer exponent gives 1 for base 1, ±1 by "
                     "parity for base -1, and 0 for every other base."),
                 clarified("pow.nan",
                           "NaN if an operand is NaN, save x ^ 0 and "
                           "1 ^ y; NaN for a negative finite base and a "
                           "finite exponent that is no integer."),
                 clarified("pow.infinity",
                           "Infinite operands and infinite results "
                           "of ±0 as C's pow."),
                 clarified("pow.overflow",
                           "A power too large for a finite value is "
                           "infinite (or NaN)."),
                 clarified("pow.subnormal",
                           "Powers below the smallest normal are "
                           "kept within the bound."),
                 unspecified(
                     "pow.complex_nonfinite",
                     "Complex powers with a zero base, an operand that is "
                     "not finite, or a result near the ends of the "
                     "range.")}},
    {.name = "max",
     .id = 7,
     .signature = Signature::kBinary,
     .formula = "out[i] = the larger of a[i] and b[i]",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .clauses = {documented("max.value", "The larger operand."),
                 clarified("max.nan", "NaN if either operand is NaN."),
                 unspecified("max.signed_zero",
                             "Which zero is returned for +0 and -0.")}},
    {.name = "min",
     .id = 8,
     .signature = Signature::kBinary,
     .formula = "out[i] = the smaller of a[i] and b[i]",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .clauses = {documented("min.value", "The smaller operand."),
                 clarified("min.nan", "NaN if either operand is NaN."),
                 unspecified("min.signed_zero",
                             "Which zero is returned for +0 and -0.")}},
    {.name = "neg",
     .id = 9,
     .formula = "out[i] = -x[i]",
     .variants = {{"", kNumbers, kPacked, kRoundedOnce}},
     .clauses = {documented("neg.value", "The value with its sign reversed."),
                 clarified("neg.wrap",
                           "Unsigned values and INT_MIN wrap "
                           "modulo 2^w."),
                 clarified("neg.nan", "NaN stays NaN."),
                 clarified("neg.signed_zero", "Zeros change their sign.")}},
    {.name = "recip",
     .id = 10,
     .formula = "out[i] = 1 / x[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(8)}},
     .clauses =
         {documented("recip.value",
                     "The reciprocal, correctly rounded; "
                     "complex within 8 u of the modulus."),
          clarified("recip.integer",
                    "Integers: 1 and -1 are their own "
                    "reciprocals; larger ones give 0."),
          clarified("recip.integer_zero", "The reciprocal of integer 0 is 0."),
          clarified("recip.zero", "1 / ±0 is the infinity of that sign."),
          clarified("recip.infinity", "1 / ±inf is the zero of that sign."),
          clarified("recip.nan", "NaN stays NaN."),
          clarified("recip.overflow",
                    "A reciprocal too large for a finite "
                    "value is infinite (or NaN)."),
          clarified("recip.subnormal",
                    "Reciprocals below the smallest normal "
                    "are kept as subnormals."),
          unspecified("recip.complex_nonfinite",
                      "Complex reciprocals of zero, of values that are not "
                      "finite, or near the ends of the range.")}},
    {.name = "abs",
     .id = 11,
     .formula = "out[i] = |x[i]|",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers | kFloats, Accuracy::kExact},
                    {kComplexes, Accuracy::kNormwise, 4}}}},
     .clauses = {documented("abs.value", "The magnitude."),
                 clarified("abs.int_min", "|INT_MIN| is INT_MIN."),
                 clarified("abs.signed_zero", "|-0| is +0."),
                 clarified("abs.nan", "NaN stays NaN."),
                 clarified("abs.infinity", "|-inf| is +inf."),
                 clarified("abs.complex",
                           "A complex magnitude is (|z|, 0), without "
                           "overflow on the way."),
                 unspecified(
                     "abs.complex_nonfinite",
                     "The magnitude of a complex value that is not finite "
                     "or near the ends of the range.")}},
    {.name = "sign",
     .id = 12,
     .formula = "out[i] = -1, 0 or 1",
     .variants = {{"",
                   kNumbers,
                   kPacked,
                   {{kIntegers | kFloats, Accuracy::kExact},
                    {kComplexes, Accuracy::kNormwise, 8}}}},
     .clauses =
         {documented("sign.value", "-1 for negative, 1 for positive values."),
          documented("sign.zero", "0 for zero; +0 for zeros of both signs."),
          documented("sign.nan", "NaN for NaN."),
          clarified("sign.complex", "z / |z| for complex z, 0 for 0."),
          unspecified("sign.complex_nonfinite",
                      "The sign of a complex value that is not finite or "
                      "near the ends of the range.")}},
};

}  // namespace assay
