// Every mutant is caught by the clause that it breaks, with the verdict that
// says how; and the reference passes the very same cases.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "conformance/plan.h"
#include "harness/build_case.h"
#include "harness/in_process_subject.h"
#include "harness/prepare.h"
#include "harness/run_case.h"
#include "tests/mutants/array_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/value_mutants.h"

namespace assay::mutants {
namespace {

using Maker = std::unique_ptr<Backend> (*)();
template <typename T>
std::unique_ptr<Backend> make() {
  return std::make_unique<T>();
}
// A reference that follows another profile is a mutant of this one.
template <Policy policy>
std::unique_ptr<Backend> follow() {
  return std::make_unique<Reference>(kNx.with(policy));
}

struct Row {
  std::string_view name;
  Maker make;
  std::string_view filter;
  std::string_view clause;
  Verdict verdict = Verdict::kFail;
};

const Row kRows[] = {
    // Values.
    {"AddOffByOneUlp", make<AddOffByOneUlp>, "add:*:dtype=float32",
     "add.value"},
    {"ExpOffByFourUlps", make<OffByUlps<4>>, "exp:value:dtype=float32",
     "exp.value"},
    {"TanhOffBySixUlps", make<OffByUlps<6>>, "tanh:value:dtype=float64",
     "tanh.value"},
    {"SinOffByTwoHalfUlps", make<OffByUlps<2>>, "sin:value:dtype=float16",
     "sin.value"},
    {"SineBeyondOne", make<OffByUlps<1>>, "tanh:infinity:dtype=float32",
     "tanh.infinity"},
    {"FlushesSubnormals", make<FlushesSubnormals>, "mul:*:dtype=float32",
     "mul.subnormal"},
    {"ForgetsNanInMax", make<ForgetsNanInMax>, "max:nan", "max.nan"},
    {"LosesTheSignOfZero", make<LosesTheSignOfZero>, "sqrt:*:dtype=float64",
     "sqrt.signed_zero"},
    {"PowSpreadsNan", make<PowSpreadsNan>, "pow:*:dtype=float64",
     "pow.zero_exponent"},
    {"AddSaturates", make<AddSaturates>, "add:*:dtype=int8", "add.wrap"},
    {"ComparesUnsignedAsSigned", make<ComparesUnsignedAsSigned>,
     "cmplt:*:dtype=uint8", "cmplt.unsigned"},
    {"MultipliesByTheConjugate", make<MultipliesByTheConjugate>,
     "mul:value:dtype=complex64", "mul.value"},
    {"RoundsHalfEven", follow<"round.half=even"_policy>, "round:*:dtype=float*",
     "round.half"},
    {"DividesToTheFloor", follow<"div.integer=floor"_policy>,
     "div:*:dtype=int32", "div.truncate"},
    {"TakesTheSignOfTheDivisor", follow<"mod.sign=divisor"_policy>,
     "mod:*:dtype=float32", "mod.sign"},
    {"CastWraps", make<CastWraps>, "cast:*:dtype=float32,to=int8",
     "cast.out_of_range"},
    {"CastRoundsTwice", make<CastRoundsTwice>,
     "cast:rounding:dtype=int64,to=bfloat16", "cast.rounding"},
    {"CastsNanToTheLowest", make<CastsNanToTheLowest>,
     "cast:*:dtype=float64,to=int32", "cast.nan"},
    // Reductions and sorting.
    {"SortsNanFirst", make<SortsNanFirst>, "sort:nan_last:dtype=float32",
     "sort.nan_last"},
    {"SortsNanByTotalOrder", follow<"sort.nan=total_order"_policy>,
     "sort:*:dtype=float64", "sort.nan_last"},
    {"ArgsortRepeatsAnIndex", make<ArgsortRepeatsAnIndex>,
     "argsort:ties:dtype=int32", "argsort.ties"},
    {"ArgmaxTakesLast", make<ArgmaxTakesLast>, "argmax:*:dtype=int32",
     "argmax.first_tie"},
    {"ScanIsExclusive", make<ScanIsExclusive>,
     "associative_scan:sum:*:dtype=float32", "associative_scan.value"},
    {"ScanRoundsEachStep", make<ScanRoundsEachStep>,
     "associative_scan:sum:running:dtype=float16", "associative_scan.running"},
    {"SumsWithOneAccumulator", make<SumsWithOneAccumulator>,
     "reduce_sum:accuracy:dtype=float32", "reduce_sum.accuracy"},
    {"SumStopsAtTwoToThe24", make<SumStopsAtTwoToThe24>,
     "reduce_sum:long:dtype=float32", "reduce_sum.long"},
    {"EmptyMaxIsZero", make<EmptyMaxIsZero>, "reduce_max:empty:dtype=float32",
     "reduce_max.empty"},
    {"NondeterministicSum", make<NondeterministicSum>,
     "reduce_sum:repeatable:dtype=float32", "reduction.repeatable",
     Verdict::kNondeterministic},
    // Threefry, indexing, windows, matmul.
    {"ThreefrySwapsWords", make<ThreefrySwapsWords>, "threefry:*",
     "threefry.value"},
    {"ThreefrySwapsKnownWords", make<ThreefrySwapsWords>, "threefry:*",
     "threefry.rounds"},
    {"ThreefryReadsOneCounter", make<ThreefryReadsOneCounter>, "threefry:*",
     "threefry.words"},
    {"ThreefryWritesPastTheEnd", make<WritesPastTheEnd>, "threefry:*",
     "random.stray_writes", Verdict::kWroteOutside},
    {"ThreefryIgnoresStrides", make<IgnoresStrides>, "threefry:*",
     "random.strided_operands"},
    {"GatherOffByOne", make<GatherOffByOne>, "gather:*:dtype=int32",
     "gather.value"},
    {"GatherIgnoresStrides", make<IgnoresStrides>, "gather:*:dtype=float32",
     "indexing.strided_operands"},
    {"ScatterTakesTheFirst", make<ScatterTakesTheFirst>,
     "scatter:set:*:dtype=float32", "scatter.last_wins"},
    {"ScatterForgetsTheTemplate", make<ScatterForgetsTheTemplate>,
     "scatter:*:dtype=float32", "scatter.value"},
    {"ScatterAddsOntoNothing", make<ScatterForgetsTheTemplate>,
     "scatter:add:*:dtype=float8_e5m2", "scatter.onto_template"},
    {"ScatterSetsInsteadOfAdding", make<ScatterSetsInsteadOfAdding>,
     "scatter:add:*:dtype=int8", "scatter.accumulate"},
    {"ScattersInPlace", make<ScattersInPlace>, "scatter:*:dtype=float32",
     "scatter.fresh"},
    {"ScatterModifiesTheTemplate", make<ScattersInPlace>,
     "scatter:*:dtype=float32", "scatter.template_kept",
     Verdict::kModifiedOperand},
    {"UnfoldSwapsPadding", make<SwapsPadding>, "unfold:*:dtype=float32",
     "unfold.asymmetric"},
    {"FoldSwapsPadding", make<SwapsPadding>, "fold:*:dtype=float32",
     "fold.asymmetric"},
    {"UnfoldPadsWithTheEdge", make<UnfoldPadsWithTheEdge>,
     "unfold:*:dtype=float32", "unfold.padding"},
    {"UnfoldOrdersColumnMajor", make<UnfoldOrdersColumnMajor>,
     "unfold:*:dtype=float32", "unfold.order"},
    {"FoldOverwrites", make<FoldOverwrites>, "fold:*:dtype=float32",
     "fold.overlap"},
    {"FoldOverwritesATerm", make<FoldOverwrites>, "fold:*:dtype=bfloat16",
     "fold.every_term"},
    {"MatmulDropsTheTail", make<MatmulDropsTheTail>, "matmul:*:dtype=float32",
     "matmul.every_term"},
    {"MatmulDropsTheTailOfBytes", make<MatmulDropsTheTail>,
     "matmul:*:dtype=float8_e4m3fn", "matmul.every_term"},
    {"MatmulIgnoresTheBatch", make<MatmulIgnoresTheBatch>,
     "matmul:*:dtype=float16", "matmul.batched"},
    {"MatmulTransposesB", make<MatmulTransposesB>, "matmul:*:dtype=int32",
     "matmul.value"},
    {"MatmulReadsTheNextRow", make<MatmulReadsTheNextRow>,
     "matmul:*:dtype=complex64", "matmul.value"},
    {"MatmulConjugates", make<MatmulConjugates>, "matmul:*:dtype=complex64",
     "matmul.not_conjugated"},
    {"MatmulRoundsEachStep", make<MatmulRoundsEachStep>,
     "matmul:*:dtype=bfloat16", "matmul.accumulator"},
    {"MatmulLeaksNan", make<MatmulLeaksNan>, "matmul:*:dtype=float32",
     "matmul.isolated_nan"},
    {"MatmulSkipsEmptySums", make<MatmulSkipsEmptySums>,
     "matmul:*:dtype=float32", "matmul.empty_sum"},
    {"MatmulWritesPastTheEnd", make<WritesPastTheEnd>, "matmul:*:dtype=float32",
     "contraction.stray_writes", Verdict::kWroteOutside},
    {"MatmulIgnoresStrides", make<IgnoresStrides>, "matmul:*:dtype=float32",
     "contraction.strided_operands"},
    {"SumsDropTheTail", make<SumsDropTheTail>, "reduce_sum:*:dtype=float16",
     "reduce_sum.every_term"},
    {"ScansAreExclusive", make<ScanIsExclusive>,
     "associative_scan:prod:*:dtype=complex64", "associative_scan.every_term"},
    // Memory, layouts, types.
    {"DropsLastElement", make<DropsLastElement>, "neg:*:dtype=int16",
     "elementwise.every_element"},
    {"WritesPastTheEnd", make<WritesPastTheEnd>, "neg:*:dtype=float32",
     "elementwise.stray_writes", Verdict::kWroteOutside},
    {"WritesPastTheEndOfASort", make<WritesPastTheEnd>, "sort:*:dtype=float32",
     "sorting.stray_writes", Verdict::kWroteOutside},
    {"WritesWholeBytesOfNibbles", make<WritesWholeBytesOfNibbles>,
     "neg:*:dtype=int4", "elementwise.stray_writes", Verdict::kWroteOutside},
    {"ModifiesItsOperand", make<ModifiesItsOperand>, "neg:*:dtype=float32",
     "elementwise.operands_kept", Verdict::kModifiedOperand},
    {"IgnoresStrides", make<IgnoresStrides>, "add:*:dtype=float32",
     "elementwise.strided_operands"},
    {"IgnoresStridesWhenSorting", make<IgnoresStrides>, "sort:*:dtype=float32",
     "sorting.strided_operands"},
    {"IgnoresTheOffset", make<IgnoresTheOffset>, "add:*:dtype=float32",
     "elementwise.strided_operands"},
    {"DependsOnTheLayout", make<DependsOnTheLayout>, "exp:*:dtype=float32",
     "elementwise.layout_invariance", Verdict::kNondeterministic},
    {"CopiesInsteadOfViewing", make<CopiesInsteadOfViewing>,
     "flip:*:dtype=float32", "flip.zero_copy"},
    {"CopiesWhatStridesCanExpress", make<CopiesInsteadOfViewing>,
     "reshape:*:dtype=float32", "reshape.compatible_strides"},
    {"ViewsInsteadOfCopying", make<ViewsInsteadOfCopying>,
     "copy:*:dtype=float32", "copy.fresh"},
    {"QuietsNanInCopies", make<QuietsNanInCopies>, "copy:*:dtype=float32",
     "memory.bits"},
    {"WrongDtypeReturned", make<WrongDtypeReturned>, "copy:value:dtype=float32",
     "copy.value", Verdict::kWrongMetadata},
    {"PadsWithZero", make<PadsWithZero>, "pad:*:dtype=float32", "pad.value"},
    {"ContiguousReturnsItsOperand", make<ContiguousReturnsItsOperand>,
     "contiguous:*:dtype=float32", "contiguous.layout",
     Verdict::kWrongMetadata},
    {"ContiguousKeepsTheOffset", follow<"contiguous.offset=kept"_policy>,
     "contiguous:*:dtype=float32", "contiguous.offset",
     Verdict::kWrongMetadata},
    {"AssignClobbersNeighbours", make<AssignClobbersNeighbours>,
     "assign:*:dtype=int8", "assign.neighbours"},
    {"AssignClobbersNibbles", make<AssignClobbersNeighbours>,
     "assign:*:dtype=int4", "assign.neighbours"},
    {"ClaimsButAnswersUnsupported", make<ClaimsButAnswersUnsupported>,
     "sqrt:value:dtype=float32", "sqrt.value"},
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<PlannedCase> planned(std::string_view filter) {
  const auto parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message;
  return parsed.ok() ? plan_cases(Level::kQuick, *parsed)
                     : std::vector<PlannedCase>{};
}
Case prepared(const PlannedCase& plan) {
  Reference oracle;
  Case test_case = build_case(plan, 0);
  const Status status = prepare_case(test_case, oracle, kNx);
  EXPECT_TRUE(status.ok()) << plan.id() << ": " << status.message;
  return test_case;
}

class Mutants : public testing::TestWithParam<Row> {};

TEST_P(Mutants, AreCaughtByTheirClause) {
  const Row& row = GetParam();
  ASSERT_NE(clause_named(row.clause), nullptr);
  InProcessSubject honest(std::make_unique<Reference>());
  InProcessSubject mutant(row.make());
  int caught = 0;
  std::string seen;
  const auto plans = planned(row.filter);
  ASSERT_FALSE(plans.empty()) << row.filter;
  for (const PlannedCase& plan : plans) {
    const Case test_case = prepared(plan);
    const CaseOutcome right = run_case(test_case, honest);
    EXPECT_EQ(right.verdict, Verdict::kPass)
        << plan.id() << ": " << (right.failure ? right.failure->message : "");
    const CaseOutcome wrong = run_case(test_case, mutant);
    if (!is_failure(wrong.verdict)) continue;
    seen += "\n  " + plan.id() + " " + std::string(name_of(wrong.verdict));
    ASSERT_TRUE(wrong.failure.has_value());
    EXPECT_FALSE(wrong.failure->message.empty());
    if (plan.clause == row.clause && wrong.verdict == row.verdict) ++caught;
  }
  EXPECT_GT(caught, 0) << "no " << name_of(row.verdict) << " of " << row.clause
                       << "; seen:" << seen;
}

std::string name_of_param(const testing::TestParamInfo<Row>& row) {
  return std::string(row.param.name);
}
INSTANTIATE_TEST_SUITE_P(All, Mutants, testing::ValuesIn(kRows), name_of_param);

struct Permitted {
  std::string_view name;
  Maker make;
  std::string_view filter;
};
// Liberties that the contract gives: none of them may be called a failure.
const Permitted kPermitted[] = {
    {"ExpOffByOneUlp", make<OffByUlps<1>>, "exp:value:dtype=float32"},
    {"SumOffByOneUlp", make<OffByUlps<1>>, "reduce_sum:accuracy:dtype=float32"},
    {"LosesTheSignOfAZeroSum", make<LosesTheSignOfZero>,
     "reduce_sum:signed_zero:dtype=float32"},
    {"LosesTheSignOfAZeroProduct", make<LosesTheSignOfZero>,
     "matmul:signed_zero:dtype=float32"},
    {"LosesTheSignOfZeroInExactSums", make<LosesTheSignOfZero>,
     "matmul:every_term:dtype=float32"},
    {"LosesTheSignOfAZeroMaximum", make<LosesTheSignOfZero>,
     "max:signed_zero:dtype=float32"},
    {"CopiesWhereReshapeMay", make<CopiesInsteadOfViewing>,
     "reshape:may_copy:dtype=float32"},
    {"ContiguousReturnsWhatIsContiguous", make<ContiguousReturnsItsOperand>,
     "contiguous:may_share:dtype=float32"},
    {"ContiguousCopiesWhatIsContiguous", make<ContiguousAlwaysCopies>,
     "contiguous:may_share:dtype=float32"},
    {"ClobbersWhatOverlapLeavesOpen", make<AssignClobbersNeighbours>,
     "assign:repeated:dtype=float32"},
};

TEST(Mutants, WhatIsPermittedPasses) {
  for (const Permitted& row : kPermitted) {
    SCOPED_TRACE(row.name);
    InProcessSubject subject(row.make());
    const auto plans = planned(row.filter);
    ASSERT_FALSE(plans.empty());
    for (const PlannedCase& plan : plans)
      EXPECT_EQ(run_case(prepared(plan), subject).verdict, Verdict::kPass)
          << plan.id();
  }
}

}  // namespace
}  // namespace assay::mutants
