// Mutants of attention, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/attention_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

template <AttentionFault fault>
constexpr Maker kAttends = make<Attends<fault>>;
using Fault = AttentionFault;

constexpr RowRule kAttentionRules[] = {
    {"ForgetsTheScale", kAttends<Fault::kForgetsTheScale>,
     "value scale_default any_scale", "", ""},
    {"DividesByTheExtent", kAttends<Fault::kDividesByTheExtent>,
     "scale_default", "", ""},
    {"ScaleIsPositive", kAttends<Fault::kScaleIsPositive>, "any_scale", "", ""},
    {"MaskKeeps", kAttends<Fault::kMaskKeeps>, "mask_polarity", "", ""},
    {"ForgetsTheMask", kAttends<Fault::kForgetsTheMask>, "mask_polarity", "",
     ""},
    {"ForgetsTheBias", kAttends<Fault::kForgetsTheBias>, "bias", "", ""},
    {"ForgetsCausal", kAttends<Fault::kForgetsCausal>, "causal", "", ""},
    {"SeesOneMore", kAttends<Fault::kSeesOneMore>, "causal causal_offset", "",
     ""},
    {"StartsAtTheFirst", kAttends<Fault::kTopLeft>, "causal_offset", "", ""},
    {"MaskReplacesCausal", kAttends<Fault::kMaskOrCausal>, "mask_and_causal",
     "", ""},
    {"ForgetsTheLimit", kAttends<Fault::kForgetsTheLimit>, "softcap", "", ""},
    {"LimitsHidden", kAttends<Fault::kLimitsHidden>, "softcap_first", "", ""},
    {"LimitsBias", kAttends<Fault::kLimitsBias>, "softcap_first", "", ""},
    {"EmptyRowIsNan", kAttends<Fault::kEmptyRowIsNan>, "empty_row", "", ""},
    {"EmptyRowIsMean", kAttends<Fault::kEmptyRowIsMean>, "empty_row", "", ""},
    {"BiasIsFinite", kAttends<Fault::kBiasIsFinite>, "bias_hides", "", ""},
    {"DropsTheLastKey", kAttends<Fault::kDropsTheLastKey>,
     "value every_term long", "", ""},
    {"DropsTheLastPart", kAttends<Fault::kDropsTheLastPart>, "every_term", "",
     ""},
    {"ForgetsTheMaximum", kAttends<Fault::kForgetsTheMaximum>, "large_scores",
     "", ""},
    {"ForgetsOldMaxima", kAttends<Fault::kForgetsOldMaxima>, "long", "", ""},
    {"LosesNan", kAttends<Fault::kLosesNan>, "nan", "", ""},
    {"SpreadsNan", kAttends<Fault::kSpreadsNan>, "heads_apart", "", ""},
    {"RoundsScores", kAttends<Fault::kRoundsScores>, "accumulator", "", ""},
    {"SkipsNoKeys", kAttends<Fault::kNoKeysIsNothing>, "no_keys", "", ""},
    {"TakesTheFirstMask", kAttends<Fault::kFirstMaskRow>, "repeated_mask", "",
     ""},
    {"TakesZeroStridesForOne", make<TakesZeroStridesForOne>, "repeated_mask",
     "", ""},
};

}  // namespace

const std::vector<MutantRow>& attention_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("attention", kSharedRules);
    for (const MutantRow& row : rows_of("attention", kAttentionRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
