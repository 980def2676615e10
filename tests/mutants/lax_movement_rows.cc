// Mutants of the movement ops of lax, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/lax_movement_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/movement_mutants.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

// Counts diagonals from the last element.
bool from_the_end(bool is_lower, std::int64_t row, std::int64_t column,
                  std::int64_t k, const Shape& shape) {
  const std::int64_t shift = shape.back() - shape[shape.size() - 2];
  return is_lower ? column - row - shift <= k : column - row - shift >= k;
}

constexpr Verdict kMetadata = Verdict::kWrongMetadata;

constexpr RowRule kLaxMovementRules[] = {
    {"QuietsNan", make<QuietsNan>, "bits", "", ""},
    {"ReturnsAFlatShape", make<ReturnsAFlatShape>, "metadata", "", "",
     kMetadata},
    {"PointsBehindTheBuffer", make<PointsBehindTheBuffer>, "metadata", "", "",
     kMetadata},
    {"RefusesRankZero", make<RefusesRankZero>, "rank_zero", "", ""},
    {"ReturnsTheOperandIfEqual", make<ReturnsTheOperandIfEqual>, "fresh",
     "pad_general tril triu", ""},
    {"ReturnsItsWorkspace", make<ReturnsItsWorkspace>, "fresh", "", ""},

    {"RefusesToRepeat", make<RefusesToRepeat>, "one", "", ""},
    {"KeepsTheStrideOfOnes", make<KeepsTheStrideOfOnes>, "one", "",
     "dtype=float32"},
    {"SortsTheDims", make<SortsTheDims>, "any_axes", "", ""},
    {"InvertsTheDims", make<InvertsTheDims>, "any_axes", "", ""},
    {"GivesOneForZero", make<GivesOneForZero>, "zero_extent", "", "",
     kMetadata},

    {"SlicesFromTheStart", make<SlicesFromTheStart>, "value", "slice_general",
     ""},
    {"IgnoresTheStep", make<IgnoresTheStep>, "stride", "", ""},
    {"CountsWholeSteps", make<CountsWholeSteps>, "stride", "", "", kMetadata},
    {"AddsBeforeItDivides", make<AddsBeforeItDivides>, "stride", "", ""},
    {"RefusesEmptyRanges", make<RefusesEmptyRanges>, "empty", "slice_general",
     ""},

    {"PadsTheOtherEnd", make<PadsTheOtherEnd>, "value", "pad_general", ""},
    {"IgnoresInterior", make<PadsBy<ignoring_interior>>, "interior", "", ""},
    {"StartsWithAGap", make<PadsBy<one_gap_early>>, "interior", "", ""},
    {"PutsGapsAfterTheLast", make<PutsGapsAfterTheLast>, "interior", "", "",
     kMetadata},
    {"CropsBeforeInterior", make<PadsBy<cropped_before_interior>>, "negative",
     "", ""},
    {"IgnoresNegativeEdges", make<PadsBy<ignoring_negative_edges>>, "negative",
     "", ""},
    {"KeepsOneElement", make<PadsBy<keeping_one>>, "gone", "", ""},
    {"CountsGapsOfNothing", make<CountsGapsOfNothing>, "empty_operand", "", "",
     kMetadata},
    {"FillsWithZero", make<FillsWithZero>, "fill", "", ""},
    {"FillsWithOneWord", make<FillsWithOneWord>, "fill", "", "dtype=*64"},
    {"QuietsTheFill", make<QuietsNan>, "fill", "", "dtype=float16"},
    {"FillsWithPlusZero", make<FillsWithPlusZero>, "negative_zero", "", ""},

    {"ReadsTheOtherDiagonal", make<ReadsTheOtherDiagonal>, "value",
     "extract_diagonal", ""},
    {"DropsTheLaterAxis", make<DropsTheLaterAxis>, "axes_order", "", "",
     kMetadata},
    {"RefusesBatches", make<RefusesBatches>, "rank", "extract_diagonal", ""},

    {"EmbedsTheOtherDiagonal", make<EmbedsTheOtherDiagonal>, "value inverse",
     "embed_diagonal", ""},
    {"MultipliesByTheIdentity", make<MultipliesByTheIdentity>, "zero",
     "embed_diagonal", ""},
    {"AppendsTheAxis", make<AppendsTheAxis>, "any_place", "", "", kMetadata},

    {"KeepsTheOtherSide", make<CutsBy<other_side>>, "value", "tril triu", ""},
    {"DropsTheDiagonal", make<CutsBy<without_the_diagonal>>, "value",
     "tril triu", ""},
    {"MultipliesByAMask", make<MultipliesByAMask>, "zero", "tril triu", ""},
    {"AddsKToTheRow", make<CutsBy<by_wrapping_sums>>, "extreme", "", ""},
    {"TakesKIn32Bits", make<CutsBy<by_32_bits>>, "extreme", "", ""},
    {"CountsFromTheEnd", make<CutsBy<from_the_end>>, "rectangular", "tril triu",
     ""},
};

}  // namespace

const std::vector<MutantRow>& lax_movement_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("movement", kSharedRules);
    for (const MutantRow& row : rows_of("movement", kLaxMovementRules))
      rows.push_back(row);
    std::erase_if(
        rows, [](const MutantRow& row) { return set_of(op_of(row)) != "lax"; });
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
