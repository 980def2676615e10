// Mutants of the activation and normalization families, each with the clause
// that it breaks.
//
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/normalization_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

// What several ops are held to.
constexpr RowRule kSeveral[] = {
    {"LosesNan", make<Corrected<without_nan>>, "nan", "", ""},
    {"RoundsEachStep", make<RoundsEachStep>, "accumulator", "", ""},
    {"SumsPowersOfTwo", make<BySlice<powers_of_two>>, "value",
     "softmax softmin log_softmax", ""},
    {"ForgetsTheMaximum", make<BySlice<not_shifted>>, "shifted", "", ""},
    {"DropsTheLastTerm", make<BySlice<without_the_last>>, "every_term",
     "softmax softmin log_softmax", ""},
    {"TakesInfinityForLarge", make<BySlice<infinity_takes_all>>, "nan",
     "softmax softmin log_softmax", ""},
    {"GivesZerosForNothing", make<BySlice<nothing_for_nothing>>,
     "negative_infinity infinity", "softmax softmin log_softmax", ""},
    {"LeaksNanToAll", make<LeaksNanToAll>, "slices_apart rows_apart", "", ""},
    {"GivesMoreThanAll", make<BySlice<more_than_all>>, "unit_range below_zero",
     "softmax softmin log_softmax", ""},
};

constexpr RowRule kOfOps[] = {
    {"TakesTheMagnitude", make<ByFormula<relu_of_magnitude>>, "value", "relu",
     "dtype=float32"},
    {"LosesTheLowestBit", make<ReluLosesBits>, "bits positive_bits", "", ""},
    {"PassesAtZero", make<ByFormula<grad_passes_at_zero>>, "value",
     "relu_backward", ""},
    {"MasksNan", make<ByFormula<grad_needs_a_positive>>, "nan_output", "", ""},
    {"MultipliesByTheMask", make<ByFormula<grad_by_mask>>, "masked_grad", "",
     ""},
    {"HasOneSlope", make<ByFormula<usual_slope>>, "value", "leaky_relu", ""},
    {"TakesTheLarger", make<ByFormula<larger_of_both>>, "positive_bits",
     "leaky_relu", ""},
    {"HasOneAlpha", make<ByFormula<prelu_of_quarter>>, "value", "prelu", ""},
    {"AddsMaskedParts", make<ByFormula<prelu_by_masks>>, "positive_bits",
     "prelu", ""},
    {"UsesTanh", make<ByFormula<gelu_by_tanh>>, "value", "gelu", ""},
    {"UsesSigmoid", make<ByFormula<gelu_by_sigmoid>>, "value", "gelu", ""},
    {"SubtractsInfinities", make<ByFormula<gelu_fails_at_infinity>>, "infinity",
     "gelu", ""},
    {"DipsTooLow", make<Corrected<dips>>, "range", "gelu", ""},
    {"ForgetsTheDensity", make<ByFormula<gelu_slope_alone>>, "value",
     "gelu_backward", ""},
    {"IsTooSteep", make<ByFormula<gelu_slope_too_steep>>, "range",
     "gelu_backward", ""},
    {"IsARatio", make<ByFormula<sigmoid_by_ratio>>, "value", "sigmoid", ""},
    {"PassesOne", make<Corrected<past_one>>, "saturated", "", ""},
    {"TakesTheComplement", make<ByFormula<sigmoid_by_complement>>,
     "no_overflow", "sigmoid", ""},
    {"TakesOutputForX", make<ByFormula<sigmoid_slope_of_x>>, "value",
     "sigmoid_backward", ""},
    {"HasOneLine", make<ByFormula<usual_line>>, "value", "hard_sigmoid", ""},
    {"HasNoUpperLimit", make<ByFormula<line_without_end>>, "clamped", "", ""},
    {"IsTheBinaryLogarithm", make<Corrected<binary_logarithm>>, "value",
     "log_sigmoid log_softmax", ""},
    {"TakesTheLogOfZero", make<ByFormula<log_of_sigmoid>>, "no_overflow",
     "log_sigmoid", ""},
    {"SubtractsInfinities", make<ByFormula<log_sigmoid_by_difference>>,
     "infinity", "log_sigmoid", ""},
    {"GoesAboveZero", make<Corrected<above_zero>>, "below_zero", "log_sigmoid",
     ""},
    {"TakesXForItsNegative", make<ByFormula<log_slope_at_x>>, "value",
     "log_sigmoid_backward", ""},
    {"ForgetsGamma", make<NormalizesRows<RowFault::kForgetsGamma>>, "value",
     "layer_norm", ""},
    {"ForgetsBeta", make<NormalizesRows<RowFault::kForgetsBeta>>, "bias", "",
     ""},
    {"DividesByOneLess", make<NormalizesRows<RowFault::kSampleVariance>>,
     "biased_variance single every_term", "layer_norm", ""},
    {"AddsEpsilonToTheRoot", make<NormalizesRows<RowFault::kEpsilonOutside>>,
     "epsilon_inside", "", ""},
    {"DropsTheLastSquare", make<NormalizesRows<RowFault::kDropsTheLast>>,
     "every_term", "layer_norm", ""},
    {"TakesOnePass", make<NormalizesRows<RowFault::kOnePass>>, "large_mean", "",
     ""},
    {"ComputesStatistics", make<ComputesStatistics>, "value", "batch_norm", ""},
    {"KnowsOneChannel", make<KnowsOneChannel>, "channels", "", ""},
    {"KnowsImagesAlone", make<KnowsImagesAlone>, "any_rank", "", ""},
};

}  // namespace

const std::vector<MutantRow>& activation_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows;
    for (const char* family : {"activation", "normalization"})
      for (std::span<const RowRule> rules :
           {std::span<const RowRule>(kSharedRules),
            std::span<const RowRule>(kSeveral),
            std::span<const RowRule>(kOfOps)})
        for (const MutantRow& row : rows_of(family, rules)) rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
