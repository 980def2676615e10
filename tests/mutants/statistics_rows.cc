// Mutants of the statistics family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/linear_mutants.h"
#include "tests/mutants/pooling_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"
#include "tests/mutants/statistics_mutants.h"

namespace assay::mutants::arrays {
namespace {

constexpr const char* kIndexedExtrema = "max_with_index min_with_index";
constexpr const char* kTruths = "any all";

const RowRule kStatisticsRules[] = {
    {"ReadsTheStaleOut", make<ReadsTheStaleOut>, "value", "", ""},
    {"ReversesTheAxes", make<ReversesTheAxes>, "axes", "", ""},
    {"TakesNoAxesForAll", make<TakesNoAxesForAll>, "no_axes", "", ""},
    {"WritesNarrowIndices", make<WritesNarrowIndices>, "index_dtype", "", ""},
    {"RoundsEachStep", make<ReducesBy<mean_rounding_each_step>>, "accumulator",
     "mean", ""},
    {"RoundsEachProduct", make<CrossesBy<rounded_product>>, "accumulator",
     "cross", ""},

    {"DividesByOneLess", make<ReducesBy<mean_by_one_less>>, "value", "mean",
     "dtype=float*"},
    {"GivesZeroForNothing", make<ReducesBy<mean_of_nothing_is_zero>>, "empty",
     "mean", ""},
    {"SumsInFloat32", make<ReducesBy<mean_in_float32>>, "long", "mean",
     "dtype=float32"},
    {"SumsLongFloatsInFloat32", make<ReducesBy<mean_in_float32>>, "long",
     "mean", "dtype=float64"},
    {"DropsTheTail", make<ReducesBy<mean_without_tail>>, "every_term", "mean",
     ""},
    {"LosesNan", make<ReducesBy<mean_without_nan>>, "nonfinite", "mean", ""},
    {"RoundsDown", make<DividesBy<rounded_down>>, "truncated", "mean",
     "dtype=int32"},
    {"WrapsTheSum", make<DividesBy<of_a_wrapped_sum>>, "truncated", "mean",
     "dtype=int8"},

    {"NanIsFalse", make<TestsBy<nan_is_false>>, "nan", kTruths, ""},
    {"NegativeZeroIsTrue", make<TestsBy<bits_are_not_zero>>, "negative_zero",
     kTruths, ""},
    {"InvertsNothing", make<InvertsNothing>, "empty", kTruths, ""},
    {"NegativeIsFalse", make<TestsBy<positive_is_true>>, "value", kTruths,
     "dtype=float32"},
    {"TruncatesBeforeTheTest", make<TestsBy<integer_is_not_zero>>, "value",
     kTruths, "dtype=float32"},
    {"TestsTheLowHalf", make<TestsBy<low_half_is_not_zero>>, "value", kTruths,
     "dtype=int64"},

    {"ForgetsTheMagnitude", make<ReducesBy<largest_without_sign>>, "value",
     "max_abs", "dtype=float32"},
    {"TakesTheMagnitudeLast", make<ReducesBy<magnitude_of_largest>>, "value",
     "max_abs", "dtype=float32"},
    {"LosesNan", make<ReducesBy<largest_number>>, "nan", "max_abs", ""},
    {"AcceptsNoExtremum", make<AcceptsNoExtremum>, "empty",
     "max_abs max_with_index min_with_index", ""},

    {"ExchangesTheVectors", make<ExchangesTheVectors>, "handedness", "cross",
     ""},
    {"Saturates", make<LinearSaturates>, "wrap", "cross", ""},
    {"SkipsZeros", make<CrossesBy<without_zeros>>, "nonfinite", "cross", ""},
    {"ScribblesOnTheSecond", make<ScribblesOn<1>>, "operands_kept", "cross", "",
     Verdict::kModifiedOperand},

    {"TakesTheLastTie", make<FindsWrong<SearchFault::kTakesTheLastTie>>,
     "first_tie", kIndexedExtrema, ""},
    {"IgnoresNan", make<FindsWrong<SearchFault::kIgnoresNan>>, "nan",
     kIndexedExtrema, ""},
    {"TakesTheLastNan", make<FindsWrong<SearchFault::kTakesTheLastNan>>, "nan",
     kIndexedExtrema, ""},
    {"CountsFromOne", make<FindsWrong<SearchFault::kCountsFromOne>>, "value",
     kIndexedExtrema, ""},
    {"ForgetsTheSignOfZero",
     make<FindsWrong<SearchFault::kForgetsTheSignOfZero>>, "element",
     kIndexedExtrema, ""},
};

// Returns whether a row has a backend that refuses calls that must be refused.
bool is_refused_rightly(const MutantRow& row) {
  return row.name == "RefusesEmpty" && (row.clause == "max_abs.empty" ||
                                        row.clause == "max_with_index.empty" ||
                                        row.clause == "min_with_index.empty");
}

}  // namespace

const std::vector<MutantRow>& statistics_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("statistics", kSharedRules);
    std::erase_if(rows, is_refused_rightly);
    for (const MutantRow& row : rows_of("statistics", kStatisticsRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
