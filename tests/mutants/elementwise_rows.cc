// Lists the mutants of the elementwise ops, by the aspect of the clause that
// each breaks. Tested by tests/mutants/registry_test.cc.
#include "tests/mutants/function_mutants.h"
#include "tests/mutants/integer_mutants.h"
#include "tests/mutants/policy_subjects.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/rounding_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/structural_mutants.h"

namespace assay::mutants {
namespace {

constexpr std::string_view kRoundedOps = "add sub mul div recip sqrt";
constexpr std::string_view kRealOps =
    "add sub mul div pow recip sqrt exp log sin cos tan asin acos atan sinh "
    "cosh tanh erf atan2";
constexpr std::string_view kComparisons = "cmpeq cmpne cmplt cmple";

const RowRule kRules[] = {
    // Values.
    {"OneBeyondTheBound", make<OneBeyondTheBound>, "value complex", "", ""},
    {"TruncatesInsteadOfRounding", make<TruncatesInsteadOfRounding>, "value",
     kRoundedOps, "dtype=float*"},
    {"RoundsTwiceInFloat64", make<RoundsTwiceInFloat64>, "value", kRoundedOps,
     "dtype=float64"},
    {"ComputesInFloat32", make<ComputesInFloat32>, "value", kRealOps,
     "dtype=float64"},
    {"FlushesOperands", make<FlushesOperands>, "value", "add sub", ""},
    {"FlushesResults", make<FlushesResults>, "subnormal", "", ""},
    {"FlushesResults", make<FlushesResults>, "overflow", "exp", ""},
    {"FollowsFlushInput", follow<"float.subnormal=flush_input"_policy>, "value",
     "add sub", "dtype=float*"},
    {"FollowsFlushOutput", follow<"float.subnormal=flush_output"_policy>,
     "subnormal", "mul div", "dtype=float*"},
    {"FollowsFlushBoth", follow<"float.subnormal=flush_both"_policy>,
     "subnormal", "mul div", "dtype=float*"},
    {"FlushesHere", make<FlushesHere>, "subnormal", "mul div", "dtype=float*"},
    {"SwapsOperands", make<SwapsOperands>, "value",
     "sub div mod pow atan2 cmplt cmple", ""},
    {"TakesTheOtherOperand", make<TakesTheOtherOperand>, "value",
     "max min where", ""},
    {"TakesRemaindersByFormula", make<TakesRemaindersByFormula>,
     "value infinity", "mod", "dtype=float*"},
    {"DropsATermOfAProduct", make<DropsATermOfAProduct>, "value", "mul",
     "dtype=complex*"},
    {"RoundsTheOtherWay", make<RoundsTheOtherWay>, "value",
     "trunc ceil floor round", ""},
    {"RoundsHalvesToEven", follow<"round.half=even"_policy>, "half", "round",
     ""},
    {"RoundsByAddingAHalf", make<RoundsByAddingAHalf>, "below_half", "round",
     ""},
    {"FlipsTheLowBit", make<FlipsTheLowBit>, "integer bool", "", ""},

    // NaN, infinities, ends of the range, zeros.
    {"LosesNan", make<LosesNan>, "nan domain nonfinite",
     "add sub mul div mod pow max min neg recip abs sign sqrt exp log sin cos "
     "tan asin acos atan sinh cosh tanh erf atan2 trunc ceil floor round",
     ""},
    {"LosesNan", make<LosesNan>, "infinity", "sin cos tan", ""},
    {"HidesNanOnOneSide", make<HidesNanOnOneSide>, "nan", "max min", ""},
    {"ComparesNan", make<ComparesNan>, "nan", kComparisons, ""},
    {"ComparesByNegation", make<ComparesByNegation>, "nan", "cmplt cmple", ""},
    {"ComparesBits", make<ComparesBits>, "nan signed_zero", "cmpeq cmpne", ""},
    {"ComparesRealPartsAlone", make<ComparesRealPartsAlone>, "complex",
     "cmpeq cmpne", ""},
    {"OrdersZeros", make<OrdersZeros>, "signed_zero", "cmplt cmple", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "infinity",
     "add sub mul div pow exp log sqrt sinh cosh abs", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "zero", "div recip log", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "nonfinite", "", ""},
    {"LosesTheSignOfInfinities", make<LosesTheSignOfInfinities>, "infinity",
     "add sub mul div pow sinh", ""},
    {"LosesTheSignOfInfinities", make<LosesTheSignOfInfinities>, "zero",
     "div recip log", ""},
    {"KeepsInfinities", make<KeepsInfinities>, "infinity", "abs", ""},
    {"SaturatesOverflow", make<SaturatesOverflow>, "overflow", "", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "infinity", "tanh erf", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "saturated", "", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "zero", "exp cos cosh", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "one", "log acos", ""},
    {"NegatesZeros", make<NegatesZeros>, "one", "log acos", ""},
    {"OneBeyondTheBound", make<OneBeyondTheBound>, "infinity minus_pi",
     "atan atan2", ""},
    {"LosesTheSignOfZeros", make<LosesTheSignOfZeros>, "signed_zero",
     "add sub mul mod neg sqrt sin tan asin atan sinh tanh erf trunc ceil "
     "floor round atan2",
     ""},
    {"LosesTheSignOfZeros", make<LosesTheSignOfZeros>, "infinity", "recip", ""},
    {"NegatesZeros", make<NegatesZeros>, "signed_zero",
     "add sub mul mod neg abs sqrt sin tan asin atan sinh tanh erf trunc ceil "
     "floor round atan2",
     ""},
    {"KeepsTheSignOfMinusZero", make<KeepsTheSignOfMinusZero>, "signed_zero",
     "abs", ""},
    {"ReadsZerosWithoutSign", make<ReadsZerosWithoutSign>,
     "signed_zero minus_pi", "atan2", ""},
    {"GivesZeroASign", make<GivesZeroASign>, "zero", "sign", ""},
    {"KeepsTheSignOfZero", follow<"sign.zero=kept"_policy>, "zero", "sign",
     "dtype=float*"},
    {"QuietsNan", make<QuietsNan>, "bits", "where", ""},

    // Functions.
    {"ReducesByARoundedPi", make<ReducesByARoundedPi>, "large", "", ""},
    {"ClampsToTheDomain", make<ClampsToTheDomain>, "domain", "", ""},
    {"ConjugatesResults", make<ConjugatesResults>, "complex",
     "sqrt exp log sin cos tan asin acos atan sinh cosh tanh sign", ""},
    {"DropsTheImaginaryPart", make<DropsTheImaginaryPart>, "complex",
     "sqrt exp log sin cos tan asin acos atan sinh cosh tanh sign", ""},
    {"ReadsZerosWithoutSign", make<ReadsZerosWithoutSign>, "complex",
     "sqrt log asin acos atan", ""},
    {"SquaresTheParts", make<SquaresTheParts>, "complex", "abs", ""},
    {"SpreadsNan", make<SpreadsNan>, "zero_exponent one", "pow",
     "dtype=float*"},
    {"GivesZeroToTheZerothPower", make<GivesZeroToTheZerothPower>,
     "zero_exponent", "pow", ""},
    {"GivesZeroToNegativeExponents", make<GivesZeroToNegativeExponents>,
     "negative_exponent", "pow", ""},

    // Integers.
    {"SaturatesIntegers", make<SaturatesIntegers>, "wrap", "", ""},
    {"SaturatesIntegers", make<SaturatesIntegers>, "int_min", "abs", ""},
    {"DividesToTheFloor", follow<"div.integer=floor"_policy>, "truncate", "div",
     ""},
    {"TakesTheSignOfTheDivisor", follow<"mod.sign=divisor"_policy>, "sign",
     "mod", ""},
    {"DividesByZeroIntoOnes", make<DividesByZeroIntoOnes>, "integer_zero", "",
     ""},
    {"RefusesZeroDivisors", follow<"mod.integer_zero=error"_policy>,
     "integer_zero", "mod", ""},
    {"ReturnsTheDividendOfZero", make<ReturnsTheDividendOfZero>, "integer_zero",
     "mod", ""},
    {"ReadsSixBitsOfExponents", make<ReadsSixBitsOfExponents>, "wrap", "pow",
     "dtype=int*"},
    {"MishandlesIntMin", make<MishandlesIntMin>, "int_min", "div mod", ""},
    {"RoundsIntegerReciprocalsUp", make<RoundsIntegerReciprocalsUp>, "integer",
     "recip", ""},
    {"TakesUnsignedForSigned", make<TakesUnsignedForSigned>, "unsigned", "",
     ""},

    // Memory.
    {"TakesStridesForContiguous", make<TakesStridesForContiguous>,
     "strided_operands", "", ""},
    {"ForgetsTheOffset", make<ForgetsTheOffset>, "strided_operands", "", ""},
    {"TakesStridesWithoutSign", make<TakesStridesWithoutSign>,
     "strided_operands", "", ""},
    {"SwapsStrides", make<SwapsStrides>, "strided_operands", "", ""},
    {"WalksRepeatedAxes", make<WalksRepeatedAxes>, "strided_operands", "", ""},
    {"ReadsColumnsFirst", make<ReadsColumnsFirst>, "strided_operands", "", ""},
    {"ForgetsTheLastElement", make<ForgetsTheLastElement>, "every_element", "",
     ""},
    {"ForgetsTheTail", make<ForgetsTheTail>, "every_element", "", ""},
    {"ForgetsAnElement", make<ForgetsAnElement>, "every_element", "", ""},
    {"ForgetsTheLastRow", make<ForgetsTheLastRow>, "every_element", "", ""},
    {"ReadsTheStaleOut", make<ReadsTheStaleOut>, "every_element", "", ""},
    {"ShiftsByOne", make<ShiftsByOne>, "every_element", "", ""},
    {"WorksInAnOperand", make<WorksInAnOperand>, "operands_kept", "", "",
     Verdict::kModifiedOperand},
    {"WritesOnePastTheEnd", make<WritesOnePastTheEnd>, "stray_writes empty", "",
     "", Verdict::kWroteOutside},
    {"WritesWholeVectors", make<WritesWholeVectors>, "stray_writes", "", "",
     Verdict::kWroteOutside},
    {"RefusesWhatIsEmpty", make<RefusesWhatIsEmpty>, "empty", "", ""},
    {"ForgetsRankZero", make<ForgetsRankZero>, "rank_zero", "", ""},
    {"RefusesRankZero", make<RefusesRankZero>, "rank_zero", "", ""},
    {"RefusesHighRanks", make<RefusesHighRanks>, "high_rank", "", ""},
    {"WalksFourAxes", make<WalksFourAxes>, "high_rank", "", ""},
    {"DiffersOnStrides", make<DiffersOnStrides>, "layout_invariance", "", ""},
    {"DiffersFromRunToRun", make<DiffersFromRunToRun>, "repeatable", "", "",
     Verdict::kNondeterministic},
    {"ClearsTheOutFirst", make<ClearsTheOutFirst>, "exact_alias", "", ""},
};

}  // namespace

std::vector<MutantRow> elementwise_mutants() {
  return rows_of("elementwise", kRules);
}

}  // namespace assay::mutants
