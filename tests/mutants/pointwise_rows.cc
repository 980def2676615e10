// Mutants of the pointwise family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/pointwise_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr RowRule kPointwiseRules[] = {
    {"IsSlightlyOff", make<Corrected<slightly_off>>, "value",
     "log1p asinh acosh atanh hypot", ""},
    {"LosesNan", make<Corrected<without_nan>>, "nan",
     "log1p asinh acosh atanh hypot clamp", ""},
    {"LosesMinusZero", make<Corrected<without_minus_zero>>, "signed_zero",
     "log1p asinh atanh", ""},
    {"HasNoInfinity", make<Corrected<without_infinity>>,
     "infinity minus_one pole", "", ""},
    {"AnswersBeyondTheDomain", make<Corrected<beyond_the_domain>>, "domain", "",
     ""},
    {"TakesTheLogOfASum", make<ByFormula<log_of_sum>>, "small", "log1p", ""},
    {"TakesALogarithm", make<ByFormula<asinh_by_logarithm>>,
     "small no_overflow", "asinh", ""},
    {"TakesALogarithm", make<ByFormula<acosh_by_logarithm>>,
     "near_one no_overflow", "acosh", ""},
    {"TakesALogarithm", make<ByFormula<atanh_by_logarithm>>, "small", "atanh",
     ""},
    {"IsMinusZeroAtOne", make<Corrected<not_at_one>>, "one", "acosh", ""},
    {"SquaresBoth", make<ByFormula<root_of_squares>>,
     "no_overflow no_underflow", "hypot", ""},
    {"ForgetsTheUpperBound", make<ForgetsTheUpperBound>, "value", "clamp", ""},
    {"TakesOneBoundForBoth", make<TakesOneBoundForBoth>, "one_bound", "", ""},
    {"LosesTheLowestBit", make<ReluLosesBits>, "bits", "clamp", ""},
    {"FlipsAllButOne", make<ByBits<flips_all_but_one>>, "value", "bitwise_not",
     ""},
    {"KeepsBool", make<ByBits<keeps_the_operand>>, "bool", "bitwise_not", ""},
    {"KeepsTheSign", make<ByBits<keeps_the_sign>>, "wrap", "shift_left", ""},
    {"ShiftsZerosIn", make<ByBits<shifts_zeros_in>>, "sign", "shift_right", ""},
    {"ShiftsASignIn", make<ByBits<shifts_a_sign_in>>, "unsigned", "shift_right",
     ""},
    {"TakesInfinityForNan", make<AsksBits<has_largest_exponent>>, "value",
     "is_nan", ""},
    {"KnowsTheQuietNanAlone", make<AsksBits<is_the_quiet_nan>>, "payloads", "",
     ""},
    {"TakesTheLargestForInfinite", make<AsksBits<is_from_the_largest>>, "value",
     "is_inf", ""},
    {"KnowsPlusInfinityAlone", make<AsksBits<is_plus_infinity>>, "both_signs",
     "is_inf", ""},
    {"TakesNanForInfinite", make<AsksBits<has_largest_exponent>>, "nan",
     "is_inf", ""},
};

}  // namespace

const std::vector<MutantRow>& pointwise_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("pointwise", kSharedRules);
    for (const MutantRow& row : rows_of("pointwise", kPointwiseRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
