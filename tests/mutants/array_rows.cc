// Lists the mutants of cast, the reductions and the sorts, by the aspect of the
// clause that each breaks.
// Tested by tests/mutants/registry_test.cc.
#include "tests/mutants/cast_mutants.h"
#include "tests/mutants/reduction_mutants.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/rounding_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/sorting_mutants.h"
#include "tests/mutants/structural_mutants.h"

namespace assay::mutants {
namespace {

// The mutants of all ops that compute into an out.
const RowRule kMemoryRules[] = {
    {"TakesStridesForContiguous", make<TakesStridesForContiguous>,
     "strided_operands", "", ""},
    {"ForgetsTheOffset", make<ForgetsTheOffset>, "strided_operands no_axes", "",
     ""},
    {"TakesStridesWithoutSign", make<TakesStridesWithoutSign>,
     "strided_operands", "", ""},
    {"SwapsStrides", make<SwapsStrides>, "strided_operands", "", ""},
    {"WalksRepeatedAxes", make<WalksRepeatedAxes>, "strided_operands", "", ""},
    {"ReadsColumnsFirst", make<ReadsColumnsFirst>, "strided_operands", "", ""},
    {"ForgetsTheLastElement", make<ForgetsTheLastElement>, "value", "", ""},
    {"ForgetsTheTail", make<ForgetsTheTail>, "value", "", ""},
    {"ForgetsAnElement", make<ForgetsAnElement>, "value", "", ""},
    {"ForgetsTheLastRow", make<ForgetsTheLastRow>, "value", "", ""},
    {"ReadsTheStaleOut", make<ReadsTheStaleOut>, "value", "", ""},
    {"ShiftsByOne", make<ShiftsByOne>, "value", "", ""},
    {"WorksInAnOperand", make<WorksInAnOperand>, "operands_kept", "", "",
     Verdict::kModifiedOperand},
    {"WritesOnePastTheEnd", make<WritesOnePastTheEnd>,
     "stray_writes empty_result", "", "", Verdict::kWroteOutside},
    {"WritesOnePastTheEnd", make<WritesOnePastTheEnd>, "empty",
     "cast sort argsort", "", Verdict::kWroteOutside},
    {"WritesWholeVectors", make<WritesWholeVectors>, "stray_writes", "", "",
     Verdict::kWroteOutside},
    {"RefusesWhatIsEmpty", make<RefusesWhatIsEmpty>, "empty_result", "", ""},
    {"RefusesWhatIsEmpty", make<RefusesWhatIsEmpty>, "empty",
     "cast sort argsort", ""},
    {"RefusesHighRanks", make<RefusesHighRanks>, "high_rank", "", ""},
    {"WalksFourAxes", make<WalksFourAxes>, "high_rank", "", ""},
    {"DiffersFromRunToRun", make<DiffersFromRunToRun>, "repeatable", "", "",
     Verdict::kNondeterministic},
};

const RowRule kCastRules[] = {
    {"OneBeyondTheBound", make<OneBeyondTheBound>, "value", "", ""},
    {"CastRoundsToIntegers", make<CastRoundsToIntegers>, "truncate", "", ""},
    {"CastTruncatesFloats", make<CastTruncatesFloats>, "rounding", "", ""},
    {"CastsByWayOfFloat32", make<CastsByWayOfFloat32>, "rounding", "", ""},
    {"SaturatesOverflow", make<SaturatesOverflow>, "overflow", "", ""},
    {"SaturatesFloat8", follow<"cast.float8_overflow=saturate"_policy>,
     "overflow", "", "to=float8*"},
    {"FlushesResults", make<FlushesResults>, "subnormal", "", ""},
    {"FlushesOperands", make<FlushesOperands>, "subnormal", "", ""},
    {"LosesNan", make<LosesNan>, "nan", "", ""},
    {"CastsNanToTheTopBit", make<CastsNanToTheTopBit>, "nan", "cast", ""},
    {"CastWrapsFloats", make<CastWrapsFloats>, "out_of_range", "", ""},
    {"SaturatesIntegers", make<SaturatesIntegers>, "wrap", "", ""},
    {"CastsToBoolByAByte", make<CastsToBoolByAByte>, "bool", "", ""},
    {"CastsNanToFalse", make<CastsNanToFalse>, "bool", "", ""},
    {"CastsTrueToMinusOne", make<CastsTrueToMinusOne>, "from_bool", "", ""},
    {"CastsToTheModulus", make<CastsToTheModulus>, "complex", "cast", ""},
    {"CastsIntoBothParts", make<CastsIntoBothParts>, "complex", "", ""},
};

constexpr std::string_view kExtrema = "reduce_max reduce_min argmax argmin";
constexpr std::string_view kSums = "reduce_sum reduce_prod";

const RowRule kReductionRules[] = {
    {"OneBeyondTheBound", make<OneBeyondTheBound>, "value", "", ""},
    {"LosesTheFirstTerm", make<LosesTheFirstTerm>, "value every_term",
     "reduce_sum reduce_prod associative_scan", ""},
    {"LosesTheLastTerm", make<LosesTheLastTerm>, "every_term", "", ""},
    {"LosesATermBetweenBlocks", make<LosesATermBetweenBlocks>, "every_term", "",
     ""},
    {"CountsATermTwice", make<CountsATermTwice>, "every_term", "", ""},
    {"AccumulatesWithSaturation", make<AccumulatesWithSaturation>, "wrap", "",
     ""},
    {"AccumulatesInFloat32", make<AccumulatesInTheDType>, "accuracy", "",
     "dtype=float32"},
    {"AccumulatesInFloat16", make<AccumulatesInTheDType>, "accuracy running",
     "", "dtype=float16"},
    {"AccumulatesInBfloat16", make<AccumulatesInTheDType>, "accuracy running",
     "", "dtype=bfloat16"},
    {"RoundsEachRunningValue", follow<"scan.narrow=each_step"_policy>,
     "running", "", "dtype=float16"},
    {"RoundsEachProduct", follow<"prod.accumulator=same"_policy>, "running", "",
     "dtype=bfloat16"},
    {"AddsFloat64InOrder", follow<"sum.float64=any"_policy>, "accuracy",
     "reduce_sum", "dtype=float64"},
    {"StopsAtTwoToThe24", make<StopsAtTwoToThe24>, "long", "", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "nonfinite", "", ""},
    {"LosesNan", make<LosesNan>, "nonfinite nan",
     "reduce_sum reduce_prod reduce_max reduce_min associative_scan", ""},
    {"ReadsNanAsZero", make<ReadsNanAsZero>, "nan", "", ""},
    {"SwapsTheNeutralElement", make<SwapsTheNeutralElement>, "empty", kSums,
     ""},
    {"AnswersOverNothing", make<AnswersOverNothing>, "empty", kExtrema, ""},
    {"TakesTheOtherExtremum", make<TakesTheOtherExtremum>, "value", kExtrema,
     ""},
    {"TakesTheLastTie", make<TakesTheLastTie>, "first_tie", "", ""},
    {"OrdersZeros", make<OrdersZeros>, "signed_zero", "", ""},
    {"TakesUnsignedForSigned", make<TakesUnsignedForSigned>, "unsigned", "",
     ""},
    {"ScansExclusively", make<ScansExclusively>, "value every_term",
     "associative_scan", ""},
    {"ReducesTheFirstAxis", make<ReducesTheFirstAxis>, "axes", "", ""},
    {"ReducesOneAxisAlone", make<ReducesOneAxisAlone>, "axes",
     "reduce_sum reduce_prod reduce_max reduce_min", ""},
    {"ForgetsToCopyOverNoAxes", make<ForgetsToCopyOverNoAxes>, "no_axes", "",
     ""},
    {"VariesTheOrder", make<VariesTheOrder>, "repeatable", kSums,
     "dtype=float32", Verdict::kNondeterministic},
};

const RowRule kSortingRules[] = {
    {"SortsTheOtherWay", make<SortsTheOtherWay>, "value", "", ""},
    {"StopsAPassEarly", make<StopsAPassEarly>, "value", "", ""},
    {"ReturnsRanks", make<ReturnsRanks>, "value", "argsort", ""},
    {"CountsFromOne", make<CountsFromOne>, "value permutation", "argsort", ""},
    {"PutsNanFirst", make<PutsNanFirst>, "nan_last", "", ""},
    {"SortsNanByTotalOrder", follow<"sort.nan=total_order"_policy>, "nan_last",
     "", ""},
    {"RepeatsAnElement", make<RepeatsAnElement>, "permutation", "", ""},
    {"SortsUnsignedAsSigned", make<SortsUnsignedAsSigned>, "unsigned", "sort",
     ""},
    {"TakesUnsignedForSigned", make<TakesUnsignedForSigned>, "unsigned",
     "argsort", ""},
    {"SortsByRealParts", make<SortsByRealParts>, "complex", "", ""},
    {"SortsTheLastAxis", make<SortsTheLastAxis>, "axis", "", ""},
};

std::vector<MutantRow> with_memory(std::string_view family,
                                   std::span<const RowRule> rules) {
  std::vector<MutantRow> rows = rows_of(family, rules);
  for (const MutantRow& row : rows_of(family, kMemoryRules))
    rows.push_back(row);
  return rows;
}

}  // namespace

std::vector<MutantRow> conversion_mutants() {
  return with_memory("conversion", kCastRules);
}
std::vector<MutantRow> reduction_mutants() {
  return with_memory("reduction", kReductionRules);
}
std::vector<MutantRow> sorting_mutants() {
  return with_memory("sorting", kSortingRules);
}

}  // namespace assay::mutants
