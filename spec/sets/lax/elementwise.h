// Has the rows that op set lax adds to the elementwise family.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spec/sets/nx/elementwise/functions.h"
#include "spec/sets/nx/elementwise/logic.h"

namespace assay {

Result<std::vector<TensorType>> types_of_moduli(const CallTypes& call);
Result<std::vector<TensorType>> types_clamped_generally(const CallTypes& call);
Result<std::vector<TensorType>> types_selected_generally(const CallTypes& call);

// Give the position of the variant: 1 for `scalar`, if an operand of rank 0
// holds for every element of one that has axes.
std::size_t variant_by_bounds(std::span<const TensorType> operands,
                              const Attributes& attributes);
std::size_t variant_by_predicate(std::span<const TensorType> operands,
                                 const Attributes& attributes);

// Returns the need of a pair of a complex dtype and the dtype of its parts.
constexpr Need need_of_moduli(DType dtype, DType result, Need need) {
  const bool is_pair =
      (dtype == DType::kComplex64 && result == DType::kFloat32) ||
      (dtype == DType::kComplex128 && result == DType::kFloat64);
  return is_pair ? need : Need::kNone;
}

// Returns whether the modulus is an element that any sound formula gives: that
// of a number on the real axis, or 5·2^k for (3·2^k, 4·2^k).
bool has_exact_modulus(DType dtype, ComplexPoint z);

// Returns whether a real number is a normal power of four, whose root and its
// reciprocal are powers of two.
bool is_power_of_four(DType dtype, ComplexPoint x);

// out, x: complex to real
inline constexpr Signature kModulusSignature{
    .name = "modulus",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kPaired}},
    .types = types_of_moduli,
    .is_by_element = true};
// out, x, lower, upper: bounds may have rank 0
inline constexpr Signature kClampSignature{
    .name = "clamp",
    .operands = {{.name = "x"},
                 {.name = "lower", .role = Role::kSame},
                 {.name = "upper", .role = Role::kSame}},
    .results = {kOut},
    .types = types_clamped_generally};
// out, pred, on_true, on_false: the predicate may have rank 0
inline constexpr Signature kSelectSignature{
    .name = "select",
    .operands = {{.name = "pred", .role = Role::kBool},
                 {.name = "on_true"},
                 {.name = "on_false", .role = Role::kSame}},
    .results = {kOut},
    .types = types_selected_generally};

inline constexpr OpSpec kLaxElementwiseOps[] = {
    {.name = "conj",
     .id = 512,
     .set = "lax",
     .formula = "out[i] = re x[i] - im x[i]·i",
     .variants = {{"", kComplexes, kWideIntegers | kFloats, kAllExact}},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("conj.value",
                            "The imaginary part changes its sign, and the real "
                            "part keeps its value."),
                 clarified("conj.signed_zero",
                           "An imaginary part that is +0 becomes -0, and -0 "
                           "becomes +0."),
                 clarified(
                     "conj.real",
                     "Of a real number or an integer, the number itself."),
                 clarified("conj.nan",
                           "A part that is NaN stays NaN, and the other part "
                           "is still right.")}},
    {.name = "abs_real",
     .id = 513,
     .set = "lax",
     .signature = kModulusSignature,
     .formula = "out[i] = √(re x[i]² + im x[i]²)",
     .variants = {{"", kComplexes, {}, {{kComplexes, Accuracy::kUlp, 4}}}},
     .pair_need = need_of_moduli,
     .range = {.low = 0},
     .is_exact_at = has_exact_modulus,
     .provenance = {kByMpfr, "MPFR"},
     .clauses =
         {documented("abs_real.value",
                     "The modulus; one that rounds beyond the largest finite "
                     "value is +inf."),
          documented("abs_real.real_dtype",
                     "The result has the dtype of the parts: one real element "
                     "for each complex one."),
          clarified("abs_real.no_overflow",
                    "Nothing overflows or underflows on the way: at both ends "
                    "of the normal range (3·2^k, 4·2^k) gives exactly 5·2^k."),
          clarified("abs_real.infinity",
                    "+inf if one part is infinite and the other is no NaN."),
          clarified("abs_real.axis",
                    "If the imaginary part is ±0, exactly the magnitude of the "
                    "real part."),
          clarified("abs_real.nan",
                    "NaN if a part is NaN and none is infinite."),
          unspecified("abs_real.inf_nan",
                      "The value if one part is infinite and the other is "
                      "NaN.")}},
    {.name = "rsqrt",
     .id = 514,
     .set = "lax",
     .formula = "out[i] = 1 / √x[i]",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(2)}},
     .is_exact_at = is_power_of_four,
     .provenance = {kByMpfr, "MPFR, MPC"},
     .clauses =
         {documented("rsqrt.value", "The reciprocal of the square root."),
          clarified("rsqrt.nan", "NaN stays NaN."),
          clarified("rsqrt.zero",
                    "rsqrt(±0) is ±inf; in float8_e4m3fn, which has no "
                    "infinity, it is NaN."),
          clarified("rsqrt.infinity", "rsqrt(+inf) is +0."),
          clarified("rsqrt.domain", "NaN for real x < 0."),
          clarified("rsqrt.exact",
                    "The result for a normal real power of four is exact."),
          clarified(
              "rsqrt.complex",
              "Complex: the principal value, within the bound of its modulus; "
              "on a branch cut the sign of the zero part picks the side."),
          unspecified(
              "rsqrt.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
    {.name = "expm1",
     .id = 515,
     .set = "lax",
     .formula = "out[i] = e^x[i] - 1",
     .variants = {{"", kFloats | kComplexes, {}, within_ulp(8)}},
     .range = {.low = -1},
     .provenance = {kByMpfr, "MPFR"},
     .clauses =
         {documented("expm1.value",
                     "e to the power x, less 1; of complex numbers within the "
                     "bound of the modulus."),
          clarified("expm1.small",
                    "The bound is relative near 0, too: e^x is not rounded on "
                    "the way."),
          clarified("expm1.nan", "NaN stays NaN."),
          clarified("expm1.signed_zero", "expm1(±0) is ±0."),
          clarified("expm1.range",
                    "No result is below -1; expm1(-inf) is -1, and where the "
                    "result rounds to -1 it is within the bound of that."),
          clarified("expm1.infinity", "expm1(+inf) is +inf."),
          clarified("expm1.overflow",
                    "A result too large to round to a finite value is "
                    "infinite; in float8_e4m3fn, which has no infinity, it is "
                    "NaN. Where the bound reaches across that threshold, both "
                    "answers are accepted."),
          clarified("expm1.complex_small",
                    "Complex numbers near 0 keep the bound of the modulus."),
          unspecified(
              "expm1.complex_nonfinite",
              "The value for a complex operand that is not finite, or whose "
              "result has a modulus above a quarter of the largest finite "
              "value or a nonzero part below the smallest normal.")}},
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
    {.name = "clamp_general",
     .id = 519,
     .set = "lax",
     .signature = kClampSignature,
     .formula = "out[i] = min(max(x[i], lower[i]), upper[i])",
     .variants = {{"", kFloats, kWideIntegers | kBools, kAllExact},
                  {"scalar", kFloats, kWideIntegers | kBools, kAllExact}},
     .variant_by_types = variant_by_bounds,
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("clamp_general.value",
                     "The lower bound where x is below it, the upper bound "
                     "where x is above it, and elsewhere x."),
          clarified("clamp_general.nan", "NaN if x is NaN."),
          clarified("clamp_general.nan_bound",
                    "NaN if a bound is NaN, also where x is beyond the other "
                    "one."),
          documented("clamp_general.crossed",
                     "Where the lower bound is above the upper one, the upper "
                     "bound."),
          clarified("clamp_general.infinite",
                    "A lower bound -inf and an upper bound +inf do not bind."),
          documented("clamp_general.scalar",
                     "A bound of rank 0 holds for every element."),
          unspecified("clamp_general.signed_zero",
                      "Which zero the result is where x and a bound are "
                      "zeros."),
          precondition("clamp_general.shape",
                       "Each bound has the shape of x or rank 0.")}},
    {.name = "select_general",
     .id = 520,
     .set = "lax",
     .signature = kSelectSignature,
     .formula = "out[i] = on_true[i] if pred[i], else on_false[i]",
     .variants = {{"",
                   kEveryDType&(kNumbers | kBools),
                   kPacked,
                   {{kEveryDType, Accuracy::kBits}}},
                  {"scalar",
                   kEveryDType&(kNumbers | kBools),
                   kPacked,
                   {{kEveryDType, Accuracy::kBits}}}},
     .variant_by_types = variant_by_predicate,
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("select_general.value",
                     "The element that the predicate selects."),
          clarified("select_general.bits",
                    "Every bit of the chosen element passes unchanged: "
                    "payloads and signs of NaN, signaling NaN, zeros."),
          clarified("select_general.unread",
                    "What is not chosen never shows, NaN and infinities too."),
          documented("select_general.scalar",
                     "A predicate of rank 0 selects a whole operand."),
          precondition("select_general.shape",
                       "The operands to select from have one shape, and the "
                       "predicate has that shape or rank 0."),
          precondition("select_general.pred", "The predicate is bool.")}},
};

}  // namespace assay
