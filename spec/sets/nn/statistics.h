// Has the rows of the statistics family: means, tests of truth, extrema with
// their indices, and products of vectors.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

// The type rules of these ops (spec/type_rules_statistics.cc).
Result<std::vector<TensorType>> types_averaged(const CallTypes& call);
Result<std::vector<TensorType>> types_of_truth(const CallTypes& call);
Result<std::vector<TensorType>> types_with_index(const CallTypes& call);
Result<std::vector<TensorType>> types_crossed(const CallTypes& call);

inline constexpr DTypeSet kStatistical = kWideFloats | kWideIntegers;

// Returns the signature of a reduction over axes.
constexpr Signature statistic_by(std::string_view name, Role role,
                                 TypeRule types) {
  return {.name = name,
          .operands = {{.name = "x"}},
          .results = {{.name = "out", .role = role}},
          .types = types};
}
inline constexpr Signature kStatistic =
    statistic_by("reduction", Role::kCell, types_averaged);
inline constexpr Signature kTruth =
    statistic_by("truth", Role::kBool, types_of_truth);
inline constexpr Signature kExtremumWithIndex{
    .name = "extremum_with_index",
    .operands = {{.name = "x"}},
    .results = {{.name = "values"},
                {.name = "indices", .role = Role::kDerived}},
    .types = types_with_index,
    .least_rank = 1};

inline constexpr OpSpec kStatisticsOps[] = {
    {.name = "mean",
     .id = 435,
     .signature = kStatistic,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = (Σ x[i] over the reduced axes) / n, n their elements",
     .variants = {{"", kWideFloats, kWideIntegers, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("mean.value",
                     "The sum over the axes, divided by the number of its "
                     "terms."),
          clarified("mean.empty", "The mean of nothing is NaN."),
          clarified("mean.long",
                    "The error of a mean of m elements is at most γ_h·Σ|x|/m "
                    "with h = ⌈log2 m⌉ + 130, in float32 at least, and one "
                    "rounding to the dtype: one running sum of thousands of "
                    "elements is not enough."),
          clarified("mean.every_term",
                    "No element is left out or counted twice, at any size."),
          clarified("mean.nonfinite",
                    "NaN if an element is NaN or infinities of both signs "
                    "occur; otherwise an infinite element is the mean."),
          clarified("mean.truncated",
                    "The mean of integers is the quotient of their exact sum, "
                    "rounded towards zero."),
          unspecified("mean.signed_zero", "The sign of a mean of zero.",
                      EnforcedBy::kHarness),
          unspecified("mean.partial_overflow",
                      "The value where the magnitudes of the elements sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow.")}},
    {.name = "any",
     .id = 436,
     .signature = kTruth,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = whether some x[i] over the reduced axes is not 0",
     .variants = {{"", kStatistical | kBools, {}, kAllExact}},
     .provenance = {kDefinition, "identities"},
     .clauses = {documented("any.value",
                            "True where an element is not 0, wherever it is."),
                 clarified("any.nan", "NaN is not 0, so it is true."),
                 clarified("any.negative_zero", "-0 is 0, so it is false."),
                 clarified("any.empty", "Of nothing, any is false.")}},
    {.name = "all",
     .id = 437,
     .signature = kTruth,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = whether no x[i] over the reduced axes is 0",
     .variants = {{"", kStatistical | kBools, {}, kAllExact}},
     .provenance = {kDefinition, "identities"},
     .clauses = {documented("all.value",
                            "False where an element is 0, wherever it is."),
                 clarified("all.nan", "NaN is not 0, so it is true."),
                 clarified("all.negative_zero", "-0 is 0, so it is false."),
                 clarified("all.empty", "Of nothing, all is true.")}},
    {.name = "max_abs",
     .id = 438,
     .signature = kStatistic,
     .attributes = {AttributeKey::kAxes, AttributeKey::kKeepdims},
     .formula = "out[j] = the largest |x[i]| over the reduced axes",
     .variants = {{"", kStatistical, {}, kAllExact}},
     .refuses = reduces_nothing,
     .provenance = {kDefinition, "identities"},
     .clauses = {documented("max_abs.value",
                            "The largest magnitude; that of a zero is +0."),
                 clarified("max_abs.nan", "NaN if an element is NaN."),
                 documented(
                     "max_abs.empty",
                     "Over an axis of extent 0: the typed error `invalid`."),
                 unspecified(
                     "max_abs.most_negative",
                     "The value where an element is the most negative "
                     "integer, whose magnitude the dtype does not have.")}},
    {.name = "cross",
     .id = 439,
     .signature = {.name = "cross",
                   .operands = {{.name = "a"},
                                {.name = "b", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_crossed,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis},
     .formula = "out[k] = a[k + 1]·b[k + 2] - a[k + 2]·b[k + 1] along axis, "
                "places modulo 3",
     .variants = {{"", kStatistical, {}, kSumAccuracy}},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("cross.value",
                     "The cross product of the vectors along axis."),
          clarified("cross.handedness",
                    "(1, 0, 0) × (0, 1, 0) is (0, 0, 1), and b × a is the "
                    "opposite."),
          clarified("cross.wrap", "Integers wrap modulo 2^w."),
          clarified("cross.nonfinite",
                    "An infinity times 0 is NaN, and so is the difference of "
                    "equal infinities; an element reaches only the two results "
                    "that its formula names."),
          unspecified("cross.signed_zero", "The sign of a result of zero.",
                      EnforcedBy::kHarness),
          unspecified("cross.partial_overflow",
                      "The value where the magnitudes of the two products sum "
                      "to more than the largest finite value of the "
                      "accumulator."),
          precondition("cross.extent", "The axis has extent 3.",
                       ClauseStatus::kClarified),
          precondition("cross.same_shape", "Operands have one shape."),
          precondition("cross.same_dtype", "Operands have one dtype.")}},
    {.name = "max_with_index",
     .id = 440,
     .signature = kExtremumWithIndex,
     .attributes = {AttributeKey::kAxis, AttributeKey::kKeepdims,
                    AttributeKey::kIndexDType},
     .formula = "values[j] = the largest x[i] along axis, indices[j] = its i",
     .variants = {{"", kStatistical, {}, kAllExact}},
     .refuses = searches_nothing,
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("max_with_index.value",
                     "The maximum along axis, and its index."),
          clarified("max_with_index.first_tie",
                    "Of equal maxima, the first; -0 and +0 are equal."),
          clarified("max_with_index.nan",
                    "If an element is NaN, the value is NaN and the index that "
                    "of the first one."),
          clarified("max_with_index.element",
                    "The value is the element at the index, with the sign that "
                    "its zero has."),
          documented("max_with_index.empty",
                     "Along an axis of extent 0: the typed error `invalid`.")}},
    {.name = "min_with_index",
     .id = 441,
     .signature = kExtremumWithIndex,
     .attributes = {AttributeKey::kAxis, AttributeKey::kKeepdims,
                    AttributeKey::kIndexDType},
     .formula = "values[j] = the smallest x[i] along axis, indices[j] = its i",
     .variants = {{"", kStatistical, {}, kAllExact}},
     .refuses = searches_nothing,
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("min_with_index.value",
                     "The minimum along axis, and its index."),
          clarified("min_with_index.first_tie",
                    "Of equal minima, the first; -0 and +0 are equal."),
          clarified("min_with_index.nan",
                    "If an element is NaN, the value is NaN and the index that "
                    "of the first one."),
          clarified("min_with_index.element",
                    "The value is the element at the index, with the sign that "
                    "its zero has."),
          documented("min_with_index.empty",
                     "Along an axis of extent 0: the typed error `invalid`.")}},
};

inline constexpr Clause kStatisticsClauses[] = {
    documented("statistics.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    documented("statistics.axes",
               "One axis, several or all of them are reduced, with keepdims or "
               "without.",
               EnforcedBy::kHarness),
    clarified("statistics.no_axes",
              "An empty set of axes reduces each element alone."),
    documented("statistics.index_dtype",
               "Indices have the dtype that index_dtype names, on every "
               "machine."),
    clarified("statistics.accumulator",
              "16-bit floats are summed in float32 at least, also in between, "
              "and rounded once."),
    clarified("statistics.empty_result",
              "An axis of extent 0 that is kept gives a result without "
              "elements.",
              EnforcedBy::kHarness),
    clarified("statistics.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("statistics.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("statistics.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("statistics.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("statistics.axes_valid", "Axes are in range and distinct."),
    precondition("statistics.divisor",
                 "A mean of integers has one element at least.",
                 ClauseStatus::kClarified),
    precondition("statistics.index_integer",
                 "index_dtype is an integer of 8 bits at least, and signed.",
                 ClauseStatus::kClarified),
    precondition(
        "statistics.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
