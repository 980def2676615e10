// Mutants of the linear family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/activation_mutants.h"
#include "tests/mutants/array_tables.h"
#include "tests/mutants/linear_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr RowRule kLinearRules[] = {
    {"ReadsTheStaleOut", make<ReadsTheStaleOut>, "every_term", "", ""},
    {"AddsToTheOut", make<AddsToTheOut>, "value", "", "dtype=float*"},
    {"TransposesWeight", make<LinearTransposesWeight>, "value",
     "linear linear_x_backward", ""},
    {"DropsTheLastTerm", make<LinearDropsTheLastTerm>, "every_term", "", ""},
    {"KnowsMatricesAlone", make<LinearKnowsMatricesAlone>, "leading", "", ""},
    {"ForgetsTheBias", make<LinearForgetsTheBias>, "bias", "", ""},
    {"LeaksNanToAll", make<LeaksNanToAll>, "isolated", "", ""},
    {"SkipsEmptySums", make<LinearSkipsEmptySums>, "empty_sum", "", ""},
    {"Saturates", make<LinearSaturates>, "wrap", "", ""},
    {"LosesNan", make<LinearAdds<losing_nan>>, "nonfinite", "", ""},
    {"SkipsZeros", make<LinearAdds<skipping_zeros>>, "nonfinite",
     "linear linear_x_backward linear_weight_backward", ""},
    {"RoundsEachStep", make<LinearAdds<rounding_each_step>>, "accumulator", "",
     ""},
    {"SumsInFloat32", make<LinearAdds<in_float32>>, "accuracy", "",
     "dtype=float64"},
    {"ShortensFactors", make<LinearAdds<with_short_factors>>, "accuracy", "",
     "dtype=float32"},
    {"ScribblesOnTheSecond", make<ScribblesOn<1>>, "operands_kept",
     "linear linear_x_backward linear_weight_backward", "",
     Verdict::kModifiedOperand},
};

}  // namespace

const std::vector<MutantRow>& linear_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("linear", kSharedRules);
    for (const MutantRow& row : rows_of("linear", kLinearRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
