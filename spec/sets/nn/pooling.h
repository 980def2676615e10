// Has the rows of the pooling family: maxima and means of windows that slide
// over the spatial axes, means of bins, and the gradients of all three.
#pragma once

#include <cstddef>

#include "spec/sets/nx/reduction.h"

namespace assay {

inline constexpr DTypeSet kPoolingOptional = kWideFloats | kWideIntegers;

// The type rules of pools, and of their gradients, which have the type of x.
Result<std::vector<TensorType>> types_pooled(const CallTypes& call);
Result<std::vector<TensorType>> types_pooled_to_size(const CallTypes& call);
Result<std::vector<TensorType>> types_of_pool_gradient(const CallTypes& call);

// Return the position of the variant: by the number of spatial axes, and for
// windows with padding that differs before and after an axis the last one.
std::size_t variant_of_windows(const Attributes& attributes);
std::size_t variant_of_bins(const Attributes& attributes);

// Returns whether a window has no extent or does not move along some axis.
bool slides_nowhere(const Shape& operand, const Attributes& attributes);

inline constexpr FixedList<Variant, 8> kMaxPoolVariants = {
    {"1d", kWideFloats, kWideIntegers, kAllExact},
    {"2d", kWideFloats, kWideIntegers, kAllExact},
    {"3d", {}, kPoolingOptional, kAllExact},
    {"asymmetric", {}, kPoolingOptional, kAllExact}};
inline constexpr FixedList<Tolerance, 6> kPooledSum = {
    {kWideFloats, Accuracy::kConditionAware}};
inline constexpr FixedList<Variant, 8> kMaxPoolSumVariants = {
    {"1d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"2d", kWideFloats, kWideIntegers, kSumAccuracy},
    {"3d", {}, kPoolingOptional, kSumAccuracy},
    {"asymmetric", {}, kPoolingOptional, kSumAccuracy}};
inline constexpr FixedList<Variant, 8> kAvgPoolVariants = {
    {"1d", kWideFloats, {}, kPooledSum},
    {"2d", kWideFloats, {}, kPooledSum},
    {"3d", {}, kWideFloats, kPooledSum},
    {"asymmetric", {}, kWideFloats, kPooledSum}};
inline constexpr FixedList<Variant, 8> kAdaptiveVariants = {
    {"1d", kWideFloats, {}, kPooledSum},
    {"2d", kWideFloats, {}, kPooledSum},
    {"3d", kWideFloats, {}, kPooledSum}};

// Returns the signature of a pool, or of the gradient of one, which takes x
// only for its shape.
constexpr Signature pool_by(TypeRule types) {
  return {.name = "pool",
          .operands = {{.name = "x"}},
          .results = {{.name = "y"}},
          .types = types,
          .least_rank = 3};
}
inline constexpr Signature kPoolGradient{
    .name = "pool_gradient",
    .operands = {{.name = "x", .is_shape_only = true},
                 {.name = "grad", .role = Role::kSame}},
    .results = {{.name = "gx"}},
    .types = types_of_pool_gradient,
    .least_rank = 3};

inline constexpr OpSpec kPoolingOps[] = {
    {.name = "max_pool",
     .id = 330,
     .signature = pool_by(types_pooled),
     .attributes = {AttributeKey::kKernelSize, AttributeKey::kStride,
                    AttributeKey::kPadding, AttributeKey::kDilation,
                    AttributeKey::kCeilMode},
     .formula = "y[n, c, p] = the largest x[n, c, stride·p + dilation·k - "
                "before] over the k of the kernel that are inside of x",
     .variants = kMaxPoolVariants,
     .variant_rule = variant_of_windows,
     .refuses = slides_nowhere,
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("max_pool.value",
                     "Each element is the largest element of its window."),
          clarified("max_pool.every_term",
                    "No element of a window is left out, at any size."),
          clarified("max_pool.padding",
                    "Padding has no element and never wins, also where every "
                    "element of the window is negative."),
          clarified("max_pool.dilation",
                    "Neighbouring elements of a window are dilation apart."),
          clarified("max_pool.nan", "NaN if an element of the window is NaN."),
          clarified("max_pool.negative_infinity",
                    "A window that holds only -inf gives -inf."),
          clarified("max_pool.bits",
                    "The value is an element of the window, bit for bit."),
          clarified("max_pool.no_element",
                    "A window whose every position is in the padding gives "
                    "-inf, or the least integer of the dtype."),
          documented("max_pool.zero_kernel",
                     "A kernel_size of 0: the typed error `invalid`."),
          documented("max_pool.zero_stride",
                     "A stride of 0: the typed error `invalid`."),
          unspecified("max_pool.signed_zero",
                      "Which zero is returned where zeros of both signs are "
                      "largest.")}},
    {.name = "max_pool_with_indices",
     .id = 331,
     .signature = {.name = "pool_with_indices",
                   .operands = {{.name = "x"}},
                   .results = {{.name = "y"},
                               {.name = "indices", .role = Role::kDerived}},
                   .types = types_pooled,
                   .least_rank = 3},
     .attributes = {AttributeKey::kKernelSize, AttributeKey::kStride,
                    AttributeKey::kPadding, AttributeKey::kDilation,
                    AttributeKey::kCeilMode, AttributeKey::kIndexDType},
     .formula = "y as max_pool; indices[n, c, p] = the position of y[n, c, p] "
                "among the spatial positions of x[n, c], row-major",
     .variants = kMaxPoolVariants,
     .variant_rule = variant_of_windows,
     .refuses = slides_nowhere,
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("max_pool_with_indices.value",
                     "Each element is the largest element of its window, and "
                     "the element at its index."),
          clarified("max_pool_with_indices.every_term",
                    "No element of a window is left out, at any size."),
          documented("max_pool_with_indices.flat_index",
                     "Indices count the spatial positions of one n and c in "
                     "row-major order, without the padding."),
          clarified("max_pool_with_indices.padding",
                    "Padding has no element and no index and never wins, also "
                    "where every element of the window is negative."),
          clarified("max_pool_with_indices.dilation",
                    "Neighbouring elements of a window are dilation apart."),
          clarified("max_pool_with_indices.first_tie",
                    "Of equal largest elements, the first of the window in "
                    "row-major order; -0 and +0 are equal."),
          clarified("max_pool_with_indices.nan",
                    "The value is NaN if an element of the window is NaN."),
          clarified("max_pool_with_indices.nan_index",
                    "The index of a NaN is that of one of the NaNs of the "
                    "window, whichever."),
          clarified("max_pool_with_indices.negative_infinity",
                    "A window that holds only -inf gives -inf and the index "
                    "of its first element."),
          clarified("max_pool_with_indices.bits",
                    "The value is an element of the window, bit for bit."),
          clarified("max_pool_with_indices.no_element",
                    "A window whose every position is in the padding gives "
                    "-inf, or the least integer of the dtype, and index -1."),
          documented("max_pool_with_indices.zero_kernel",
                     "A kernel_size of 0: the typed error `invalid`."),
          documented("max_pool_with_indices.zero_stride",
                     "A stride of 0: the typed error `invalid`."),
          precondition("max_pool_with_indices.index_integer",
                       "index_dtype is an integer of 8 bits at least, and "
                       "signed.",
                       ClauseStatus::kClarified)}},
    {.name = "max_pool_backward",
     .id = 332,
     .signature = {.name = "max_pool_gradient",
                   .operands = {{.name = "x", .is_shape_only = true},
                                {.name = "grad", .role = Role::kSame},
                                {.name = "indices", .role = Role::kInt32}},
                   .results = {{.name = "gx"}},
                   .types = types_of_pool_gradient,
                   .least_rank = 3},
     .attributes = {AttributeKey::kKernelSize, AttributeKey::kStride,
                    AttributeKey::kPadding, AttributeKey::kDilation,
                    AttributeKey::kCeilMode},
     .formula = "gx[n, c, i] = Σ grad[n, c, p] over the p whose indices[n, c, "
                "p] is the position i",
     .variants = kMaxPoolSumVariants,
     .variant_rule = variant_of_windows,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("max_pool_backward.value",
                     "Each gradient goes to the position that its index "
                     "names."),
          clarified("max_pool_backward.overlap",
                    "Gradients that meet at a position are summed."),
          clarified("max_pool_backward.uncovered",
                    "A position that no index names gets 0."),
          clarified("max_pool_backward.every_term",
                    "No gradient is left out or counted twice, at any size."),
          clarified("max_pool_backward.no_element",
                    "A gradient whose index is -1 is dropped."),
          clarified("max_pool_backward.wrap", "Integer sums wrap modulo 2^w."),
          clarified("max_pool_backward.nonfinite",
                    "NaN if a term is NaN or infinities of both signs meet; "
                    "otherwise an infinite term is the sum."),
          clarified("max_pool_backward.shape_only",
                    "x lends its shape and is never read."),
          unspecified("max_pool_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("max_pool_backward.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("max_pool_backward.range",
                       "Indices are -1 or positions of x, so 0 <= index < the "
                       "number of its spatial positions.")}},
    {.name = "avg_pool",
     .id = 333,
     .signature = pool_by(types_pooled),
     .attributes = {AttributeKey::kKernelSize, AttributeKey::kStride,
                    AttributeKey::kPadding, AttributeKey::kCeilMode,
                    AttributeKey::kCountIncludePad},
     .formula = "y[n, c, p] = Σ x[n, c, stride·p + k - before] over the k of "
                "the kernel that are inside of x, divided by D(p)",
     .variants = kAvgPoolVariants,
     .variant_rule = variant_of_windows,
     .refuses = slides_nowhere,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("avg_pool.value",
                     "The sum of the elements of the window, divided by D."),
          clarified("avg_pool.divisor",
                    "D is the number of positions of the window that are in x "
                    "or its padding if count_include_pad, else in x."),
          clarified("avg_pool.divisor_clipped",
                    "What ceil_mode adds after the padding is never counted."),
          clarified("avg_pool.every_term",
                    "No element is left out or counted twice, at any size."),
          clarified("avg_pool.nonfinite",
                    "NaN if an element is NaN or infinities of both signs "
                    "meet; otherwise an infinite element is the mean."),
          clarified("avg_pool.long",
                    "A window of 4096 ones has the mean 1: the sum is not "
                    "kept in float16 or bfloat16."),
          documented("avg_pool.zero_kernel",
                     "A kernel_size of 0: the typed error `invalid`."),
          documented("avg_pool.zero_stride",
                     "A stride of 0: the typed error `invalid`."),
          unspecified("avg_pool.signed_zero", "The sign of a zero mean.",
                      EnforcedBy::kHarness),
          unspecified("avg_pool.partial_overflow",
                      "The value where the magnitudes of the elements sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow.")}},
    {.name = "avg_pool_backward",
     .id = 334,
     .signature = kPoolGradient,
     .attributes = {AttributeKey::kKernelSize, AttributeKey::kStride,
                    AttributeKey::kPadding, AttributeKey::kCeilMode,
                    AttributeKey::kCountIncludePad},
     .formula = "gx[n, c, i] = Σ grad[n, c, p]/D(p) over the windows p of "
                "avg_pool that hold i",
     .variants = kAvgPoolVariants,
     .variant_rule = variant_of_windows,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "avg_pool_backward.value",
              "Each gradient, divided by D, goes to every element of "
              "its window."),
          clarified("avg_pool_backward.same_divisor",
                    "D is that of avg_pool with the same attributes, clipped, "
                    "also in ceil_mode."),
          clarified("avg_pool_backward.overlap",
                    "Gradients that meet at a position are summed."),
          clarified("avg_pool_backward.uncovered",
                    "A position that no window holds gets 0."),
          clarified("avg_pool_backward.every_term",
                    "No gradient is left out or counted twice, at any size."),
          clarified("avg_pool_backward.nonfinite",
                    "NaN if a term is NaN or infinities of both signs meet; "
                    "otherwise an infinite term is the sum."),
          clarified("avg_pool_backward.shape_only",
                    "x lends its shape and is never read."),
          unspecified("avg_pool_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("avg_pool_backward.partial_overflow",
                      "The value where the magnitudes of the gradients sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow.")}},
    {.name = "adaptive_avg_pool",
     .id = 335,
     .signature = pool_by(types_pooled_to_size),
     .attributes = {AttributeKey::kOutputSize},
     .formula = "y[n, c, p] = the mean of x[n, c, i] over ⌊p·in/out⌋ <= i < "
                "⌈(p + 1)·in/out⌉ on each spatial axis",
     .variants = kAdaptiveVariants,
     .variant_rule = variant_of_bins,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "adaptive_avg_pool.value",
              "Each element is the mean of its bin."),
          clarified("adaptive_avg_pool.bins",
                    "Bin p of an axis is [⌊p·in/out⌋, ⌈(p + 1)·in/out⌉), in "
                    "integers; bins overlap where out does not divide in, and "
                    "repeat elements where out is larger."),
          clarified("adaptive_avg_pool.global",
                    "output_size 1 gives the mean of all positions."),
          clarified("adaptive_avg_pool.identity",
                    "output_size of the operand's extents keeps every value."),
          clarified("adaptive_avg_pool.every_term",
                    "No element is left out or counted twice, at any size."),
          clarified("adaptive_avg_pool.nonfinite",
                    "NaN if an element is NaN or infinities of both signs "
                    "meet; otherwise an infinite element is the mean."),
          clarified("adaptive_avg_pool.long",
                    "A bin of 4096 ones has the mean 1: the sum is not kept "
                    "in float16 or bfloat16."),
          unspecified("adaptive_avg_pool.signed_zero",
                      "The sign of a zero mean.", EnforcedBy::kHarness),
          unspecified("adaptive_avg_pool.partial_overflow",
                      "The value where the magnitudes of the elements sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow.")}},
    {.name = "adaptive_avg_pool_backward",
     .id = 336,
     .signature = kPoolGradient,
     .attributes = {AttributeKey::kOutputSize},
     .formula = "gx[n, c, i] = Σ grad[n, c, p] / the count of bin p, over the "
                "bins of adaptive_avg_pool that hold i",
     .variants = kAdaptiveVariants,
     .variant_rule = variant_of_bins,
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented(
              "adaptive_avg_pool_backward.value",
              "Each gradient, divided by the count of its bin, goes to "
              "every element of the bin."),
          clarified("adaptive_avg_pool_backward.overlap",
                    "Gradients of bins that overlap are summed."),
          clarified("adaptive_avg_pool_backward.every_term",
                    "No gradient is left out or counted twice, at any size."),
          clarified("adaptive_avg_pool_backward.nonfinite",
                    "NaN if a term is NaN or infinities of both signs meet; "
                    "otherwise an infinite term is the sum."),
          clarified("adaptive_avg_pool_backward.shape_only",
                    "x lends its shape and is never read."),
          unspecified("adaptive_avg_pool_backward.signed_zero",
                      "The sign of a zero sum.", EnforcedBy::kHarness),
          unspecified("adaptive_avg_pool_backward.partial_overflow",
                      "The value where the magnitudes of the gradients sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow.")}},
};

inline constexpr Clause kPoolingClauses[] = {
    documented("pooling.count",
               "An axis has ⌊room/stride⌋ + 1 windows, where room is what the "
               "padded extent has more than one window: what is left over is "
               "dropped."),
    documented("pooling.ceil_mode",
               "With ceil_mode an axis has ⌈room/stride⌉ + 1 windows, and the "
               "last one holds what is left."),
    resolved("pooling.ceil_start",
             "With ceil_mode, a last window that would start after the "
             "operand and the padding before it is left out."),
    documented("pooling.index_dtype",
               "Indices have the dtype that index_dtype asks for."),
    clarified("pooling.accumulator",
              "16-bit floats are summed and divided in float32 at least and "
              "rounded once."),
    documented("pooling.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("pooling.empty", "N may be 0.", EnforcedBy::kHarness),
    clarified("pooling.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("pooling.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("pooling.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("pooling.lengths",
                 "kernel_size or output_size has one to three entries, one for "
                 "each spatial axis, and so have stride, padding and "
                 "dilation.",
                 ClauseStatus::kClarified),
    precondition("pooling.rank", "x has N, C and the spatial axes.",
                 ClauseStatus::kClarified),
    precondition("pooling.extents",
                 "C and the spatial extents of x are positive.",
                 ClauseStatus::kClarified),
    precondition("pooling.positive",
                 "dilation and output_size are positive; kernel_size, stride "
                 "and padding are not negative, and positive in gradients.",
                 ClauseStatus::kClarified),
    precondition("pooling.padding",
                 "Padding is at most half of kernel_size on each side, and the "
                 "same on both sides unless there are two spatial axes.",
                 ClauseStatus::kClarified),
    precondition("pooling.fits", "The padded operand holds one window.",
                 ClauseStatus::kClarified),
    precondition("pooling.gradient",
                 "grad, and the indices, have the shape of the pool's result, "
                 "and grad has the dtype of x.",
                 ClauseStatus::kClarified),
    precondition("pooling.out",
                 "Each out has the dtype and shape of its result and is "
                 "C-contiguous."),
};

}  // namespace assay
