// Lists the mistakes that BreakableView can make, each with the clause that it
// breaks. They were written from what each branch of a view module could get
// wrong, all but the last group before anyone looked at which cases find them.
// None is removed because it survives.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace assay::mutants {

struct ViewSlip {
  std::string_view name;
  std::string_view clause;
};

inline constexpr ViewSlip kViewSlips[] = {
    // Creation, and the form that every view is brought into.
    {"StridesMultiplyNeighboursAlone", "view.default_strides"},
    {"GivenStridesAreIgnored", "view.bind"},
    {"MaskFromTheStartIsFull", "view.full_mask"},
    {"MaskToTheEndIsFull", "view.full_mask"},
    {"MaskFullOnOneAxisIsFull", "view.full_mask"},
    {"MaskFullOnTheFirstAxisIsFull", "view.full_mask"},
    {"MaskFullOnTheLastAxisIsFull", "view.full_mask"},
    {"FullMasksOfStepsStay", "view.shrink_mask"},
    {"EmptyMasksAreDropped", "view.empty_mask"},
    {"EmptyViewsOfStepsKeepTheMask", "view.expand_zero_size"},
    {"EmptyViewsOfStepsKeepTheOffset", "view.expand_zero_size"},

    // Properties.
    {"ContiguousLooksAtTheLastAxis", "view.c_contiguous"},
    {"ContiguousForgetsTheMask", "view.c_contiguous"},
    {"ContiguousForgetsTheOffset", "view.c_contiguous"},
    {"ContiguousTakesNegativeStrides", "view.c_contiguous"},
    {"ContiguousWhereStridesDescend", "view.c_contiguous"},
    {"ContiguousIsRemembered", "view.c_contiguous"},
    {"ContiguousSkipsStridesOfZero", "view.expand_contiguous"},
    {"MasksAreRemembered", "view.can_get_strides"},
    {"MaterializableWithAMask", "view.is_materializable"},
    {"NumelCountsValidElements", "view.numel"},
    {"NumelIsOfTheBuffer", "view.numel"},
    {"LinearIndexStopsAtZero", "view.linear_index"},
    {"LinearIndexForgetsSigns", "view.linear_index"},
    {"LinearIndexOfPaddingIsTheOffset", "view.linear_index"},
    {"ValidIncludesTheStop", "view.is_valid"},
    {"ValidForgetsTheStart", "view.is_valid"},
    {"ValidLooksAtTheFirstAxis", "view.is_valid"},
    {"ValidLooksAtTheLastAxis", "view.is_valid"},
    {"ElementsComeColumnsFirst", "view.elements"},
    {"ElementsSkipPadding", "view.elements"},

    // Reshape.
    {"ReshapeMergesRowsOfASlice", "view.reshape_strides"},
    {"ReshapeMergesDescendingStrides", "view.reshape_strides"},
    {"ReshapeMergesEqualStrides", "view.reshape_strides"},
    {"ReshapeMergesRepeatedRows", "view.reshape_strides"},
    {"ReshapeMergesIntoRepeats", "view.reshape_strides"},
    {"ReshapeMergesWithoutSigns", "view.reshape_strides"},
    {"ReshapeMergesByTheOuterExtent", "view.reshape_strides"},
    {"ReshapeRoundsSplits", "view.reshape_strides"},
    {"ReshapeMergesOnePairAlone", "view.reshape_merge"},
    {"ReshapeMergesNoRepeats", "view.reshape_zero_strides"},
    {"ReshapeMeasuresRepeats", "view.reshape_zero_strides"},
    {"ReshapeStopsAtOnes", "view.reshape_ones"},
    {"ReshapeSplitsWithOneStride", "view.reshape_split"},
    {"ReshapeSplitsOuterFirst", "view.reshape_split"},
    {"ReshapeForgetsTheOffset", "view.reshape_order"},
    {"ReshapeRefusesOffsets", "view.reshape_order"},
    {"ReshapeRefusesNegativeStrides", "view.reshape_order"},
    {"ReshapeReadsForwards", "view.reshape_order"},
    {"ReshapeTakesRowMajorForContiguous", "view.reshape_order"},
    {"ReshapeLooksAtTheFirstMask", "view.reshape_masked"},
    {"ReshapeDropsTheMask", "view.reshape_masked"},
    {"ReshapeRefusesTheSameMaskedShape", "view.reshape_same"},
    {"ReshapeToTheSameShapeLaysOutAgain", "view.reshape_same"},
    {"ReshapeToTheSameShapeDropsTheMask", "view.reshape_same"},

    // Expand.
    {"ExpandKeepsTheStride", "view.expand"},
    {"ExpandZeroesEveryStride", "view.expand"},
    {"ExpandZeroesTheFirstStrideAlone", "view.expand"},
    {"ExpandZeroesTheLastStrideAlone", "view.expand"},
    {"ExpandForgetsTheOffset", "view.expand"},
    {"ExpandLaysOtherAxesOutAgain", "view.expand"},
    {"ExpandRefusesNegativeStrides", "view.expand"},
    {"ExpandOfAScalarForgetsTheOffset", "view.expand_rank_zero"},
    {"ExpandKeepsTheMaskOfOne", "view.expand_masked"},
    {"ExpandDropsOtherMasks", "view.expand_masked"},
    {"ExpandChecksTheFirstMask", "view.expand_masked"},
    {"ExpandRefusesMasks", "view.expand_masked"},
    {"ExpandTakesOneForAny", "view.expand_invalid"},
    {"ExpandTakesMultiples", "view.expand_invalid"},
    {"ExpandTakesZeroForOne", "view.expand_zero_extent"},

    // Permute.
    {"PermuteForgetsTheOffset", "view.permute"},
    {"PermuteMovesTheShapeAlone", "view.permute"},
    {"PermuteMovesTheStridesAlone", "view.permute"},
    {"PermuteSwapsTwoAxesAlone", "view.permute"},
    {"PermuteLaysOutAgain", "view.permute"},
    {"PermuteReversesRankThree", "view.permute"},
    {"PermuteLeavesTheMaskInPlace", "view.permute_mask"},
    {"PermuteMovesTheMaskBack", "view.permute_mask"},
    {"PermuteSwapsTwoMasksAlone", "view.permute_mask"},
    {"PermuteTakesAxesTwice", "view.permute_invalid"},
    {"PermuteTakesTooFewAxes", "view.permute_invalid"},
    {"PermuteCountsFromTheEnd", "view.permute_invalid"},

    // Shrink.
    {"ShrinkForgetsTheEarlierOffset", "view.shrink"},
    {"ShrinkDoesNothingWhereAnAxisIsWhole", "view.shrink"},
    {"ShrinkMovesByElements", "view.shrink"},
    {"ShrinkMovesByRowMajorStrides", "view.shrink"},
    {"ShrinkMovesByTheNewShape", "view.shrink"},
    {"ShrinkLaysOutAgain", "view.shrink"},
    {"ShrinkStopsAtTheExtent", "view.shrink"},
    {"ShrinkMovesTheFirstAxisAlone", "view.shrink"},
    {"ShrinkMovesTheLastAxisAlone", "view.shrink"},
    {"ShrinkMovesWithoutSigns", "view.shrink"},
    {"ShrinkMovesAlongRepeats", "view.shrink"},
    {"ShrinkKeepsTheMaskInPlace", "view.shrink_mask"},
    {"ShrinkCutsTheMaskWithoutMovingIt", "view.shrink_mask"},
    {"ShrinkMovesTheMaskWithoutCutting", "view.shrink_mask"},
    {"ShrinkCutsTheFirstMaskAlone", "view.shrink_mask"},
    {"ShrinkRefusesMasks", "view.shrink_mask"},
    {"ShrinkRefusesPaddingAlone", "view.empty_mask"},
    {"ShrinkOfTheWholeDropsTheMask", "view.shrink_whole"},
    {"ShrinkOfTheWholeLaysOutAgain", "view.shrink_whole"},
    {"ShrinkTakesEmptyRanges", "view.shrink_range"},
    {"ShrinkClampsTheStop", "view.shrink_range"},
    {"ShrinkCountsFromTheEnd", "view.shrink_range"},
    {"ShrinkTakesAllOfNothing", "view.shrink_zero_extent"},

    // Pad.
    {"PadForgetsTheEarlierMask", "view.pad_masked"},
    {"PadLeavesTheEarlierMaskInPlace", "view.pad_masked"},
    {"PadMasksPaddedAxesAlone", "view.pad_masked"},
    {"PadCutsTheEarlierMask", "view.pad_masked"},
    {"PadForgetsTheEarlierOffset", "view.pad_offset"},
    {"PadMovesByElements", "view.pad_offset"},
    {"PadMovesByRowMajorStrides", "view.pad_offset"},
    {"PadMovesByWhatComesAfter", "view.pad_offset"},
    {"PadMovesUp", "view.pad_offset"},
    {"PadMovesWithoutSigns", "view.pad_offset"},
    {"PadMovesAlongRepeats", "view.pad_offset"},
    {"PadStopsAtTheBuffer", "view.pad_offset"},
    {"PadLaysOutAgain", "view.pad_offset"},
    {"PadMasksTheFirstAxisAlone", "view.pad_mask"},
    {"PadMasksTheLastAxisAlone", "view.pad_mask"},
    {"PadWithoutBeforeMasksNothing", "view.pad_mask"},
    {"PadOfNothingIsValid", "view.pad_mask"},
    {"PadDoesNothingWhereAnAxisHasNone", "view.pad_shape"},
    {"PadOfNoneDropsTheMask", "view.pad_none"},
    {"PadOfNoneLaysOutAgain", "view.pad_none"},
    {"PadTakesNegatives", "view.pad_invalid"},

    // Flip.
    {"FlipForgetsTheEarlierOffset", "view.flip"},
    {"FlipKeepsTheStride", "view.flip"},
    {"FlipMovesByTheExtent", "view.flip"},
    {"FlipMovesWithoutSigns", "view.flip"},
    {"FlipMovesBack", "view.flip"},
    {"FlipMovesByRowMajorStrides", "view.flip"},
    {"FlipTurnsTheFirstAxisAlone", "view.flip"},
    {"FlipTurnsTheLastAxisAlone", "view.flip"},
    {"FlipTurnsEveryAxis", "view.flip"},
    {"FlipOfNothingMoves", "view.zero_size_offset"},
    {"FlipDropsTheMask", "view.flip_mask"},
    {"FlipLeavesTheMaskInPlace", "view.flip_mask"},
    {"FlipMirrorsEveryMask", "view.flip_mask"},
    {"FlipMirrorsTheFirstMaskAlone", "view.flip_mask"},
    {"FlipMirrorsOneOff", "view.flip_mask"},
    {"FlipStartsAtTheLastValidElement", "view.flip_mask"},
    {"FlipDoesNothingWhereMasked", "view.flip_mask"},

    // Most of these mistakes take a property from the view that a view came
    // from.
    {"PermuteChangesTheFirst", "view.immutable"},
    {"ShrinkChangesTheFirst", "view.immutable"},
    {"PadChangesTheFirst", "view.immutable"},
    {"FlipChangesTheFirst", "view.immutable"},
    {"ExpandChangesTheFirst", "view.immutable"},
    {"ReshapeChangesTheFirst", "view.immutable"},
    {"DimIsOfTheFirst", "view.dim"},
    {"StrideIsOfTheFirst", "view.stride"},
    {"NdimIsOfTheFirst", "view.ndim"},
    {"OffsetDimIsOfTheFirst", "view.offset_dim"},
    {"InferCountsTheFirst", "view.infer"},
    {"ConcreteViewsForgetTheOffset", "view.to_concrete"},
    {"StridesOptNeedsPositiveStrides", "view.strides_opt"},
    {"StridesOptNeedsMovingStrides", "view.strides_opt"},
    {"MaterializableNeedsContiguous", "view.is_materializable"},
    {"EmptyViewsHaveAValidIndex", "view.is_valid_shape"},
    {"ShrinkStaysWithinTheMask", "view.shrink_mask"},
    {"ReshapeTrustsTheFirstLayout", "view.reshape_order"},
};

// One of these by its name, which does not compile if it is misspelt; or none.
class Slip {
 public:
  constexpr Slip() = default;
  consteval Slip(const char* name) {  // NOLINT: names stand for slips
    while (kViewSlips[place_].name != name) ++place_;
    is_none_ = false;
  }
  static constexpr Slip at(std::size_t place) {
    Slip slip;
    slip.place_ = place;
    slip.is_none_ = false;
    return slip;
  }
  constexpr bool is(Slip named) const {
    return !is_none_ && place_ == named.place_;
  }

 private:
  std::size_t place_ = 0;
  bool is_none_ = true;
};

}  // namespace assay::mutants
