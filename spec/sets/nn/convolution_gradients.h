// Has the rows of the gradients of conv and conv_transpose with respect to x
// and to weight. bias_backward of the linear family is the gradient of a bias.
#pragma once

#include "spec/sets/nn/convolution.h"

namespace assay {

Result<std::vector<TensorType>> types_of_conv_x(const CallTypes& call);
Result<std::vector<TensorType>> types_of_conv_weight(const CallTypes& call);
Result<std::vector<TensorType>> types_of_conv_transpose_x(
    const CallTypes& call);
Result<std::vector<TensorType>> types_of_conv_transpose_weight(
    const CallTypes& call);

inline constexpr FixedList<Variant, 8> kConvVariants = {
    {"1d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"2d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"3d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"asymmetric", {}, kWideFloats | kWideIntegers, kSumAccuracy}};
inline constexpr FixedList<Variant, 8> kConvTransposeVariants = {
    {"1d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"2d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"3d", kWideFloats, kWideIntegers, kSumAccuracy}};

inline constexpr OpSpec kConvolutionGradientOps[] = {
    {.name = "conv_x_backward",
     .id = 316,
     .signature = {.name = "conv_x_gradient",
                   .operands = {{.name = "x", .is_shape_only = true},
                                {.name = "weight", .role = Role::kSame},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gx"}},
                   .types = types_of_conv_x,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups},
     .formula = "gx[n, g + c, i] = Σ_o Σ_k weight[o, c, k] · grad[n, o, p] "
                "over stride·p + dilation·k - before = i, where o runs over "
                "the group of the channel and g is its first input channel",
     .variants = kConvVariants,
     .variant_rule = variant_of_conv,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("conv_x_backward.value",
                     "Each gradient adds its multiples of the filter of its "
                     "channel to the elements that were under its window."),
          clarified("conv_x_backward.remainder",
                    "Elements of x that no tap of a window was over, such as "
                    "those after the last window, get 0."),
          clarified("conv_x_backward.groups",
                    "Each group of input channels gets the gradients of its "
                    "own group of output channels."),
          clarified("conv_x_backward.stride",
                    "Gradients of neighbouring windows go to places stride "
                    "apart."),
          clarified("conv_x_backward.dilation",
                    "Neighbouring taps of a filter go to places dilation "
                    "apart."),
          clarified("conv_x_backward.every_term",
                    "No tap is left out, counted twice or put elsewhere."),
          clarified("conv_x_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("conv_x_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum. Padding has no part in it."),
          clarified("conv_x_backward.shape_only",
                    "x lends its shape and is never read."),
          clarified("conv_x_backward.adjoint",
                    "On integers whose sums are exact, Σ conv(x, weight)·grad "
                    "is Σ x·gx, exactly and for every x."),
          unspecified("conv_x_backward.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("conv_x_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv_x_backward.fits",
                       "The padded extents of x hold at least one window.",
                       ClauseStatus::kClarified)}},
    {.name = "conv_weight_backward",
     .id = 317,
     .signature = {.name = "conv_weight_gradient",
                   .operands = {{.name = "x"},
                                {.name = "weight",
                                 .role = Role::kSame,
                                 .is_shape_only = true},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gw"}},
                   .types = types_of_conv_weight,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups},
     .formula = "gw[o, c, k] = Σ_n Σ_p grad[n, o, p] · x[n, g + c, stride·p + "
                "dilation·k - before], where g is the first channel of the "
                "group of o; places outside of x give no term",
     .variants = kConvVariants,
     .variant_rule = variant_of_conv,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("conv_weight_backward.value",
                     "Each element is the sum of the products of the gradients "
                     "of one output channel and the elements of x that its tap "
                     "was over."),
          clarified("conv_weight_backward.groups",
                    "Each group of output channels sees its own group of "
                    "input channels."),
          clarified("conv_weight_backward.stride",
                    "Gradients of neighbouring windows meet elements stride "
                    "apart."),
          clarified("conv_weight_backward.dilation",
                    "Neighbouring taps of a filter see elements dilation "
                    "apart."),
          clarified("conv_weight_backward.every_term",
                    "No window and no image of the batch is left out or "
                    "counted twice."),
          clarified("conv_weight_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("conv_weight_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum. Padding has no part in it."),
          clarified("conv_weight_backward.shape_only",
                    "weight lends its shape and is never read."),
          clarified("conv_weight_backward.adjoint",
                    "On integers whose sums are exact, Σ conv(x, weight)·grad "
                    "is Σ weight·gw, exactly and for every weight."),
          unspecified("conv_weight_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("conv_weight_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv_weight_backward.fits",
                       "The padded extents of x hold at least one window.",
                       ClauseStatus::kClarified)}},
    {.name = "conv_transpose_x_backward",
     .id = 319,
     .signature = {.name = "conv_transpose_x_gradient",
                   .operands = {{.name = "weight"},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gx"}},
                   .types = types_of_conv_transpose_x,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups,
                    AttributeKey::kOutputPadding},
     .formula =
         "gx[n, c, i] = Σ_o Σ_k weight[c, o, k] · grad[n, g + o, stride·i + "
         "dilation·k - before], where g is the first output channel of the "
         "group of c; places outside of grad give no term",
     .variants = kConvTransposeVariants,
     .variant_rule = variant_by_spatial_axes,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "conv_transpose_x_backward.value",
              "Each element is the sum of the products of the filters "
              "of its channel and the gradients where they were put."),
          clarified("conv_transpose_x_backward.groups",
                    "Each group of input channels sees the gradients of its "
                    "own group of output channels."),
          clarified("conv_transpose_x_backward.stride",
                    "Neighbouring elements of x see gradients stride apart."),
          clarified("conv_transpose_x_backward.dilation",
                    "Neighbouring taps of a filter see gradients dilation "
                    "apart."),
          clarified("conv_transpose_x_backward.trailing",
                    "The result has the extents of x. Where output_padding is "
                    "stride or more, grad has room for further windows, which "
                    "are left out."),
          clarified("conv_transpose_x_backward.every_term",
                    "No tap is left out, counted twice or taken from "
                    "elsewhere."),
          clarified("conv_transpose_x_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("conv_transpose_x_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum. Padding has no part in it."),
          clarified("conv_transpose_x_backward.adjoint",
                    "On integers whose sums are exact, Σ conv_transpose(x, "
                    "weight)·grad is Σ x·gx, exactly and for every x."),
          unspecified("conv_transpose_x_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("conv_transpose_x_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv_transpose_x_backward.short_output_padding",
                       "output_padding is less than the larger of stride and "
                       "dilation.",
                       ClauseStatus::kClarified),
          precondition("conv_transpose_x_backward.whole_extents",
                       "The extents of grad are those of the result of "
                       "conv_transpose for some extents of x.",
                       ClauseStatus::kClarified)}},
    {.name = "conv_transpose_weight_backward",
     .id = 320,
     .signature = {.name = "conv_transpose_weight_gradient",
                   .operands = {{.name = "x"},
                                {.name = "weight",
                                 .role = Role::kSame,
                                 .is_shape_only = true},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gw"}},
                   .types = types_of_conv_transpose_weight,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups,
                    AttributeKey::kOutputPadding},
     .formula =
         "gw[c, o, k] = Σ_n Σ_i x[n, c, i] · grad[n, g + o, stride·i + "
         "dilation·k - before], where g is the first output channel of the "
         "group of c; places outside of grad give no term",
     .variants = kConvTransposeVariants,
     .variant_rule = variant_by_spatial_axes,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "conv_transpose_weight_backward.value",
              "Each element is the sum of the products of the elements "
              "of one input channel and the gradients where its tap put "
              "them."),
          clarified("conv_transpose_weight_backward.groups",
                    "Each group of input channels sees the gradients of its "
                    "own group of output channels."),
          clarified("conv_transpose_weight_backward.stride",
                    "Neighbouring elements of x meet gradients stride apart."),
          clarified("conv_transpose_weight_backward.dilation",
                    "Neighbouring taps of a filter see gradients dilation "
                    "apart."),
          clarified("conv_transpose_weight_backward.every_term",
                    "No element of x and no image of the batch is left out or "
                    "counted twice."),
          clarified("conv_transpose_weight_backward.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("conv_transpose_weight_backward.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum. Padding has no part in it."),
          clarified("conv_transpose_weight_backward.shape_only",
                    "weight lends its shape and is never read."),
          clarified("conv_transpose_weight_backward.adjoint",
                    "On integers whose sums are exact, Σ conv_transpose(x, "
                    "weight)·grad is Σ weight·gw, exactly and for every "
                    "weight."),
          unspecified("conv_transpose_weight_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("conv_transpose_weight_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv_transpose_weight_backward.short_output_padding",
                       "output_padding is less than the larger of stride and "
                       "dilation.",
                       ClauseStatus::kClarified)}},
};

}  // namespace assay
