// Has the rows of the activations that work by element. The calls of this
// family are drawn, because the bounds of its results and what they leave open
// depend on the elements, so no signature says is_by_element and no pool serves
// them.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_activated(const CallTypes& call);

// The signatures of the family: out, x; and out, x or the output of the forward
// op, grad or alpha.
constexpr Signature activation_of(std::string_view x,
                                  std::string_view second = {}) {
  Signature signature{.name = "activation",
                      .operands = {{.name = x}},
                      .results = {kOut},
                      .types = types_activated};
  if (!second.empty())
    signature.operands = {{.name = x}, {.name = second, .role = Role::kSame}};
  return signature;
}

inline constexpr FixedList<Tolerance, 6> kActivationExact = {
    {kEveryDType, Accuracy::kExact}};
inline constexpr FixedList<Tolerance, 6> kActivationRounded = {
    {kWideFloats, Accuracy::kCorrectlyRounded}};
// Results are no sums of terms, so the reference gives the scale S of the
// bound u_a·S + u_o·|r| + 2·η_a + η_o for each element.
inline constexpr FixedList<Tolerance, 6> kActivationScaled = {
    {kWideFloats, Accuracy::kConditionAware, 1}};

inline constexpr OpSpec kActivationFunctionOps[] = {
    {.name = "relu",
     .id = 375,
     .signature = activation_of("x"),
     .formula = "out[i] = x[i] if x[i] > 0, else 0",
     .variants = {{"", kWideFloats, kWideIntegers, kActivationExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented("relu.value", "x where x > 0, elsewhere 0."),
                 clarified("relu.nan", "NaN stays NaN."),
                 clarified("relu.bits", "Elements above 0 keep their bits."),
                 unspecified("relu.signed_zero", "The sign of a zero result.",
                             EnforcedBy::kHarness)}},
    {.name = "relu_backward",
     .id = 376,
     .signature = activation_of("output", "grad"),
     .formula = "out[i] = 0 if output[i] ≤ 0, else grad[i]",
     .variants = {{"", kWideFloats, {}, kActivationExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses =
         {documented("relu_backward.value",
                     "0 where output, the result of relu, is 0 or below, "
                     "elsewhere grad."),
          clarified("relu_backward.nan_output",
                    "grad passes where output is NaN."),
          clarified("relu_backward.masked_grad",
                    "Where output is 0 or below the result is +0, also if grad "
                    "is NaN or infinite.")}},
    {.name = "leaky_relu",
     .id = 377,
     .signature = activation_of("x"),
     .attributes = {AttributeKey::kNegativeSlope},
     .formula = "out[i] = x[i] if x[i] ≥ 0, else negative_slope · x[i]",
     .variants = {{"", kWideFloats, {}, kActivationRounded}},
     .provenance = {kRounded, "long double"},
     .clauses = {documented("leaky_relu.value",
                            "x where x ≥ 0, elsewhere x times negative_slope, "
                            "correctly rounded."),
                 clarified("leaky_relu.positive_bits",
                           "Elements above 0 keep their bits."),
                 unspecified("leaky_relu.signed_zero",
                             "The sign of a zero result.",
                             EnforcedBy::kHarness),
                 precondition("leaky_relu.slope", "negative_slope is finite.",
                              ClauseStatus::kClarified)}},
    {.name = "prelu",
     .id = 378,
     .signature = activation_of("x", "alpha"),
     .formula = "out[i] = x[i] if x[i] ≥ 0, else alpha[i] · x[i]",
     .variants = {{"", kWideFloats, {}, kActivationRounded}},
     .provenance = {kRounded, "long double"},
     .clauses =
         {documented("prelu.value",
                     "x where x ≥ 0, elsewhere x times the element of alpha at "
                     "the same place, correctly rounded."),
          clarified("prelu.positive_bits",
                    "Elements above 0 keep their bits, also where alpha is NaN "
                    "or infinite."),
          unspecified("prelu.signed_zero", "The sign of a zero result.",
                      EnforcedBy::kHarness),
          unspecified("prelu.at_zero",
                      "The value where x is ±0 and alpha is NaN or "
                      "infinite.")}},
    {.name = "gelu",
     .id = 379,
     .signature = activation_of("x"),
     .formula = "out[i] = x[i] · Φ(x[i]), where Φ is the distribution function "
                "of the normal distribution",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.low = -0.17005},
     .provenance = {kByFormula, "long double"},
     .clauses = {clarified("gelu.value",
                           "x·Φ(x) with the exact Φ; the scale of the bound is "
                           "12·|x|."),
                 clarified("gelu.infinity", "+inf stays +inf."),
                 clarified("gelu.range", "No result is below -0.17005."),
                 unspecified("gelu.minus_infinity", "The value at -inf.")}},
    {.name = "gelu_backward",
     .id = 380,
     .signature = activation_of("x", "grad"),
     .formula = "out[i] = grad[i] · (Φ(x[i]) + x[i] · φ(x[i])), where φ is the "
                "density of the normal distribution",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .provenance = {kByFormula, "long double"},
     .clauses = {clarified(
                     "gelu_backward.value",
                     "grad times the derivative of x·Φ(x); the scale of the "
                     "bound is |grad|·(12 + |x|·φ(x)·(12 + 2·x²))."),
                 clarified("gelu_backward.range",
                           "The factor of grad is within [-0.14, 1.14]."),
                 unspecified("gelu_backward.infinity",
                             "The value where an operand is infinite.")}},
    {.name = "sigmoid",
     .id = 381,
     .signature = activation_of("x"),
     .formula = "out[i] = 1 / (1 + e^(-x[i]))",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.low = 0, .high = 1},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("sigmoid.value",
                     "1 / (1 + e^-x); the scale of the bound is 12·r + "
                     "4·|x|·r·(1 - r) for a result r, and below the smallest "
                     "normal of the accumulator 0 is accepted too."),
          clarified("sigmoid.saturated",
                    "Results are in [0, 1]; -inf gives 0 and +inf gives 1."),
          clarified("sigmoid.no_overflow",
                    "Where e^-x passes the largest finite value, the result is "
                    "near 0 and not NaN.")}},
    {.name = "sigmoid_backward",
     .id = 382,
     .signature = activation_of("output", "grad"),
     .formula = "out[i] = grad[i] · output[i] · (1 - output[i])",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .provenance = {kByFormula, "long double"},
     .clauses = {documented(
                     "sigmoid_backward.value",
                     "grad·s·(1 - s), where s is output, the result of "
                     "sigmoid; the scale of the bound is 4·|r| for a result "
                     "r."),
                 unspecified(
                     "sigmoid_backward.outside",
                     "The value where output is outside of [0, 1] and its "
                     "product with grad or with 1 - output leaves the normal "
                     "range of the accumulator.")}},
    {.name = "hard_sigmoid",
     .id = 383,
     .signature = activation_of("x"),
     .attributes = {AttributeKey::kAlpha, AttributeKey::kBeta},
     .formula = "out[i] = min(max(alpha · x[i] + beta, 0), 1)",
     .variants =
         {{"", kWideFloats, {}, {{kWideFloats, Accuracy::kConditionAware, 2}}}},
     .range = {.low = 0, .high = 1},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("hard_sigmoid.value",
                     "alpha·x + beta, limited to [0, 1]; the error before the "
                     "limits is that of two terms and two roundings."),
          clarified("hard_sigmoid.clamped",
                    "Results are in [0, 1], and exactly 0 or 1 where the error "
                    "does not reach back between them; this includes infinite "
                    "x."),
          unspecified("hard_sigmoid.undefined",
                      "The value where x is not NaN but alpha·x + beta is.")}},
    {.name = "log_sigmoid",
     .id = 384,
     .signature = activation_of("x"),
     .formula = "out[i] = -ln(1 + e^(-x[i]))",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.high = 0},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("log_sigmoid.value",
                     "The logarithm of sigmoid; the scale of the bound is "
                     "12·|r| + 4 for a result r."),
          clarified("log_sigmoid.no_overflow",
                    "Where e^-x passes the largest finite value, the result is "
                    "near x and not infinite."),
          clarified("log_sigmoid.infinity", "-inf stays -inf; +inf gives 0."),
          clarified("log_sigmoid.below_zero", "No result is above 0.")}},
    {.name = "log_sigmoid_backward",
     .id = 385,
     .signature = activation_of("x", "grad"),
     .formula = "out[i] = grad[i] / (1 + e^x[i])",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .provenance = {kByFormula, "long double"},
     .clauses = {documented(
         "log_sigmoid_backward.value",
         "grad·σ(-x), where σ is sigmoid; the scale of the bound is "
         "|grad|·(16·σ(-x) + 4·|x|·σ(x)·σ(-x) + 2).")}},
};

}  // namespace assay
