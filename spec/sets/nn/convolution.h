// Has the rows of conv and conv_transpose over one to three spatial axes, and
// the clauses that they share with their gradients.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_convolved(const CallTypes& call);
Result<std::vector<TensorType>> types_conv_transposed(const CallTypes& call);

// Return the position of the variant: 1d, 2d and 3d by the number of spatial
// axes, which is that of strides, and for conv and its gradients asymmetric if
// the padding before and after one of two axes differs.
std::size_t variant_by_spatial_axes(const Attributes& attributes);
std::size_t variant_of_conv(const Attributes& attributes);

// The operands of both ops; weight has other axes in each.
inline constexpr FixedList<Argument, kMaxOperands> kConvolutionOperands = {
    {.name = "x"},
    {.name = "weight", .role = Role::kSame},
    {.name = "bias", .role = Role::kSame, .given_by = AttributeKey::kBiased}};

inline constexpr OpSpec kConvolutionOps[] = {
    {.name = "conv",
     .id = 315,
     .signature = {.name = "convolution",
                   .operands = kConvolutionOperands,
                   .results = {kOut},
                   .types = types_convolved,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups,
                    AttributeKey::kBiased},
     .formula =
         "out[n, o, p] = bias[o] + Σ_c Σ_k weight[o, c, k] · x[n, g + c, "
         "stride·p + dilation·k - before], where g is the first channel of the "
         "group of o; places outside of x give no term",
     .variants =
         {{"1d", kWideFloats, kWideIntegers, kSumAccuracy},
          {"2d", kWideFloats, kWideIntegers, kSumAccuracy},
          {"3d", kWideFloats, kWideIntegers, kSumAccuracy},
          {"asymmetric", {}, kWideFloats | kWideIntegers, kSumAccuracy}},
     .variant_rule = variant_of_conv,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("conv.value",
                     "Each element is the sum of the products of one filter "
                     "and the elements of x under it."),
          documented("conv.bias",
                     "The bias of the channel is one more term, if given."),
          documented("conv.stride", "Windows start stride apart."),
          documented("conv.dilation",
                     "Neighbouring taps of a filter are dilation apart."),
          documented("conv.groups",
                     "Each group of output channels sees its own group of "
                     "input channels."),
          documented("conv.padding",
                     "The first window starts before elements ahead of x."),
          clarified("conv.correlation", "The filter is not flipped."),
          clarified("conv.depthwise",
                    "With as many groups as input channels, each output "
                    "channel sees one of them, and there may be several for "
                    "each."),
          clarified("conv.window_count",
                    "Windows that do not fit whole are left out."),
          clarified("conv.every_term",
                    "No tap is left out, counted twice or taken from "
                    "elsewhere."),
          clarified("conv.wrap", "Integer sums of products wrap modulo 2^w."),
          clarified("conv.isolated_nan",
                    "NaN in x reaches only the windows that hold it, in the "
                    "channels of its group; NaN in weight[o] reaches only "
                    "channel o."),
          clarified("conv.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum."),
          clarified("conv.asymmetric",
                    "Padding before and after an axis may differ."),
          clarified("conv.padding_is_no_term",
                    "Padding contributes nothing, even if the weight over it "
                    "is infinite or NaN."),
          unspecified("conv.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("conv.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv.fits",
                       "The padded extents of x hold at least one window.",
                       ClauseStatus::kClarified)}},
    {.name = "conv_transpose",
     .id = 318,
     .signature = {.name = "transposed convolution",
                   .operands = kConvolutionOperands,
                   .results = {kOut},
                   .types = types_conv_transposed,
                   .least_rank = 3},
     .attributes = {AttributeKey::kPadding, AttributeKey::kStride,
                    AttributeKey::kDilation, AttributeKey::kGroups,
                    AttributeKey::kBiased, AttributeKey::kOutputPadding},
     .formula =
         "out[n, o, q] = bias[o] + Σ_c Σ_k weight[c, o - first, k] · x[n, c, "
         "i] "
         "over stride·i + dilation·k - before = q, where c runs over the group "
         "of o and first is the first output channel of that group",
     .variants = {{"1d", kWideFloats, kWideIntegers, kSumAccuracy},
                  {"2d", kWideFloats, kWideIntegers, kSumAccuracy},
                  {"3d", kWideFloats, kWideIntegers, kSumAccuracy}},
     .variant_rule = variant_by_spatial_axes,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("conv_transpose.value",
                     "Each element of x adds its multiples of the filters at "
                     "its place, and each element of the result is the sum of "
                     "what falls onto it."),
          documented("conv_transpose.size",
                     "An axis of extent n becomes (n - 1)·stride + "
                     "dilation·(kernel - 1) + 1 + output_padding - before - "
                     "after long."),
          documented("conv_transpose.weight_layout",
                     "The first axis of weight counts input channels, the "
                     "second the output channels of a group."),
          documented("conv_transpose.groups",
                     "Each group of input channels adds to its own group of "
                     "output channels."),
          documented("conv_transpose.output_padding",
                     "output_padding makes the result longer at its end."),
          clarified("conv_transpose.output_padding_keeps",
                    "What falls into the elements that output_padding adds is "
                    "kept."),
          clarified("conv_transpose.bias",
                    "The bias of the channel is one more term, if given."),
          clarified("conv_transpose.stride",
                    "Elements of x are stride apart in the result."),
          clarified("conv_transpose.dilation",
                    "Neighbouring taps of a filter are dilation apart."),
          clarified("conv_transpose.uncovered",
                    "Places that no tap covers are the bias, or 0."),
          clarified("conv_transpose.dropped",
                    "What falls into the padding is dropped."),
          clarified("conv_transpose.overlap", "Terms that meet are summed."),
          clarified("conv_transpose.every_term",
                    "No tap is left out, counted twice or put elsewhere."),
          clarified("conv_transpose.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("conv_transpose.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum."),
          unspecified("conv_transpose.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("conv_transpose.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("conv_transpose.short_output_padding",
                       "output_padding is less than the larger of stride and "
                       "dilation.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kConvolutionClauses[] = {
    documented("convolution.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("convolution.accumulator",
              "16-bit floats accumulate in float32 at least and round once.",
              EnforcedBy::kReference),
    clarified("convolution.accuracy",
              "The error is at most γ_m·Σ|terms| for m terms, in float32 at "
              "least, and one rounding to the dtype, in any order of "
              "summation."),
    clarified("convolution.empty", "A batch of extent 0 is allowed.",
              EnforcedBy::kHarness),
    clarified("convolution.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("convolution.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("convolution.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("convolution.lengths",
                 "stride, dilation, padding and output_padding have one entry "
                 "per spatial axis, one to three.",
                 ClauseStatus::kClarified),
    precondition("convolution.rank",
                 "x, weight and grad have two axes more than there are spatial "
                 "ones, and bias has one.",
                 ClauseStatus::kClarified),
    precondition("convolution.positive",
                 "stride, dilation, groups, channels and the extents of "
                 "filters, of x and of the result are positive, padding and "
                 "output_padding are not negative.",
                 ClauseStatus::kClarified),
    precondition("convolution.symmetric",
                 "Padding before and after an axis is the same, except in conv "
                 "and its gradients over two spatial axes.",
                 ClauseStatus::kClarified),
    precondition("convolution.whole_groups",
                 "groups divides the channels of x and, in conv and its "
                 "gradients, those of the result.",
                 ClauseStatus::kClarified),
    precondition(
        "convolution.channels",
        "weight has the input channels of one group in conv, and those "
        "of x in conv_transpose; bias has one element per output "
        "channel.",
        ClauseStatus::kClarified),
    precondition("convolution.gradient",
                 "grad has the shape of the result of the convolution.",
                 ClauseStatus::kClarified),
    precondition("convolution.same_dtype", "All operands have one dtype.",
                 ClauseStatus::kClarified),
    precondition("convolution.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
