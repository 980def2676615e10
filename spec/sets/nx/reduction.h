// Has the rows of the reduction family: reductions over axes, arg-reductions
// and scans.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr DTypeSet kOrderedIntegers = kWideIntegers | kBools;
inline constexpr FixedList<Tolerance, 6> kSumAccuracy = {
    {kIntegers, Accuracy::kExact},
    {kFloats | kComplexes, Accuracy::kConditionAware}};
inline constexpr FixedList<Tolerance, 6> kProductAccuracy = {
    {kIntegers, Accuracy::kExact}, {kFloats | kComplexes, Accuracy::kProduct}};

// Returns whether the call reduces an axis of extent 0. Such a call has no
// maximum or minimum.
bool reduces_nothing(const Shape& operand, const Attributes& attributes);
bool searches_nothing(const Shape& operand, const Attributes& attributes);

inline constexpr OpSpec kReductionOps[] = {
    {.name = "reduce_sum",
     .id = 80,
     .signature = Signature::kReduction,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = Σ x[i] over the reduced axes",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy}},
     .laws = {Law::kConcatenates, Law::kBatches, Law::kSumsProducts},
     .provenance = {kExactSum, "NumPy, MPFR, closed forms"},
     .clauses =
         {documented("reduce_sum.value", "The sum over the axes."),
          clarified("reduce_sum.wrap", "Integer sums wrap modulo 2^w."),
          clarified("reduce_sum.empty", "The sum of nothing is 0."),
          clarified("reduce_sum.accuracy",
                    "The error of a sum of m terms is at most γ_h·Σ|x| with h "
                    "= ⌈log2 m⌉ + 128, in float32 at least, and one rounding "
                    "to the dtype, whichever axes are reduced."),
          clarified("reduce_sum.long",
                    "2^25 elements of 1, or of 0.1 rounded to float32, sum to "
                    "2^25 times the element within the bound: one running "
                    "float32 accumulator, which stops growing at 2^24 times "
                    "its terms, is not enough."),
          clarified("reduce_sum.nonfinite",
                    "NaN if a term is NaN or infinities of both signs occur; "
                    "otherwise an infinite term is the sum."),
          clarified("reduce_sum.every_term",
                    "No term is left out or counted twice, at any size."),
          unspecified("reduce_sum.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("reduce_sum.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow.")}},
    {.name = "reduce_prod",
     .id = 81,
     .signature = Signature::kReduction,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = Π x[i] over the reduced axes",
     .variants = {{"", kNumbers, kPacked, kProductAccuracy}},
     .laws = {Law::kConcatenates, Law::kBatches},
     .provenance = {kWideProduct, "NumPy"},
     .clauses =
         {documented("reduce_prod.value", "The product over the axes."),
          clarified("reduce_prod.wrap", "Integer products wrap modulo 2^w."),
          clarified("reduce_prod.empty", "The product of nothing is 1."),
          clarified("reduce_prod.nonfinite",
                    "A product of reals is NaN if a factor is NaN or 0 meets "
                    "an infinity; otherwise it is infinite if a factor is."),
          clarified("reduce_prod.every_term",
                    "No factor is left out or counted twice, at any size."),
          unspecified("reduce_prod.range",
                      "The value of a product whose partial products may leave "
                      "the range of the accumulator, depending on the order of "
                      "the factors.")}},
    {.name = "reduce_max",
     .id = 82,
     .signature = Signature::kReduction,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = the largest x[i] over the reduced axes",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .refuses = reduces_nothing,
     .laws = {Law::kConcatenates, Law::kBatches},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented("reduce_max.value", "The maximum over the axes."),
                 clarified("reduce_max.nan", "NaN if an element is NaN."),
                 clarified(
                     "reduce_max.empty",
                     "Over an axis of extent 0: the typed error `invalid`."),
                 unspecified(
                     "reduce_max.signed_zero",
                     "Which zero is returned where zeros of both signs are "
                     "largest.")}},
    {.name = "reduce_min",
     .id = 83,
     .signature = Signature::kReduction,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = the smallest x[i] over the reduced axes",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .refuses = reduces_nothing,
     .laws = {Law::kConcatenates, Law::kBatches},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented("reduce_min.value", "The minimum over the axes."),
                 clarified("reduce_min.nan", "NaN if an element is NaN."),
                 clarified(
                     "reduce_min.empty",
                     "Over an axis of extent 0: the typed error `invalid`."),
                 unspecified(
                     "reduce_min.signed_zero",
                     "Which zero is returned where zeros of both signs are "
                     "smallest.")}},
    {.name = "argmax",
     .id = 84,
     .signature = Signature::kArgReduction,
     .attributes = {AttributeKey::kAxis, AttributeKey::kKeepdims},
     .formula = "out[j] = the index of the largest x[i] along axis (int32)",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .refuses = searches_nothing,
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("argmax.value", "The index of the maximum, as int32."),
          documented("argmax.first_tie", "Of equal maxima, the first."),
          clarified("argmax.nan", "The index of the first NaN, if any."),
          clarified("argmax.signed_zero", "-0 and +0 are equal."),
          clarified("argmax.unsigned", "Unsigned values compare unsigned."),
          clarified("argmax.empty",
                    "Along an axis of extent 0: the typed error `invalid`.")}},
    {.name = "argmin",
     .id = 85,
     .signature = Signature::kArgReduction,
     .attributes = {AttributeKey::kAxis, AttributeKey::kKeepdims},
     .formula = "out[j] = the index of the smallest x[i] along axis (int32)",
     .variants = {{"", kOrdered, kPacked, kAllExact}},
     .refuses = searches_nothing,
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("argmin.value", "The index of the minimum, as int32."),
          documented("argmin.first_tie", "Of equal minima, the first."),
          clarified("argmin.nan", "The index of the first NaN, if any."),
          clarified("argmin.signed_zero", "-0 and +0 are equal."),
          clarified("argmin.unsigned", "Unsigned values compare unsigned."),
          clarified("argmin.empty",
                    "Along an axis of extent 0: the typed error `invalid`.")}},
    {.name = "associative_scan",
     .id = 86,
     .signature = Signature::kScan,
     .attributes = {AttributeKey::kAxis, AttributeKey::kOp},
     .formula = "out[…, k, …] = x[…, 0, …] ∘ … ∘ x[…, k, …] along axis",
     .variants = {{"sum", kNumbers, kPacked, kSumAccuracy},
                  {"prod", kNumbers, kPacked, kProductAccuracy},
                  {"max", kOrdered, kPacked, kAllExact},
                  {"min", kOrdered, kPacked, kAllExact}},
     .variant_by = AttributeKey::kOp,
     .laws = {Law::kBatches},
     .provenance = {kPrefixes, "NumPy"},
     .clauses =
         {documented("associative_scan.value",
                     "Inclusive prefix sums, products, maxima or minima."),
          clarified("associative_scan.wrap",
                    "Integer sums and products wrap modulo 2^w."),
          clarified("associative_scan.nan",
                    "From a NaN on, every element along axis is NaN."),
          clarified("associative_scan.running",
                    "The running value of a 16- or 8-bit float is not rounded "
                    "between steps."),
          clarified("associative_scan.every_term",
                    "No term is left out or counted twice, at any size."),
          unspecified("associative_scan.signed_zero",
                      "The sign of a zero prefix sum; which zero a running "
                      "maximum or minimum is after zeros of both signs.",
                      EnforcedBy::kHarness),
          unspecified(
              "associative_scan.partial_overflow",
              "The value of a prefix whose terms have magnitudes that sum to "
              "more than the largest finite value of the accumulator, or whose "
              "partial products may leave its range.")}},
};

inline constexpr Clause kReductionClauses[] = {
    documented("reduction.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    documented("reduction.axes",
               "Any set of axes, in any order, with "
               "keepdims or without.",
               EnforcedBy::kHarness),
    clarified("reduction.no_axes",
              "An empty set of axes copies, also from a "
              "rank-0 view with an offset."),
    clarified("reduction.empty_result",
              "An axis of extent 0 that is kept "
              "gives a result without elements.",
              EnforcedBy::kHarness),
    clarified("reduction.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("reduction.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("reduction.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("reduction.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("reduction.axes_valid",
                 "Axes are in range and distinct; scans and arg-reductions "
                 "need rank 1 at least."),
    precondition(
        "reduction.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
