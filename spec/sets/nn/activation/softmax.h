// Has the rows of softmax, softmin and log_softmax, which normalize slices
// along an axis.
#pragma once

#include "spec/sets/nn/activation/functions.h"

namespace assay {

Result<std::vector<TensorType>> types_activated_along(const CallTypes& call);

inline constexpr Signature kSliceActivation{.name = "slice_activation",
                                            .operands = {{.name = "x"}},
                                            .results = {kOut},
                                            .types = types_activated_along,
                                            .least_rank = 1};

inline constexpr OpSpec kSoftmaxOps[] = {
    {.name = "softmax",
     .id = 386,
     .signature = kSliceActivation,
     .attributes = {AttributeKey::kAxis},
     .formula =
         "out[i] = e^(x[i] - M) / Σ_j e^(x[j] - M) along the axis, M the "
         "largest element of the slice",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.low = 0, .high = 1},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("softmax.value",
                     "The exponential of each element over the sum of those of "
                     "its slice; the scale of the bound is r·(n + 16 + ln n + "
                     "M - x) for a result r and n elements, and below the "
                     "smallest normal of the accumulator 0 is accepted too."),
          documented("softmax.shifted",
                     "The largest element is subtracted first, so that large "
                     "elements do not overflow."),
          clarified("softmax.nan", "NaN or +inf makes its slice NaN."),
          clarified("softmax.negative_infinity",
                    "-inf gives 0, and a slice of -inf alone is NaN."),
          clarified("softmax.slices_apart",
                    "No element changes the result of another slice."),
          clarified("softmax.every_term",
                    "No exponential is left out of the sum or counted twice."),
          clarified("softmax.unit_range", "Results are in [0, 1].")}},
    {.name = "softmin",
     .id = 387,
     .signature = kSliceActivation,
     .attributes = {AttributeKey::kAxis},
     .formula =
         "out[i] = e^(m - x[i]) / Σ_j e^(m - x[j]) along the axis, m the "
         "smallest element of the slice",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.low = 0, .high = 1},
     .provenance = {kByFormula, "long double"},
     .clauses = {documented("softmin.value", "softmax of -x, with its bound."),
                 documented(
                     "softmin.shifted",
                     "The smallest element is subtracted first, so that large "
                     "elements do not overflow."),
                 clarified("softmin.nan", "NaN or -inf makes its slice NaN."),
                 clarified("softmin.infinity",
                           "+inf gives 0, and a slice of +inf alone is NaN."),
                 clarified("softmin.slices_apart",
                           "No element changes the result of another slice."),
                 clarified(
                     "softmin.every_term",
                     "No exponential is left out of the sum or counted twice."),
                 clarified("softmin.unit_range", "Results are in [0, 1].")}},
    {.name = "log_softmax",
     .id = 388,
     .signature = kSliceActivation,
     .attributes = {AttributeKey::kAxis},
     .formula = "out[i] = x[i] - M - ln Σ_j e^(x[j] - M) along the axis, M the "
                "largest element of the slice",
     .variants = {{"", kWideFloats, {}, kActivationScaled}},
     .range = {.high = 0},
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented("log_softmax.value",
                     "The logarithm of softmax; the scale of the bound is n + "
                     "16 + 10·ln n + 2·(M - x) + 2·|r| for a result r and n "
                     "elements."),
          documented("log_softmax.shifted",
                     "The largest element is subtracted first, so that large "
                     "elements do not overflow."),
          clarified("log_softmax.nan", "NaN or +inf makes its slice NaN."),
          clarified("log_softmax.negative_infinity",
                    "-inf stays -inf, and a slice of -inf alone is NaN."),
          clarified("log_softmax.slices_apart",
                    "No element changes the result of another slice."),
          clarified("log_softmax.every_term",
                    "No exponential is left out of the sum or counted twice."),
          clarified("log_softmax.below_zero", "No result is above 0.")}},
};

}  // namespace assay
