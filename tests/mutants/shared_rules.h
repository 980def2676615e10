// Rules about calls that hold for the ops of any family: how operands are read,
// how results are written, and what may not change.
// Tested by tests/mutants/ruled_mutants_test.cc.
#pragma once

#include "tests/mutants/call_mutants.h"
#include "tests/mutants/row_rules.h"

namespace assay::mutants::arrays {

inline constexpr RowRule kSharedRules[] = {
    {"IgnoresStrides", make<TakesStridesForContiguous>, "strided_operands", "",
     ""},
    {"ForgetsTheOffset", make<ForgetsTheOffset>, "strided_operands", "", ""},
    {"DropsTheSignOfStrides", make<DropsTheSignOfStrides>, "strided_operands",
     "", ""},
    {"TakesZeroStridesForOne", make<TakesZeroStridesForOne>, "strided_operands",
     "", "layout=broadcast"},
    {"SwapsTheLastAxes", make<SwapsTheLastAxes>, "value", "", ""},
    {"ReadsTheNextElement", make<ReadsTheNextElement>, "value", "", ""},
    {"DropsTheLast", make<DropsTheLast>, "value", "", ""},
    {"DropsTheTailOfAVector", make<DropsTheTailOfAVector>, "value", "", ""},
    {"ForgetsAnElement", make<ForgetsAnElement>, "value", "", ""},
    {"RefusesEmpty", make<RefusesEmpty>, "empty empty_rows empty_result", "",
     ""},
    {"RefusesHighRanks", make<RefusesHighRanks>, "high_rank", "", ""},
    {"ScribblesOnTheFirst", make<ScribblesOn<0>>, "operands_kept", "", "",
     Verdict::kModifiedOperand},
    {"WritesOneMore", make<WritesOneMore>, "stray_writes", "", "",
     Verdict::kWroteOutside},
    {"DiffersEverySecondTime", make<DiffersEverySecondTime>, "repeatable", "",
     "", Verdict::kNondeterministic},
};

}  // namespace assay::mutants::arrays
