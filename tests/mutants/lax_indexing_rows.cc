// Mutants of the ops that lax adds to the indexing family, each with the clause
// that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/indexing_mutants.h"
#include "tests/mutants/lax_indexing_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr std::string_view kSlices = "dynamic_slice dynamic_update_slice";
constexpr std::string_view kWindows = "gather_general scatter_general";
constexpr std::string_view kEach =
    "dynamic_slice dynamic_update_slice gather_general scatter_general";

constexpr RowRule kLaxIndexingRules[] = {
    {"QuietsNan", make<QuietsNan>, "bits", kEach, ""},
    {"RefusesWindowsOutside", make<RefusesWindowsOutside>, "clamp out_of_range",
     kEach, ""},
    {"TakesStartsModulo", make<TakesStartsModulo>, "clamp", kSlices, ""},
    {"LeavesALastPlace", make<LeavesALastPlace>, "clamp out_of_range",
     "dynamic_slice dynamic_update_slice gather_general", ""},
    {"WrapsNegativeStarts", make<WrapsNegativeStarts>, "negative out_of_range",
     kEach, ""},
    {"CutsStartsTo32Bits", make<CutsStartsTo32Bits>, "extreme", kEach, ""},
    {"WrapsAtTheEndOfTheDType", make<WrapsAtTheEndOfTheDType>, "extreme", kEach,
     ""},
    {"RefusesStartsOfWholeAxes", make<RefusesStartsOfWholeAxes>, "whole",
     kSlices, ""},
    {"RefusesRankZero", make<RefusesRankZero>, "rank_zero", kSlices, ""},
    {"UpdatesInX", make<UpdatesInX<false>>, "fresh",
     "dynamic_update_slice scatter_general", ""},
    {"ReturnsXWithoutUpdates", make<UpdatesInX<true>>, "fresh",
     "dynamic_update_slice scatter_general", ""},
    {"IgnoresTheOrderOfTheMap", make<IgnoresTheOrderOfTheMap>,
     "index_map_order", kWindows, ""},
    {"IgnoresTheOrderOfTheMap", make<IgnoresTheOrderOfTheMap>, "value",
     "scatter_general", ""},
    {"TakesVectorsFromTheLastAxis", make<TakesVectorsFromTheLastAxis>,
     "index_vector_dim", kWindows, ""},
    {"RefusesVectorsWithoutAnAxis", make<RefusesVectorsWithoutAnAxis>,
     "index_vector_dim", kWindows, ""},
    {"PutsWindowsLast", make<PutsWindowsLast>, "offset_dims", kWindows, ""},
    {"StaysAtTheStart", make<StaysAtTheStart>, "window", "gather_general", ""},
    {"PlacesOneElementOfAWindow", make<PlacesOneElementOfAWindow>, "window",
     "scatter_general", ""},
    {"RefusesVectorsWithoutComponents", make<RefusesVectorsWithoutComponents>,
     "no_index", kWindows, ""},
    {"DropsWindowsWithoutIndex", make<DropsWindowsWithoutIndex>, "no_index",
     kWindows, ""},
    {"MovesWindowsOut", make<MovesWindowsOut>, "repeated", kWindows, ""},
    {"TakesTheFirstBatchOfVectors", make<TakesTheFirstBatchOfVectors>,
     "batching", kWindows, ""},
    {"PairsBatchingAxesInOrder", make<PairsBatchingAxesInOrder>, "batching",
     kWindows, ""},
    {"TrustsTheHint", make<TrustsTheHint<AttributeKey::kIndicesAreSorted>>,
     "sorted_hint", kWindows, ""},
    {"TrustsTheHint", make<TrustsTheHint<AttributeKey::kUniqueIndices>>,
     "unique_hint", kWindows, ""},
    {"DropsWindowsOutside",
     follow<"scatter_general.out_of_range=drop_window"_policy>, "out_of_range",
     "scatter_general", ""},
    {"MovesWindowsInside", follow<"scatter_general.out_of_range=clamp"_policy>,
     "out_of_range extreme", "scatter_general", ""},
    {"LastUpdateCounts", make<LastUpdateCounts>, "accumulate",
     "scatter_general", "dtype=float32"},
    {"SaturatesInt8", make<SaturatesInt8>, "wrap", "scatter_general",
     "dtype=int8"},
    {"RoundsEachUpdate", make<RoundsEachUpdate<false>>, "accuracy",
     "scatter_general", "dtype=float16"},
    {"InfinitiesSaturate", make<InfinitiesSaturate>, "nonfinite",
     "scatter_general", "dtype=float32"},
    {"SkipsNan", make<SkipsNan>, "nonfinite nan", "scatter_general",
     "dtype=float32"},
    {"InfinitiesCancel", make<InfinitiesCancel>, "nonfinite", "scatter_general",
     "dtype=float32"},
    {"LosesNan", follow<"max.nan=ignore"_policy>, "nan", "scatter_general",
     "dtype=float32"},
    {"VariesTheOrder", make<RoundsEachUpdate<true>>, "order", "scatter_general",
     "dtype=float32", Verdict::kNondeterministic},
    {"AddsZeroToTheRest", make<AddsZeroToTheRest>, "untouched",
     "scatter_general", "dtype=float32"},
    {"QuietsNan", make<QuietsNan>, "untouched", "scatter_general",
     "dtype=float32"},
};

}  // namespace

const std::vector<MutantRow>& lax_indexing_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("indexing", kLaxIndexingRules);
    for (const MutantRow& row : rows_of("indexing", kSharedRules)) {
      const auto op = op_named(row.filter.substr(0, row.filter.find(':')));
      if (op && set_of(*op) == "lax") rows.push_back(row);
    }
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
