// Has the rows of the normalization family: layer_norm, which centres and
// scales each row by its own statistics, and batch_norm, which is given them.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_of_rows_normalized(const CallTypes& call);
Result<std::vector<TensorType>> types_of_channels_normalized(
    const CallTypes& call);

// Results are no sums of terms, so the reference gives the scale S of the
// bound u_a·S + u_o·|r| + 2·η_a + η_o for each element.
inline constexpr FixedList<Tolerance, 6> kNormalizationScaled = {
    {kWideFloats, Accuracy::kConditionAware, 1}};

inline constexpr OpSpec kNormalizationOps[] = {
    {.name = "layer_norm",
     .id = 390,
     .signature = {.name = "layer_norm",
                   .operands = {{.name = "x"},
                                {.name = "gamma", .role = Role::kSame},
                                {.name = "beta",
                                 .role = Role::kSame,
                                 .given_by = AttributeKey::kBiased}},
                   .results = {kOut},
                   .types = types_of_rows_normalized,
                   .least_rank = 1},
     .attributes = {AttributeKey::kBiased, AttributeKey::kEpsilon},
     .formula = "out[…, i] = z · gamma[i] + beta[i], where z = (x[…, i] - μ) / "
                "√(v + epsilon), and μ and v are mean and variance over the "
                "last axis",
     .variants = {{"", kWideFloats, {}, kNormalizationScaled}},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("layer_norm.value",
                     "Each row is centred by its mean, divided by the root of "
                     "its variance and multiplied by gamma; the scale of the "
                     "bound is |gamma|·((1 + |z|)·(n + 2)·m/s + |z|·(n + 16)) "
                     "+ 2·|r| + |beta| for a result r, n elements, s = √(v + "
                     "epsilon) and m the mean of |x|."),
          documented("layer_norm.bias", "beta is added, if given."),
          documented("layer_norm.biased_variance",
                     "The variance is the mean of n squares, not their sum "
                     "over n - 1."),
          documented("layer_norm.epsilon_inside",
                     "epsilon is added to the variance, under the root."),
          clarified("layer_norm.rows_apart",
                    "No element changes the result of another row."),
          clarified("layer_norm.every_term",
                    "No element is left out of the mean or the variance, or "
                    "counted twice; in a row of ±1 with mean 0 the scale of "
                    "the bound is 32·|gamma·z| + 2·|r| + |beta|."),
          clarified("layer_norm.large_mean",
                    "The variance is that of the centred elements, so a row "
                    "far from 0 keeps its accuracy."),
          clarified("layer_norm.empty_rows",
                    "Rows without elements give an empty result."),
          clarified("layer_norm.single",
                    "A row of one finite element gives beta, or 0, if gamma is "
                    "finite."),
          clarified("layer_norm.nan",
                    "NaN or an infinity in x makes its row NaN; NaN in gamma "
                    "or beta makes its column NaN."),
          unspecified("layer_norm.no_variance",
                      "The value where v + epsilon is not positive."),
          unspecified("layer_norm.far_mean",
                      "The value where (n + 2)·m·u/s is above 1/4, u being the "
                      "unit roundoff of the accumulator: the mean hides the "
                      "spread of the row."),
          precondition("layer_norm.extents",
                       "x has an axis at least; gamma and beta have one axis, "
                       "with the extent of the last one of x.")}},
    {.name = "batch_norm",
     .id = 391,
     .signature = {.name = "batch_norm",
                   .operands = {{.name = "x"},
                                {.name = "gamma", .role = Role::kSame},
                                {.name = "beta", .role = Role::kSame},
                                {.name = "mean", .role = Role::kSame},
                                {.name = "variance", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_of_channels_normalized,
                   .least_rank = 2},
     .attributes = {AttributeKey::kEpsilon},
     .formula = "out[n, c, …] = (x[n, c, …] - mean[c]) / √(variance[c] + "
                "epsilon) · gamma[c] + beta[c]",
     .variants = {{"", kWideFloats, {}, kNormalizationScaled}},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("batch_norm.value",
                     "x is normalized by the mean and the variance that are "
                     "given; the scale of the bound is 8·|gamma|·(|x| + "
                     "|mean|)/√(variance + epsilon) + 4·|beta|."),
          clarified("batch_norm.channels",
                    "The second axis counts the channels, each with its own "
                    "statistics, gamma and beta."),
          clarified("batch_norm.any_rank", "x has any rank from 2 on."),
          clarified("batch_norm.nan",
                    "NaN in x stays at its place, and NaN in the other "
                    "operands makes its channel NaN."),
          unspecified("batch_norm.no_variance",
                      "The value where variance + epsilon is not positive."),
          precondition("batch_norm.extents",
                       "x has two axes at least, all but the first of which "
                       "are not empty; the other operands have one axis, with "
                       "the extent of the second one of x.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kNormalizationClauses[] = {
    documented("normalization.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated; the "
               "result is that of the elements they show.",
               EnforcedBy::kHarness),
    clarified("normalization.accumulator",
              "16-bit floats are computed in float32 at least, also in "
              "between, and rounded once."),
    clarified("normalization.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("normalization.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("normalization.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("normalization.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("normalization.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    unspecified("normalization.signed_zero", "The sign of a zero result.",
                EnforcedBy::kHarness),
    unspecified("normalization.partial_overflow",
                "The value where the scale of the bound passes the largest "
                "finite value of the accumulator."),
    precondition("normalization.same_dtype", "Operands have one dtype."),
    precondition(
        "normalization.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
