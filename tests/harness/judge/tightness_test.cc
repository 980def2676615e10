// Tests tightness, the share of the allowance that the largest error takes, for
// every class that has one.
#include <gtest/gtest.h>

#include "harness/judge/judge.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

constexpr std::uint64_t kOne = 0x3f800000;

// Returns one float32 element around 1 + residue ulps, with a bound in ulps.
Permitted around_one(double residue, double bound_ulps) {
  const double ulp = 0x1p-23;
  Permitted permitted;
  permitted.values = {{kOne, 0}};
  permitted.accuracy = Accuracy::kUlp;
  permitted.accept = {{false, kOne - 16, kOne + 16}};
  permitted.residue = {residue};
  permitted.allowed = {bound_ulps * ulp};
  return permitted;
}

TEST(Tightness, IsTheErrorOverTheBound) {
  const auto share = [](const Permitted& permitted, std::uint64_t got) {
    return judge(DType::kFloat32, permitted, {{got, 0}}).tightness;
  };
  EXPECT_DOUBLE_EQ(0, share(around_one(0, 4), kOne));
  EXPECT_DOUBLE_EQ(0.25, share(around_one(0, 4), kOne + 1));
  EXPECT_DOUBLE_EQ(0.125, share(around_one(0.5, 4), kOne + 1));
  // Beyond the bound the share is above one. A NaN has no share.
  EXPECT_DOUBLE_EQ(8, share(around_one(0, 4), kOne + 32));
  EXPECT_DOUBLE_EQ(0, share(around_one(0, 4), 0x7fc00000));
  // If the bits are demanded, no error is allowed.
  Permitted exact;
  exact.values = {{kOne, 0}};
  EXPECT_DOUBLE_EQ(0, share(exact, kOne));
}

TEST(Tightness, OfDiscs) {
  Permitted permitted;
  permitted.values = {{kOne, 0}};
  permitted.accuracy = Accuracy::kNormwise;
  permitted.bound = {0x1p-20};
  const Judgement judgement =
      judge(DType::kComplex64, permitted, {{kOne + 2, 0}});
  EXPECT_TRUE(judgement.pass);
  EXPECT_DOUBLE_EQ(0.25, judgement.tightness);
}

TEST(Tightness, OfSlices) {
  Permitted permitted;
  permitted.values = {{kOne, 0}, {kOne, 0}};
  permitted.accuracy = Accuracy::kFft;
  permitted.slices = SliceBounds{{0}, {0x1p-20}, {0x1p-21}};
  const Judgement judgement =
      judge(DType::kComplex64, permitted, {{kOne + 1, 0}, {kOne, 0}}, {2});
  EXPECT_TRUE(judgement.pass);
  EXPECT_DOUBLE_EQ(0.25, judgement.tightness);  // of the larger of the two
}

// The reference rounds correctly: half an ulp of the three of exp.
TEST(Tightness, ReachesTheOutcomeOfACase) {
  constexpr Op kExp = "exp"_op, kAdd = "add"_op;
  const auto share = [](Op op, std::string_view clause) {
    PlannedCase plan{.op = op, .clause = clause};
    InProcessSubject subject(std::make_unique<Reference>());
    return run_case(test::prepared(plan), subject).tightness;
  };
  const double exp = share(kExp, "exp.value");
  EXPECT_GT(exp, 0.05);
  EXPECT_LE(exp, 0.5 / 3 + 1e-9);
  EXPECT_EQ(0, share(kAdd, "add.value"));
}

}  // namespace
}  // namespace assay
