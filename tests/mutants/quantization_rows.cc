// Mutants of the quantization family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/quantization_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr std::string_view kToIntegers = "quantize quantize_dynamic";

constexpr RowRule kQuantizationRules[] = {
    {"Truncates", make<QuantizesBy<truncated>>, "value", kToIntegers, ""},
    {"RoundsHalvesAway", make<QuantizesBy<halves_away>>, "half", "", ""},
    {"ForgetsTheLimits", make<QuantizesBy<clamped_to_8_bits>>, "clamped", "",
     ""},
    {"WrapsTo8Bits", make<QuantizesBy<wrapped_to_8_bits>>, "clamped", "", ""},
    {"TakesInfinityForZero", make<QuantizesBy<zero_for_infinity>>, "infinite",
     "", ""},
    {"GivesMinusOneForMinusZero", make<QuantizesBy<minus_one_below_zero>>,
     "negative_zero", "", ""},
    {"TakesTheFirstScale", make<TakesScalesOf<first_block>>, "box", "", ""},
    {"TakesRunsForBlocks", make<TakesScalesOf<block_of_run>>, "box", "", ""},
    {"ForgetsTheSign", make<DequantizesBy<negated>>, "value", "dequantize", ""},
    {"RoundsTwice", make<DequantizesBy<through_bfloat16>>, "value dtype",
     "dequantize", "to=float32"},
    {"Saturates", make<DequantizesBy<saturated>>, "overflow", "dequantize", ""},
    {"AlwaysDividesBy127", make<DerivesScalesBy<of_range_254>>, "value",
     "quantize_dynamic", ""},
    {"RoundsScalesUp", make<DerivesScalesBy<next_scale>>, "value",
     "quantize_dynamic", ""},
    {"GivesZerosTheScale0", make<DerivesScalesBy<of_zeros<0>>>, "zeros", "",
     ""},
    {"GivesZerosTheScaleNan", make<DerivesScalesBy<of_zeros<1>>>, "zeros", "",
     ""},
    {"SpreadsNan", make<DerivesScalesBy<spoilt_by_any_nan>>, "blocks_apart", "",
     ""},
    {"OverlooksTheLast", make<OverlooksTheLast>, "every_term", "", ""},
};

}  // namespace

const std::vector<MutantRow>& quantization_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("quantization", kSharedRules);
    for (const MutantRow& row : rows_of("quantization", kQuantizationRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
