// Every wrong transform is caught by the clause that it breaks; the reference
// passes the very same cases, and so does what the bounds allow.
#include "tests/mutants/fourier_mutants.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "conformance/plan.h"
#include "harness/build_case.h"
#include "harness/in_process_subject.h"
#include "harness/prepare.h"
#include "harness/run_case.h"

namespace assay::mutants {
namespace {

using Maker = std::unique_ptr<Backend> (*)();
template <typename T>
std::unique_ptr<Backend> make() {
  return std::make_unique<T>();
}

struct Row {
  std::string_view name;
  Maker make;
  std::string_view filter;
  std::string_view clause;
  Verdict verdict = Verdict::kFail;
};

const Row kRows[] = {
    {"DividesByN", make<Scales<-2>>, "ifft:*:dtype=complex128",
     "ifft.not_normalised"},
    {"ForwardDividesByN", make<Scales<-2>>, "fft:*:dtype=complex64",
     "fft.not_normalised"},
    {"DividesByTheRootOfN", make<Scales<-1>>, "fft:*:dtype=complex64",
     "fft.not_normalised"},
    {"RealDividesByTheRootOfN", make<Scales<-1>>, "rfft:*:dtype=float64",
     "rfft.not_normalised"},
    {"RealInverseDividesByN", make<Scales<-2>>, "irfft:*:dtype=complex64",
     "irfft.not_normalised"},
    {"ForwardTakesTheOtherSign", make<TakesTheOtherSign>,
     "fft:*:dtype=complex64", "fft.sign"},
    {"InverseTakesTheOtherSign", make<TakesTheOtherSign>,
     "ifft:*:dtype=complex128", "ifft.sign"},
    {"ConjugatesTheHalf", make<ConjugatesTheHalf>, "rfft:*:dtype=float32",
     "rfft.sign"},
    {"DropsTheLastBin", make<DropsTheLastBin>, "rfft:*:dtype=float32",
     "rfft.half"},
    {"HalvesTheFirstAxis", make<HalvesTheFirstAxis>, "rfft:*:dtype=float64",
     "rfft.last_first", Verdict::kWrongMetadata},
    {"ReturnsTheWiderComplex", make<ReturnsTheWiderDType>,
     "rfft:*:dtype=float32,to=complex64", "rfft.dtype",
     Verdict::kWrongMetadata},
    {"ReturnsTheWiderReal", make<ReturnsTheWiderDType>,
     "irfft:*:dtype=complex64,to=float32", "irfft.dtype",
     Verdict::kWrongMetadata},
    {"TransformsOneAxisAlone", make<TransformsOneAxisAlone>,
     "fft:*:dtype=complex64", "fourier.axes"},
    {"InvertsOneAxisAlone", make<TransformsOneAxisAlone>,
     "irfft:*:dtype=complex128", "irfft.last_last"},
    {"ForgetsTheSizes", make<ForgetsTheSizes>, "irfft:*:dtype=complex64",
     "irfft.fitted", Verdict::kWrongMetadata},
    {"DefaultsToAnOddSize", make<DefaultsToAnOddSize>,
     "irfft:*:dtype=complex64", "irfft.default_size", Verdict::kWrongMetadata},
    {"FitsTheResult", make<FitsTheResult>, "irfft:*:dtype=complex128",
     "irfft.fitted"},
    {"UnpacksBinZero", make<UnpacksBinZero>, "irfft:*:dtype=complex64",
     "irfft.ignored_parts"},
    {"TurnsTheLastBin", make<TurnsTheLastBin>, "irfft:*:dtype=complex64",
     "irfft.ignored_parts"},
    {"KnowsSmallRadicesAlone", make<KnowsSmallRadicesAlone>,
     "fft:*:dtype=complex64", "fourier.any_length"},
    {"HasAWrongRoot", make<HasAWrongRoot>, "fft:*:dtype=complex64",
     "fourier.one_hot"},
    {"IsOffBySixtyFourRoundoffs", make<IsOffByRoundoffs<64>>,
     "fft:*:dtype=complex128", "fft.value"},
    {"IsOffByTwoRoundoffsOfExactSums", make<IsOffByRoundoffs<2>>,
     "ifft:*:dtype=complex64", "fourier.exact_small"},
    {"ComputesInSinglePrecision", make<ComputesInSinglePrecision>,
     "irfft:*:dtype=complex128,to=float64", "irfft.value"},
    {"LeaksNan", make<LeaksNan>, "fft:*:dtype=complex64",
     "fourier.isolated_slice"},
    {"ReturnsATensorOfItsOwn", make<ReturnsATensorOfItsOwn>,
     "rfft:*:dtype=float64", "fourier.given_out"},
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<PlannedCase> planned(std::string_view filter, Level level) {
  const auto parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message;
  return parsed.ok() ? plan_cases(level, *parsed) : std::vector<PlannedCase>{};
}
Case prepared(const PlannedCase& plan) {
  Reference oracle;
  Case test_case = build_case(plan, 0);
  const Status status = prepare_case(test_case, oracle, kNx);
  EXPECT_TRUE(status.ok()) << plan.id() << ": " << status.message;
  return test_case;
}

class FourierMutants : public testing::TestWithParam<Row> {};

TEST_P(FourierMutants, AreCaughtByTheirClause) {
  const Row& row = GetParam();
  ASSERT_NE(clause_named(row.clause), nullptr);
  InProcessSubject honest(std::make_unique<Reference>());
  InProcessSubject mutant(row.make());
  const auto plans = planned(row.filter, Level::kStandard);
  ASSERT_FALSE(plans.empty()) << row.filter;
  int caught = 0;
  std::string seen;
  for (const PlannedCase& plan : plans) {
    // Long ones show nothing more.
    if (plan.clause != row.clause && plan.number > 1) continue;
    const Case test_case = prepared(plan);
    EXPECT_EQ(run_case(test_case, honest).verdict, Verdict::kPass) << plan.id();
    const CaseOutcome wrong = run_case(test_case, mutant);
    if (!is_failure(wrong.verdict)) continue;
    ASSERT_TRUE(wrong.failure.has_value());
    EXPECT_FALSE(wrong.failure->message.empty());
    seen += "\n  " + plan.id() + " " + std::string(name_of(wrong.verdict));
    if (plan.clause == row.clause && wrong.verdict == row.verdict) ++caught;
  }
  EXPECT_GT(caught, 0) << "no " << name_of(row.verdict) << " of " << row.clause
                       << "; seen:" << seen;
}

std::string name_of_param(const testing::TestParamInfo<Row>& row) {
  return std::string(row.param.name);
}
INSTANTIATE_TEST_SUITE_P(All, FourierMutants, testing::ValuesIn(kRows),
                         name_of_param);

// Two roundings an element are well within the bounds, and so is any result of
// a slice that is open.
TEST(FourierMutants, WhatIsPermittedPasses) {
  for (const auto& [maker, filter] :
       {std::pair<Maker, std::string_view>{make<IsOffByRoundoffs<2>>,
                                           "fft:value,irfft:value,rfft:sign"},
        {make<LeaksNan>, "fft:nonfinite,rfft:nonfinite,irfft:nonfinite"},
        {make<Scales<-2>>, "fft:repeated_axes,irfft:repeated_axes"}}) {
    InProcessSubject subject(maker());
    const auto plans = planned(filter, Level::kStandard);
    ASSERT_FALSE(plans.empty()) << filter;
    for (const PlannedCase& plan : plans)
      EXPECT_EQ(run_case(prepared(plan), subject).verdict, Verdict::kPass)
          << plan.id();
  }
}

}  // namespace
}  // namespace assay::mutants
