// Mutants of the ops of lax in the contraction family, each with the clause
// that it breaks. Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/lax_contraction_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr std::string_view kAllOps = "dot_general dot_general_update einsum";
constexpr std::string_view kDots = "dot_general dot_general_update";

constexpr RowRule kLaxContractionRules[] = {
    {"SortsTheLists", make<SortsTheLists>, "pairing", kDots, ""},
    {"SumsOneAxis", make<SumsOneAxis>, "many_axes", kDots, ""},
    {"IsOffByOneBit", make<IsOffByOneBit>, "outer", "dot_general",
     "dtype=float*"},
    {"RefusesNoBatch", make<RefusesLabels<has_no_batch>>, "no_batch", kDots,
     ""},
    {"RefusesOnlyBatch", make<RefusesLabels<has_no_free_axis>>, "only_batch",
     kDots, ""},
    {"GivesOnesForEmptySums", make<GivesOnesForEmptySums>, "empty_sum",
     "dot_general einsum", ""},
    {"Saturates", make<ContractionSaturates>, "wrap integers", kAllOps, ""},
    {"RoundsEachStep", make<ContractionAdds<rounding_each_step>>, "accumulator",
     "dot_general", ""},
    {"ShortensOperands", make<ShortensOperands>, "accuracy", kAllOps,
     "dtype=float32"},
    {"DropsTheLastTerm", make<ContractionDropsTheLastTerm>, "every_term",
     kAllOps, ""},
    {"ConjugatesTheFirst", make<ConjugatesTheFirst>, "not_conjugated",
     "dot_general", ""},
    {"TakesZeroForNan", make<TakesZeroForNan>, "nonfinite",
     "dot_general einsum", ""},
    {"SkipsZeros", make<ContractionAdds<skipping_zeros>>, "nonfinite",
     "dot_general", "dtype=float32"},
    {"SpreadsNan", make<SpreadsNan>, "isolated_nan", "dot_general", ""},

    {"IgnoresAlpha", make<UpdatesWith<ignore_alpha>>, "value",
     "dot_general_update", ""},
    {"AlwaysOverwrites", make<UpdatesWith<overwrite_out>>, "value beta_one",
     "dot_general_update", ""},
    {"ReadsOutForBetaZero", make<ReadsOutForBetaZero>, "beta_zero",
     "dot_general_update", ""},
    {"IgnoresTheFlags", make<UpdatesWith<ignore_flags>>, "conj",
     "dot_general_update", "dtype=complex*"},
    {"SwapsTheFlags", make<UpdatesWith<swap_flags>>, "conj",
     "dot_general_update", "dtype=complex*"},
    {"ForgetsBetaForEmptySums", make<ForgetsBetaForEmptySums>, "empty_sum",
     "dot_general_update", ""},
    {"ClearsTheGaps", make<ClearsTheGaps>, "neighbours", "dot_general_update",
     "", Verdict::kWroteOutside},
    {"TakesOutForContiguous", make<TakesOutForContiguous>, "strided_out",
     "dot_general_update", ""},

    {"TakesARowForTheDiagonal", make<TakesARowForTheDiagonal>, "trace",
     "einsum", ""},
    {"LeavesOnesOffTheDiagonal", make<LeavesOnesOffTheDiagonal>, "embed",
     "einsum", ""},
    {"TakesTheFirstOfLoneLabels", make<TakesTheFirstOfLoneLabels>, "sum_out",
     "einsum", ""},
    {"QuietsNan", make<QuietsNan>, "single", "einsum", "dtype=float32"},
    {"ForgetsTheThirdOperand", make<ForgetsTheThirdOperand>, "hyper_edge",
     "einsum", ""},
    {"IgnoresTheOrder", make<IgnoresTheOrder>, "order", "einsum", ""},
    {"RefusesOuterProducts", make<RefusesLabels<sums_nothing>>, "outer",
     "einsum", ""},
    {"ScribblesOnTheSecond", make<ScribblesOn<1>>, "operands_kept", kDots, "",
     Verdict::kModifiedOperand},
};

}  // namespace

const std::vector<MutantRow>& lax_contraction_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<RowRule> shared(std::begin(kSharedRules),
                                std::end(kSharedRules));
    for (RowRule& rule : shared) rule.ops = kAllOps;
    std::vector<MutantRow> rows = rows_of("contraction", shared);
    for (const MutantRow& row : rows_of("contraction", kLaxContractionRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
