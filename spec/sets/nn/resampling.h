// Has the rows of the resampling family: interpolation of images to another
// size, its gradient, and samples of images at the positions of a grid.
#pragma once

#include <cstddef>

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_interpolated(const CallTypes& call);
Result<std::vector<TensorType>> types_of_interpolation_gradient(
    const CallTypes& call);
Result<std::vector<TensorType>> types_grid_sampled(const CallTypes& call);

// Returns the position of the variant of grid_sample_2d, which has two of the
// ways to interpolate.
std::size_t variant_of_grid_sample(const Attributes& attributes);

// Results are no sums of terms, so the reference gives the scale S of the
// bound u_a·S + u_o·|r| + 2·η_a + η_o for each element.
inline constexpr FixedList<Tolerance, 6> kResamplingScaled = {
    {kWideFloats, Accuracy::kConditionAware, 1}};

inline constexpr OpSpec kResamplingOps[] = {
    {.name = "interpolate",
     .id = 345,
     .signature = {.name = "interpolation",
                   .operands = {{.name = "x"}},
                   .results = {{.name = "y"}},
                   .types = types_interpolated,
                   .least_rank = 4},
     .attributes = {AttributeKey::kInterpolation, AttributeKey::kOutputSize,
                    AttributeKey::kAlignCorners},
     .formula = "y[n, c, p, q] = Σ_ij v(p, i) · w(q, j) · x[n, c, i, j] over "
                "the taps i of p and j of q",
     .variants = {{"nearest", kWideFloats, {}, kAllExact},
                  {"nearest_exact", kWideFloats, {}, kAllExact},
                  {"bilinear", kWideFloats, {}, kResamplingScaled},
                  {"bicubic", kWideFloats, {}, kResamplingScaled},
                  {"lanczos3", {}, kWideFloats, kResamplingScaled}},
     .variant_by = AttributeKey::kInterpolation,
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented(
              "interpolate.value",
              "Each element is the weighted sum of its taps; the scale of the "
              "bound is (t + 8) · Σ|w·x| + (4·Λ·(n + 1) + κ) · X for t taps, "
              "where n is the larger extent of an image, X the largest |x| at "
              "the taps and their neighbours, and t, Λ, κ are 4, 4, 16 "
              "(bilinear), 16, 9, 256 (bicubic), 36, 12, 512 (lanczos3)."),
          documented("interpolate.nearest",
                     "nearest takes the element at ⌊o·in/out⌋, exactly."),
          clarified("interpolate.nearest_exact",
                    "nearest_exact takes the element at ⌊(2·o + 1)·in / "
                    "(2·out)⌋, exactly."),
          clarified("interpolate.nearest_alike",
                    "nearest and nearest_exact do not depend on "
                    "align_corners."),
          clarified("interpolate.bits",
                    "nearest and nearest_exact keep the bits of an element."),
          documented("interpolate.align_corners",
                     "With align_corners the source position is o·(in - 1) / "
                     "(out - 1), and 0 if out is 1."),
          documented("interpolate.half_pixels",
                     "Without align_corners the source position is (2·o + "
                     "1)·in / (2·out) - 1/2; bilinear takes 0 for a negative "
                     "one."),
          clarified("interpolate.bicubic",
                    "bicubic weights four taps an axis by Keys' kernel with a "
                    "= -3/4."),
          clarified("interpolate.lanczos3",
                    "lanczos3 weights six taps an axis by sinc(t)·sinc(t/3) "
                    "and divides by the sum of the weights."),
          clarified("interpolate.identity",
                    "output_size of the operand's extents keeps every element "
                    "of a finite operand."),
          clarified("interpolate.constant", "A constant image stays constant."),
          clarified("interpolate.border",
                    "Taps outside of the operand are the border element for "
                    "bilinear and bicubic, and no taps for lanczos3."),
          clarified("interpolate.axes_apart",
                    "Each axis has a ratio of its own."),
          clarified("interpolate.corners",
                    "With align_corners the corners of an image are kept."),
          clarified("interpolate.no_antialias",
                    "An image that shrinks is not filtered: the taps are as "
                    "many as for one that grows."),
          clarified("interpolate.nonfinite_tap",
                    "NaN if a tap with a weight is NaN, or infinite terms of "
                    "both signs meet; otherwise an infinite term is the sum."),
          unspecified("interpolate.breakpoint",
                      "Where the position that nearest or nearest_exact rounds "
                      "down is an integer and in/out is no dyadic number, the "
                      "element before it may be taken, because floating-point "
                      "evaluation may end below the integer."),
          unspecified("interpolate.zero_weight",
                      "The value where an element that is not finite is a tap "
                      "of weight 0, or one whose weight is below what the "
                      "position is off by, or next to a tap.")}},
    {.name = "interpolate_backward",
     .id = 346,
     .signature = {.name = "interpolation_gradient",
                   .operands = {{.name = "x", .is_shape_only = true},
                                {.name = "grad", .role = Role::kSame}},
                   .results = {{.name = "gx"}},
                   .types = types_of_interpolation_gradient,
                   .least_rank = 4},
     .attributes = {AttributeKey::kInterpolation, AttributeKey::kOutputSize,
                    AttributeKey::kAlignCorners},
     .formula = "gx[n, c, i, j] = Σ_pq v(p, i) · w(q, j) · grad[n, c, p, q], "
                "with the weights of interpolate",
     .variants = {{"nearest", kWideFloats, {}, kResamplingScaled},
                  {"nearest_exact", {}, kWideFloats, kResamplingScaled},
                  {"bilinear", kWideFloats, {}, kResamplingScaled},
                  {"bicubic", kWideFloats, {}, kResamplingScaled},
                  {"lanczos3", {}, kWideFloats, kResamplingScaled}},
     .variant_by = AttributeKey::kInterpolation,
     .provenance = {kByFormula, "long double, identities"},
     .clauses =
         {documented(
              "interpolate_backward.value",
              "Each gradient goes to the taps of its position by their "
              "weights; the scale of the bound is (m + 8) · Σ|w·grad| + "
              "(4·Λ·(n + 1) + κ) · Σ|grad| for m terms, where the second sum "
              "is over the gradients whose taps, or neighbours of them, the "
              "element is, and Λ and κ are those of interpolate, and 0 for "
              "nearest and nearest_exact."),
          clarified("interpolate_backward.total",
                    "nearest and nearest_exact give each gradient to one "
                    "element, so that the sums of gx and of grad are equal."),
          clarified("interpolate_backward.overlap",
                    "Gradients that meet at an element are summed."),
          clarified("interpolate_backward.uncovered",
                    "An element that is no tap gets 0."),
          clarified("interpolate_backward.every_term",
                    "No gradient is left out or counted twice, at any size."),
          clarified("interpolate_backward.long",
                    "2304 gradients of 1 at one element sum to 2304: the sum "
                    "is not kept in float16 or bfloat16."),
          clarified("interpolate_backward.nonfinite",
                    "NaN if a term with a weight is NaN, or infinite terms of "
                    "both signs meet; otherwise an infinite term is the sum."),
          clarified("interpolate_backward.shape_only",
                    "x lends its shape and is never read."),
          unspecified("interpolate_backward.breakpoint",
                      "The value of elements that may get a gradient or may "
                      "not, because interpolate may take one of two elements "
                      "there."),
          unspecified("interpolate_backward.zero_weight",
                      "The value where a gradient that is not finite has the "
                      "weight 0, or one that is below what the position is off "
                      "by, or belongs to a neighbour.")}},
    {.name = "grid_sample_2d",
     .id = 347,
     .signature = {.name = "grid_sample",
                   .operands = {{.name = "x"},
                                {.name = "grid", .role = Role::kSame}},
                   .results = {{.name = "y"}},
                   .types = types_grid_sampled,
                   .least_rank = 4},
     .attributes = {AttributeKey::kInterpolation, AttributeKey::kPaddingMode,
                    AttributeKey::kAlignCorners},
     .formula = "y[n, c, p, q] = x[n, c] at the position that grid[n, p, q] "
                "names",
     .variants = {{"bilinear", kWideFloats, {}, kResamplingScaled},
                  {"nearest", kWideFloats, {}, kAllExact}},
     .variant_rule = variant_of_grid_sample,
     .provenance = {kByFormula, "long double"},
     .clauses =
         {documented(
              "grid_sample_2d.value",
              "bilinear is the sum of the four elements around the position, "
              "by their distances, and nearest is the element that is nearest "
              "to it; the scale of the bound of bilinear is 12·Σ|w·x| + "
              "32·(|position| + n + 1) · X, where n is the extent of the axis "
              "and X the largest |x| around the position."),
          clarified("grid_sample_2d.order",
                    "grid[…, 0] is along the last axis of x, and grid[…, 1] "
                    "along the one before."),
          documented("grid_sample_2d.align_corners",
                     "With align_corners g is the position (g + 1)·(n - 1) / "
                     "2, so that -1 and 1 are the outermost elements."),
          documented("grid_sample_2d.half_pixels",
                     "Without align_corners g is the position ((g + 1)·n - 1) "
                     "/ 2, so that -1 and 1 are the outer edges."),
          documented("grid_sample_2d.zeros",
                     "With padding_mode zeros, elements outside of x are 0."),
          documented("grid_sample_2d.border",
                     "With padding_mode border, positions are clamped to [0, n "
                     "- 1]."),
          documented("grid_sample_2d.reflection",
                     "With padding_mode reflection, positions are mirrored at "
                     "0 and n - 1 (align_corners), or at -1/2 and n - 1/2, as "
                     "often as needed, and then clamped to [0, n - 1]."),
          clarified("grid_sample_2d.tie",
                    "nearest rounds a position halfway between two elements to "
                    "the even one."),
          clarified("grid_sample_2d.far",
                    "Positions far outside of x, such as 10^6, are no "
                    "exception."),
          clarified("grid_sample_2d.single",
                    "An axis of extent 1 is no exception."),
          clarified("grid_sample_2d.isolated_nan",
                    "A NaN in x reaches the elements of which it is a tap with "
                    "a weight, and no others."),
          unspecified("grid_sample_2d.nonfinite_grid",
                      "The value at a position that is NaN or infinite."),
          unspecified("grid_sample_2d.zero_weight",
                      "The value of bilinear where an element that is not "
                      "finite has the weight 0, or one that is below what the "
                      "position is off by, or is next to the four elements."),
          unspecified("grid_sample_2d.near_half",
                      "The value of nearest at a position that is within "
                      "8·u·(|position| + n) of halfway, and not halfway."),
          unspecified("grid_sample_2d.lost_position",
                      "The value where 8·u·(|position| + n) is 1/8 or more and "
                      "the position is mirrored or inside of x."),
          precondition("grid_sample_2d.modes",
                       "interpolation is bilinear or nearest.",
                       ClauseStatus::kClarified),
          precondition("grid_sample_2d.grid",
                       "grid has the dtype of x and the shape (N, h, w, 2), "
                       "with positive h and w.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kResamplingClauses[] = {
    clarified("resampling.accumulator",
              "16-bit floats are computed in float32 at least, also in "
              "between, and rounded once; float64 has positions in float64."),
    documented("resampling.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("resampling.empty", "N may be 0.", EnforcedBy::kHarness),
    clarified("resampling.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("resampling.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("resampling.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    unspecified("resampling.signed_zero",
                "The sign of a zero result that is computed.",
                EnforcedBy::kHarness),
    unspecified("resampling.partial_overflow",
                "The value where the scale of the bound is more than the "
                "largest finite value of the accumulator, so that a partial "
                "sum may overflow."),
    precondition("resampling.rank", "x, and a grid, have four axes.",
                 ClauseStatus::kClarified),
    precondition("resampling.extents",
                 "C and the spatial extents of x are positive.",
                 ClauseStatus::kClarified),
    precondition("resampling.output_size",
                 "output_size has two entries, which are positive.",
                 ClauseStatus::kClarified),
    precondition("resampling.gradient",
                 "grad has the dtype of x and the shape of the result of "
                 "interpolate.",
                 ClauseStatus::kClarified),
    precondition("resampling.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
