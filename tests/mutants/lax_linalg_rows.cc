// Mutants of the linalg ops of lax, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/factor_mutants.h"
#include "tests/mutants/lax_linalg_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr std::string_view kEveryOp =
    "lu lu_factor full_piv_lu full_piv_lu_solve solve triangular_solve_general";
constexpr std::string_view kSolves =
    "full_piv_lu_solve solve triangular_solve_general";

template <typename T>
std::unique_ptr<Backend> make_pivoted() {
  return make<OfLinalg<T>>();
}

const RowRule kFamilyRules[] = {
    {"FactorsTheFirstMatrix", make_pivoted<FactorsTheFirstMatrix>, "batched",
     kEveryOp, "dtype=float32"},
    {"RefusesEmptyBatches", make_pivoted<RefusesEmptyBatches>, "empty_batch",
     kEveryOp, "dtype=float32"},
    {"RefusesOrderZero", make_pivoted<RefusesTheOrder<0>>, "order_zero",
     kEveryOp, "dtype=float32"},
    {"RefusesOrderOne", make_pivoted<RefusesTheOrder<1>>, "order_one", kEveryOp,
     "dtype=float32"},
    {"IsOffWhereIllConditioned", make_pivoted<IsOffWhereIllConditioned>,
     "conditions", kEveryOp, "dtype=float32"},
    {"SquaresWithoutScaling", make_pivoted<SquaresWithoutScaling>, "range",
     kEveryOp, "dtype=float32"},
    {"OverlooksAFailure", make_pivoted<NeverFails>, "one_fails", kSolves,
     "dtype=float32"},
    {"ReturnsItsWorkspace", make_pivoted<ReturnsItsWorkspace>, "fresh",
     kEveryOp, "dtype=float32"},
};

const RowRule kFactorRules[] = {
    {"ScalesTheRows", make_pivoted<ScalesThePermutation<0>>, "permutation",
     "lu full_piv_lu", ""},
    {"ScalesTheColumns", make_pivoted<ScalesThePermutation<3>>, "permutation",
     "full_piv_lu", ""},
    {"ScalesTheDiagonalOfL", make_pivoted<ScalesTheDiagonalOfL>, "unit_lower",
     "lu full_piv_lu", ""},
    {"KeepsLBelowU", make_pivoted<KeepsLBelowU>, "upper", "lu full_piv_lu", ""},
    {"TakesAnyPivot", make_pivoted<FactorsWithPivots<TextbookPivots::kNotZero>>,
     "pivoting", "lu lu_factor full_piv_lu", ""},
    {"SearchesOneColumn",
     make_pivoted<FactorsWithPivots<TextbookPivots::kOfColumn>>,
     "pivoting first_pivot rank exact", "full_piv_lu", ""},
    {"NegatesTheParity", make_pivoted<NegatesTheParity<3>>, "parity", "lu", ""},
    {"NegatesTheParity", make_pivoted<NegatesTheParity<4>>, "parity",
     "full_piv_lu", ""},
    {"ForgetsTheColumns", make_pivoted<ForgetsTheColumnsInTheParity>, "parity",
     "full_piv_lu", ""},
    {"RefusesSingular", make_pivoted<RefusesSingularMatrices<2>>, "singular",
     "lu full_piv_lu", ""},
    {"RefusesSingular", make_pivoted<RefusesSingularMatrices<0>>, "singular",
     "lu_factor", ""},
    {"ReturnsASquareL", make_pivoted<ReturnsASquareL>, "rectangular", "lu", "",
     Verdict::kWrongMetadata},
    {"UIsOffByAUnit", make_pivoted<IsOffByAUnit<2>>, "exact", "lu full_piv_lu",
     ""},
    {"LIsOffByAUnit", make_pivoted<IsOffByAUnit<1>>, "exact", "lu full_piv_lu",
     ""},
    {"PackedIsOffByAUnit", make_pivoted<IsOffByAUnit<0>>, "exact", "lu_factor",
     ""},
    {"GivesNoParityToOrderZero", make_pivoted<GivesNoParityToOrderZero>,
     "order_zero", "lu", ""},
    {"CountsPivotsFromOne", make_pivoted<CountsPivotsFromOne>, "pivots",
     "lu_factor", ""},
    {"FirstPivotIsOff", make_pivoted<FirstPivotIsOff>, "first_pivot",
     "full_piv_lu", ""},
    {"LeavesARest", make_pivoted<LeavesARestInU>, "rank", "full_piv_lu", ""},
};

const RowRule kSolveRules[] = {
    {"IgnoresTranspose", make_pivoted<Forces<AttributeKey::kTranspose, false>>,
     "transpose", "full_piv_lu_solve", ""},
    {"SolvesTheAdjoint", make_pivoted<SolvesTheAdjoint>, "plain",
     "full_piv_lu_solve", ""},
    {"SearchesOneColumn", make_pivoted<SolvesWithPivotsOfColumns>, "growth",
     "full_piv_lu_solve", ""},
    {"NeverFails", make_pivoted<NeverFails>, "singular", kSolves, ""},
    {"MayAnswerAnything", follow<"solve.singular=any"_policy>, "singular",
     kSolves, ""},
    {"RefusesVectors", make_pivoted<RefusesVectors>, "vector",
     "full_piv_lu_solve solve", ""},
    {"RefusesSmallPivots", make_pivoted<RefusesSmallPivots>, "regular", "solve",
     ""},
    {"ComparesPivotsWithOne", make_pivoted<ComparesPivotsWithOne>, "scale",
     "solve", ""},
    {"TransposesOnTheRightSide", make_pivoted<TransposesOnTheRightSide>,
     "right_side", "triangular_solve_general", ""},
    {"IgnoresLower", make_pivoted<Forces<AttributeKey::kLower, true>>, "lower",
     "triangular_solve_general", ""},
    {"TakesTheAdjoint", make_pivoted<TakesTheMatrix<TransposeA::kAdjoint>>,
     "transpose", "triangular_solve_general", "dtype=complex64"},
    {"IgnoresTheTranspose", make_pivoted<TakesTheMatrix<TransposeA::kNone>>,
     "transpose adjoint", "triangular_solve_general", ""},
    {"TakesTheTranspose", make_pivoted<TakesTheMatrix<TransposeA::kTranspose>>,
     "adjoint", "triangular_solve_general", "dtype=complex64"},
    {"ReadsTheOtherTriangle", make_pivoted<ReadsTheUnreadPart<false>>,
     "other_triangle", "triangular_solve_general", ""},
    {"IgnoresUnitDiag", make_pivoted<Forces<AttributeKey::kUnitDiag, false>>,
     "unit_diag", "triangular_solve_general", ""},
    {"ReadsTheDiagonal", make_pivoted<ReadsTheUnreadPart<true>>,
     "diagonal_unread", "triangular_solve_general", ""},
};

}  // namespace

const std::vector<MutantRow>& lax_linalg_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<RowRule> rules(std::begin(kSharedRules),
                               std::end(kSharedRules));
    for (RowRule& rule : rules) rule.ops = kEveryOp;
    const auto add = [&](std::span<const RowRule> more) {
      rules.insert(rules.end(), more.begin(), more.end());
    };
    add(kFamilyRules);
    add(kFactorRules);
    add(kSolveRules);
    return rows_of("linalg", rules);
  }();
  return all;
}

}  // namespace assay::mutants::arrays
