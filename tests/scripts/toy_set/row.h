// The signals family of the toy set. Its op has all that a signature can say:
// an operand that an attribute gives, one that counts by its shape alone, two
// results, an element and a choice among its attributes, and its own type rule.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_correlated(const CallTypes& call);

inline constexpr OpSpec kSignalsOps[] = {
    {.name = "correlate",
     .id = 9000,
     .signature = {.name = "correlation",
                   .operands = {{.name = "x"},
                                {.name = "kernel", .role = Role::kSame},
                                {.name = "bias",
                                 .role = Role::kSame,
                                 .given_by = AttributeKey::kBiased},
                                {.name = "like",
                                 .role = Role::kBool,
                                 .is_shape_only = true}},
                   .results = {{.name = "y"},
                               {.name = "terms", .role = Role::kInt32}},
                   .delivery = Delivery::kReturned,
                   .types = types_correlated,
                   .least_rank = 1},
     .attributes = {AttributeKey::kValue, AttributeKey::kBiased,
                    AttributeKey::kEdges},
     .formula = "y[…, i] = bias[i] + Σ_k e[…, i + k] · kernel[k], where e is x "
                "and then value, or x again and again",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("correlate.value", "Each element is a sum of products."),
          documented("correlate.every_term",
                     "No product is left out or counted twice."),
          documented("correlate.fill",
                     "Under edges=fill, value stands after the end of x."),
          documented("correlate.around",
                     "Under edges=wrap, x begins again after its end."),
          documented("correlate.bias", "bias is one more term, if given."),
          documented(
              "correlate.terms",
              "terms counts the terms of each element of the last axis."),
          documented("correlate.like",
                     "The last axis of y has the extent of like."),
          clarified("correlate.wrap", "Integer sums wrap modulo 2^w."),
          clarified("correlate.accuracy",
                    "16- and 8-bit floats accumulate as if in float32 and "
                    "round once."),
          clarified("correlate.nonfinite", "As in matmul."),
          documented("correlate.fresh",
                     "Both results have memory of their own.",
                     EnforcedBy::kHarness),
          precondition("correlate.rank",
                       "x has one axis at least; kernel, bias and like have "
                       "one axis."),
          precondition("correlate.same_dtype",
                       "x, kernel and bias have one dtype."),
          precondition("correlate.extents",
                       "x and kernel are not empty along the last axis, and "
                       "bias has the extent of like.")}},
};

inline constexpr Clause kSignalsClauses[] = {
    documented("signals.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("signals.empty", "Leading axes of extent 0 are allowed.",
              EnforcedBy::kHarness),
    clarified("signals.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("signals.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("signals.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
};

}  // namespace assay
