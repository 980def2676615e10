// Mutants of convolutions and of their gradients, each with the clause that it
// breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/convolution_gradient_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

template <ConvolutionFault fault>
constexpr Maker kMaker = make<ConvolvesBack<fault>>;
using enum ConvolutionFault;

constexpr RowRule kRules[] = {
    {"FlipsTheFilter", kMaker<kFlipsTheFilter>, "value correlation adjoint",
     "conv conv_x_backward conv_weight_backward conv_transpose_x_backward "
     "conv_transpose_weight_backward",
     ""},
    {"ForgetsThePadding", kMaker<kForgetsPadding>, "value adjoint",
     "conv_x_backward conv_weight_backward conv_transpose_x_backward "
     "conv_transpose_weight_backward",
     ""},
    {"StepsByOne", kMaker<kStepsByOne>, "stride", "", ""},
    {"StaysTogether", kMaker<kStaysTogether>, "dilation", "", ""},
    {"ForgetsPadding", kMaker<kForgetsPadding>, "padding dropped", "", ""},
    {"PadsBothSidesAlike", kMaker<kPadsBothAlike>, "asymmetric", "", ""},
    {"ForgetsTheBias", kMaker<kForgetsTheBias>, "bias", "", ""},
    {"HasOneBias", kMaker<kHasOneBias>, "bias", "", ""},
    {"SharesChannels", kMaker<kSharesChannels>, "groups", "", ""},
    {"MixesGroups", kMaker<kMixesGroups>, "depthwise", "", ""},
    {"DropsTheLastTap", kMaker<kDropsTheLastTap>, "value every_term", "", ""},
    {"DoublesTheFirstTap", kMaker<kDoublesTheFirstTap>, "every_term", "", ""},
    {"SkipsEveryEighthTap", kMaker<kSkipsEveryEighthInput>, "every_term", "",
     ""},
    {"MultipliesPadding", kMaker<kMultipliesPadding>, "padding_is_no_term", "",
     ""},
    {"MultipliesPadding", kMaker<kMultipliesPadding>, "nonfinite",
     "conv_weight_backward conv_transpose_x_backward "
     "conv_transpose_weight_backward",
     ""},
    {"SkipsZeros", kMaker<kSkipsZeros>, "nonfinite", "", ""},
    {"SpreadsNan", kMaker<kSpreadsNan>, "isolated_nan", "", ""},
    {"AlignsAtTheEnd", kMaker<kAlignsAtTheEnd>, "window_count", "", ""},
    {"ForgetsTheLastColumn", make<DropsTheLast>, "size", "", ""},
    {"ForgetsWhatIsLonger", kMaker<kForgetsWhatIsLonger>,
     "output_padding output_padding_keeps", "", ""},
    {"KeepsTheLastTerm", kMaker<kKeepsTheLastTerm>, "overlap", "", ""},
    {"TransposesChannels", kMaker<kTransposesChannels>, "weight_layout", "",
     ""},
    {"LeavesZerosInGaps", kMaker<kLeavesZerosInGaps>, "uncovered", "", ""},
    {"LeavesTheRemainder", kMaker<kLeavesTheRemainder>, "remainder", "", ""},
    {"CutsTheFront", kMaker<kCutsTheFront>, "trailing", "", ""},
    {"ReadsTheShape", kMaker<kReadsTheShape>, "shape_only", "", ""},
    {"RoundsEachStep", kMaker<kRoundsEachStep>, "accumulator", "", ""},
    {"RoundsProducts", kMaker<kRoundsProducts>, "accuracy", "", ""},
    {"Saturates", kMaker<kSaturates>, "wrap", "", "dtype=int8"},
};

}  // namespace

const std::vector<MutantRow>& convolution_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("convolution", kSharedRules);
    for (const MutantRow& row : rows_of("convolution", kRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
