// Has the rows of the pointwise family whose results are exact: clamp, the ops
// on bits, and the questions whether an element is NaN or infinite.
#pragma once

#include "spec/sets/nn/pointwise/functions.h"

namespace assay {

Result<std::vector<TensorType>> types_clamped(const CallTypes& call);

// The signatures: out (bool), x; and out, x, count.
inline constexpr Signature kPointwiseQuestion{
    .name = "pointwise",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kBool}},
    .types = types_pointwise};
inline constexpr Signature kPointwiseShift{
    .name = "pointwise",
    .operands = {{.name = "x"}, {.name = "count", .role = Role::kSame}},
    .results = {kOut},
    .types = types_pointwise};

inline constexpr FixedList<Tolerance, 6> kPointwiseExact = {
    {kEveryDType, Accuracy::kExact}};

inline constexpr OpSpec kPointwiseBitOps[] = {
    {.name = "clamp",
     .id = 425,
     .signature = {.name = "pointwise",
                   .operands = {{.name = "x"}},
                   .results = {kOut},
                   .types = types_clamped},
     .attributes = {AttributeKey::kLow, AttributeKey::kHigh},
     .formula = "out[i] = low if x[i] < low, high if x[i] > high, else x[i]",
     .variants = {{"", kWideFloats | kWideIntegers, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented(
                     "clamp.value",
                     "low where x is below it, high where x is above it, "
                     "elsewhere x."),
                 documented("clamp.one_bound",
                            "A bound that is left out does not limit."),
                 clarified("clamp.nan", "NaN stays NaN."),
                 clarified("clamp.bits",
                           "Elements between the bounds keep their bits."),
                 unspecified("clamp.signed_zero", "The sign of a zero result.",
                             EnforcedBy::kHarness),
                 precondition("clamp.bound_given",
                              "low or high is given, or both."),
                 precondition("clamp.order",
                              "low is not above high, and neither is NaN.",
                              ClauseStatus::kClarified)}},
    {.name = "bitwise_not",
     .id = 426,
     .signature = kPointwiseUnary,
     .formula = "out[i] = ~x[i], of bool: not x[i]",
     .variants = {{"", kWideIntegers | kBools, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented("bitwise_not.value",
                            "Integers: every bit of x is flipped."),
                 documented("bitwise_not.bool",
                            "Bool: true becomes false, and false true.")}},
    {.name = "shift_left",
     .id = 427,
     .signature = kPointwiseShift,
     .formula = "out[i] = x[i] · 2^count[i] modulo 2^w",
     .variants = {{"", kWideIntegers, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses =
         {documented("shift_left.value",
                     "The bits of x move count places up, and zeros follow."),
          documented("shift_left.wrap",
                     "Bits that leave are lost without a trap, and the sign "
                     "bit is one like any other."),
          unspecified("shift_left.count",
                      "The value where count is negative, or not below the "
                      "number of bits.")}},
    {.name = "shift_right",
     .id = 428,
     .signature = kPointwiseShift,
     .formula = "out[i] = ⌊x[i] / 2^count[i]⌋",
     .variants = {{"", kWideIntegers, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented("shift_right.value",
                            "The bits of x move count places "
                            "down, and those that leave are "
                            "lost."),
                 documented("shift_right.sign",
                            "Signed integers keep their sign: -1 stays -1."),
                 documented(
                     "shift_right.unsigned",
                     "Zeros follow the highest bit of unsigned integers."),
                 unspecified(
                     "shift_right.count",
                     "The value where count is negative, or not below the "
                     "number of bits.")}},
    {.name = "is_nan",
     .id = 429,
     .signature = kPointwiseQuestion,
     .formula = "out[i] = whether x[i] is NaN",
     .variants = {{"", kWideFloats, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented("is_nan.value",
                            "True for NaN, and false for everything else, "
                            "infinities too."),
                 clarified("is_nan.payloads",
                           "True for every NaN: quiet and signaling, of "
                           "either sign, with any payload.")}},
    {.name = "is_inf",
     .id = 430,
     .signature = kPointwiseQuestion,
     .formula = "out[i] = whether x[i] is infinite",
     .variants = {{"", kWideFloats, {}, kPointwiseExact}},
     .provenance = {kDefinition, "closed forms"},
     .clauses = {documented("is_inf.value",
                            "True for infinity, and false for every finite "
                            "value."),
                 clarified("is_inf.both_signs", "True for -inf, too."),
                 clarified("is_inf.nan",
                           "False for NaN, whatever its payload.")}},
};

}  // namespace assay
