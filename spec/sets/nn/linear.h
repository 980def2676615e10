// Has the rows of the linear family: the linear layer, its gradients, and the
// gradient of a bias.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_of_linear(const CallTypes& call);
Result<std::vector<TensorType>> types_of_linear_x(const CallTypes& call);
Result<std::vector<TensorType>> types_of_linear_weight(const CallTypes& call);
Result<std::vector<TensorType>> types_of_bias(const CallTypes& call);

inline constexpr OpSpec kLinearOps[] = {
    {.name = "linear",
     .id = 300,
     .signature = {.name = "linear",
                   .operands = {{.name = "x"},
                                {.name = "weight", .role = Role::kSame},
                                {.name = "bias",
                                 .role = Role::kSame,
                                 .given_by = AttributeKey::kBiased}},
                   .results = {kOut},
                   .types = types_of_linear,
                   .least_rank = 1},
     .attributes = {AttributeKey::kBiased},
     .formula = "out[…, j] = bias[j] + Σ_i x[…, i] · weight[i, j]",
     .variants = {{"", kWideFloats, kWideIntegers, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("linear.value",
                     "Each element is the sum of the products of a row of x "
                     "and a column of weight, whose first axis is that of the "
                     "inputs."),
          documented("linear.leading",
                     "x has any number of leading axes, also none; each row "
                     "along its last axis is multiplied on its own."),
          documented("linear.bias",
                     "The bias of the column is one more term, if given."),
          clarified("linear.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("linear.isolated",
                    "NaN or an infinity in a row of x changes no other row of "
                    "the result, and in a column of weight no other column."),
          clarified("linear.empty_sum",
                    "Without inputs the result is the bias, or 0."),
          clarified("linear.wrap", "Integer sums of products wrap modulo 2^w."),
          clarified("linear.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite term is the sum."),
          unspecified("linear.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("linear.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("linear.inner",
                       "The last axis of x matches the first of weight, and "
                       "the axis of bias the last of weight.")}},
    {.name = "linear_x_backward",
     .id = 301,
     .signature = {.name = "linear_x_gradient",
                   .operands = {{.name = "weight"},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gx"}},
                   .types = types_of_linear_x,
                   .least_rank = 2},
     .formula = "gx[…, i] = Σ_j grad[…, j] · weight[i, j]",
     .variants = {{"", kWideFloats, kWideIntegers, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("linear_x_backward.value",
                     "Each element is the sum of the products of a row of grad "
                     "and a row of weight."),
          documented("linear_x_backward.leading",
                     "grad has any number of leading axes, also none; each row "
                     "along its last axis is multiplied on its own."),
          clarified("linear_x_backward.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("linear_x_backward.isolated",
                    "NaN or an infinity in a row of grad changes no other row "
                    "of the result, and in a row of weight no other column."),
          clarified("linear_x_backward.empty_sum",
                    "Without outputs the result is 0."),
          clarified("linear_x_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("linear_x_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum."),
          unspecified("linear_x_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("linear_x_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("linear_x_backward.inner",
                       "The last axis of grad matches the last of weight.")}},
    {.name = "linear_weight_backward",
     .id = 302,
     .signature = {.name = "linear_weight_gradient",
                   .operands = {{.name = "x"},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gw"}},
                   .types = types_of_linear_weight,
                   .least_rank = 1},
     .formula = "gw[i, j] = Σ x[…, i] · grad[…, j] over the leading axes",
     .variants = {{"", kWideFloats, kWideIntegers, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("linear_weight_backward.value",
                     "Each element is the sum of the products of a column of x "
                     "and a column of grad."),
          documented("linear_weight_backward.leading",
                     "The sum is over every leading axis; without one it is a "
                     "single product."),
          clarified("linear_weight_backward.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("linear_weight_backward.isolated",
                    "NaN or an infinity in a column of x changes no other row "
                    "of the result, and in a column of grad no other column."),
          clarified("linear_weight_backward.empty_sum",
                    "Without rows the result is 0."),
          clarified("linear_weight_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("linear_weight_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum."),
          unspecified("linear_weight_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("linear_weight_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("linear_weight_backward.inner",
                       "x and grad have the same leading axes.")}},
    {.name = "bias_backward",
     .id = 303,
     .signature = {.name = "bias_gradient",
                   .operands = {{.name = "grad"}},
                   .results = {{.name = "gb"}},
                   .types = types_of_bias,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis},
     .formula = "gb[c] = Σ grad[…, c, …] over all axes but axis",
     .variants = {{"", kWideFloats, kWideIntegers, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "bias_backward.value",
              "The sum over all axes but one, which is the second one "
              "for convolutions and the last one for linear."),
          clarified("bias_backward.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("bias_backward.empty_sum",
                    "If another axis is empty the result is 0."),
          clarified("bias_backward.wrap", "Integer sums wrap modulo 2^w."),
          clarified("bias_backward.nonfinite",
                    "NaN if a term is NaN or infinities of both signs occur; "
                    "otherwise an infinite term is the sum."),
          unspecified("bias_backward.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("bias_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("bias_backward.axis", "0 <= axis < rank.")}},
};

inline constexpr Clause kLinearClauses[] = {
    documented("linear.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("linear.accumulator",
              "16-bit floats accumulate in float32 at least and round once."),
    clarified("linear.accuracy",
              "The error is at most γ_h·Σ|terms| with h = m for m terms, or in "
              "bias_backward h = ⌈log2 m⌉ + 128, in float32 at least, and one "
              "rounding to the dtype."),
    clarified("linear.empty", "Results without elements are allowed.",
              EnforcedBy::kHarness),
    clarified("linear.high_rank", "Ranks up to 32 work.", EnforcedBy::kHarness),
    clarified("linear.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("linear.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("linear.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("linear.rank",
                 "weight has two axes, bias has one, and x and grad have at "
                 "least one.",
                 ClauseStatus::kClarified),
    precondition("linear.same_dtype", "Operands have one dtype."),
    precondition("linear.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
