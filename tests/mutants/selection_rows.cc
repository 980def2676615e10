// Mutants of the selection family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/indexed_mutants.h"
#include "tests/mutants/indexing_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/movement_mutants.h"
#include "tests/mutants/region_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr RowRule kRegionRules[] = {
    {"QuietsNan", make<QuietsNan>, "bits", "", ""},
    {"SlicesFromZero", make<ShrinksFromZero>, "value", "slice slice_assign",
     ""},
    {"WalksForwards", make<WalksForwards>, "backwards", "", ""},
    {"ReversesTheForwardSlice", make<ReversesTheForwardSlice>, "backwards", "",
     ""},
    {"RoundsTheCountDown", make<RoundsTheCountDown>, "count", "slice", "",
     Verdict::kWrongMetadata},
    {"CopiesInsteadOfViewing", make<CopiesInsteadOfViewing>, "zero_copy", "",
     ""},
    {"ClearsBetweenSteps", make<ClearsBetweenSteps>, "rest", "", ""},
    {"AssignsInPlace", make<AssignsInPlace>, "fresh", "slice_assign", "",
     Verdict::kModifiedOperand},
    {"SelectsTheFalse", make<SelectsTheFalse>, "value", "mask_select argwhere",
     "", Verdict::kWrongMetadata},
    {"SelectsColumnsFirst", make<SelectsColumnsFirst>, "value", "mask_select",
     ""},
    {"GivesOneForNone", make<GivesOneForNone>, "none", "mask_select argwhere",
     "", Verdict::kWrongMetadata},
    {"ReversesCoordinates", make<ReversesCoordinates>, "value", "argwhere", ""},
    {"GivesInt64", make<GivesIndicesOf<DType::kInt64>>, "index_dtype",
     "argwhere", "", Verdict::kWrongMetadata},
    {"GivesInt32", make<GivesIndicesOf<DType::kInt32>>, "index_dtype",
     "argwhere", "", Verdict::kWrongMetadata},
    {"RepeatsElements", make<RepeatsElements>, "value", "repeat", ""},
    {"RefusesNone", make<RefusesEmpty>, "none", "repeat", ""},
    {"ExchangesStrides", make<ExchangesStrides>, "value", "unfold_view", ""},
    {"CountsOneWindowLess", make<CountsOneWindowLess>, "count", "unfold_view",
     "", Verdict::kWrongMetadata},
    {"CountsFromZero", make<CountsBy<counted_from_zero>>, "value", "arange",
     ""},
    {"CountsInFloat32", make<CountsBy<counted_in_float32>>, "value", "arange",
     "dtype=int32"},
    {"CountsInInt32", make<CountsBy<counted_in_int32>>, "value", "arange",
     "dtype=*int64"},
};

constexpr RowRule kIndexedRules[] = {
    {"MovesOut", make<MovesOut>, "repeated", "select embedding", ""},
    {"RefusesNoIndices", make<RefusesEmpty>, "no_indices", "", ""},
    {"RefusesSingleElements", make<RefusesSingleElements>, "whole", "", ""},
    {"ReversesTheCoordinates", make<ReversesTheCoordinates>, "order", "", ""},
    {"RefusesBatchesOfWords", make<RefusesBatchesOfWords>, "leading", "", ""},
    {"UpdatesInPlace", make<AssignsInPlace>, "template", "", "",
     Verdict::kModifiedOperand},
    {"LastValueWins", make<LastValueWins>, "accumulates", "", "dtype=float32"},
    {"LastValueWins", make<LastValueWins>, "repeated", "embedding_backward",
     "dtype=float32"},
    {"SaturatesInt8", make<SaturatesInt8>, "wrap", "", "dtype=int8"},
    {"CountsTruesInAByte", make<CountsTruesInAByte>, "or_saturates", "", ""},
    {"AssignsValues", make<AssignsValues>, "value",
     "select_update scatter_reduce", "dtype=bool"},
    {"AddsToTheOut", make<AddsToTheOut>, "uncovered", "", "dtype=float32"},
    {"AddsToTheWeights", make<AddsToTheWeights>, "shape_only", "",
     "dtype=float32"},
    {"RoundsEachValue", make<RoundsEachValue>, "long accumulator", "",
     "dtype=float16"},
    {"DropsTheLastUpdate", make<DropsTheLastUpdate>, "every_term", "", ""},
    {"InfinitiesSaturate", make<InfinitiesSaturate>, "nonfinite", "",
     "dtype=float32"},
    {"SkipsNan", make<SkipsNan>, "nonfinite", "", "dtype=float32"},
    {"InfinitiesCancel", make<InfinitiesCancel>, "nonfinite", "",
     "dtype=float32"},
};

// Returns whether the mutant of a row spoils operands, of which arange has
// none.
bool spoils_operands(const MutantRow& row) {
  return row.name == "SwapsTheLastAxes" || row.name == "ReadsTheNextElement";
}

}  // namespace

const std::vector<MutantRow>& selection_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("selection", kSharedRules);
    std::erase_if(rows, [](const MutantRow& row) {
      return row.filter == "arange" && spoils_operands(row);
    });
    // Another order of the axes finds another number of coordinates.
    for (MutantRow& row : rows)
      if (row.filter == "argwhere" && row.name == "SwapsTheLastAxes")
        row.verdict = Verdict::kWrongMetadata;
    for (std::span<const RowRule> rules :
         {std::span<const RowRule>(kRegionRules),
          std::span<const RowRule>(kIndexedRules)})
      for (const MutantRow& row : rows_of("selection", rules))
        rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
