// Has the row of the attention family: attention, whose scores may be scaled,
// limited, masked and biased.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_of_attention(const CallTypes& call);

// Returns the position of the variant: which of mask, bias and softcap a call
// has, or that it has several of them.
std::size_t variant_of_attention(const Attributes& attributes);

// Results are no sums of terms, so the reference gives the scale S of the
// bound u_a·S + u_o·|r| + 2·η_a + η_o for each element.
inline constexpr FixedList<Tolerance, 6> kAttentionScaled = {
    {kWideFloats, Accuracy::kConditionAware, 1}};

inline constexpr OpSpec kAttentionOps[] = {
    {.name = "attention",
     .id = 360,
     .signature = {.name = "attention",
                   .operands = {{.name = "query"},
                                {.name = "key", .role = Role::kSame},
                                {.name = "value", .role = Role::kSame},
                                {.name = "mask",
                                 .role = Role::kBool,
                                 .given_by = AttributeKey::kMasked},
                                {.name = "bias",
                                 .role = Role::kSame,
                                 .given_by = AttributeKey::kBiased}},
                   .results = {kOut},
                   .types = types_of_attention,
                   .least_rank = 4},
     .attributes = {AttributeKey::kScale, AttributeKey::kSoftcap,
                    AttributeKey::kCausal, AttributeKey::kMasked,
                    AttributeKey::kBiased},
     .formula =
         "out[b, h, i] = Σ_j p[j] · value[b, h, j], where p is the softmax of "
         "s[j] = cap(scale · Σ_c query[b, h, i, c] · key[b, h, j, c]) + "
         "bias[b, h, i, j] over the keys j that are not hidden, and cap(x) = "
         "softcap · tanh(x / softcap) if softcap is given, else x",
     .variants = {{"", kWideFloats, {}, kAttentionScaled},
                  {"mask", kWideFloats, {}, kAttentionScaled},
                  {"bias", kWideFloats, {}, kAttentionScaled},
                  {"softcap", kWideFloats, {}, kAttentionScaled},
                  {"combined", kWideFloats, {}, kAttentionScaled}},
     .variant_rule = variant_of_attention,
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented(
              "attention.value",
              "Each row is the mean of the rows of value, weighted by the "
              "exponentials of the scores; the scale of the bound is Σ_j p_j · "
              "|value_j| · (E_j + Σ_k p_k · E_k + 2·Δ_j + ln K + 3·K + 24) "
              "for K keys, where Δ_j is how far the score s_j is below the "
              "largest one, and E_j = (d + 3) · |scale| · Σ|query · key| + "
              "12·|s_j without bias| + 2·|s_j|."),
          documented("attention.scale_default",
                     "Without scale it is 1 / √d, where d is the extent of a "
                     "query."),
          documented("attention.mask_polarity",
                     "A mask hides the keys at which it is true."),
          documented("attention.bias", "bias is added to the scores."),
          documented("attention.causal",
                     "If causal, a query sees the keys at its place and "
                     "before."),
          documented("attention.softcap",
                     "softcap limits the scores by a hyperbolic tangent."),
          documented("attention.empty_row",
                     "A query that sees no key gives zeros."),
          clarified("attention.any_scale",
                    "scale may be negative or 0, and what hides a key acts "
                    "after it."),
          clarified("attention.softcap_first",
                    "softcap acts before keys are hidden and before bias is "
                    "added."),
          clarified("attention.bias_hides",
                    "A bias of -inf hides its key as a mask does."),
          clarified("attention.causal_offset",
                    "If causal, the last query sees every key: query i of Q "
                    "sees key j of K if j <= i + K - Q."),
          clarified("attention.mask_and_causal",
                    "If there is a mask and causal is true, both hide keys."),
          clarified("attention.nan",
                    "If a score that is not hidden is NaN, its row is NaN, "
                    "wherever the key is; NaN in a value that is not hidden "
                    "makes its column of the row NaN, unless its weight may "
                    "vanish."),
          clarified("attention.heads_apart",
                    "No element changes the result of another head or batch "
                    "entry."),
          clarified("attention.no_keys", "Without keys the result is 0."),
          clarified("attention.every_term",
                    "No key and no part of a score is left out or counted "
                    "twice, at any size."),
          clarified("attention.long",
                    "More scores than fit into a tile, or into memory at once, "
                    "give the same results."),
          clarified("attention.large_scores",
                    "The largest score is subtracted, so that scores of 10^4 "
                    "do not overflow."),
          clarified("attention.repeated_mask",
                    "mask and bias may be repeated by stride 0."),
          unspecified("attention.nonfinite",
                      "The value of a row with an infinite score or a bias of "
                      "+inf; where a hidden key, its value or its bias is not "
                      "finite, except for a bias of -inf; and of a column with "
                      "an infinite value."),
          unspecified("attention.coarse_scores",
                      "The value where an E_j times the unit roundoff of the "
                      "accumulator is above 1/8."),
          precondition("attention.finite_scale", "scale is finite.",
                       ClauseStatus::kClarified),
          precondition("attention.extents",
                       "Batches and heads agree; a query and a key have the "
                       "same extent, which is at least 1; there are as many "
                       "values as keys; mask and bias have an element for each "
                       "query and key.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kAttentionClauses[] = {
    documented("attention.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("attention.accumulator",
              "16-bit floats are computed in float32 at least, also in "
              "between, and rounded once."),
    clarified("attention.empty", "A result without elements is allowed.",
              EnforcedBy::kHarness),
    clarified("attention.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("attention.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("attention.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    unspecified("attention.signed_zero", "The sign of a zero result.",
                EnforcedBy::kHarness),
    unspecified("attention.partial_overflow",
                "The value where the scale of the bound passes the largest "
                "finite value of the accumulator."),
    precondition("attention.softcap_positive",
                 "softcap is positive and finite."),
    precondition("attention.rank", "Operands have four axes.",
                 ClauseStatus::kClarified),
    precondition("attention.same_dtype",
                 "All operands but the mask have one dtype."),
    precondition("attention.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
