// The customary comparison passes what is right, kills what is grossly wrong,
// and is blind where it is said to be.
#include "tests/mutants/allclose.h"

#include <gtest/gtest.h>

#include "tests/mutants/array_mutants.h"
#include "tests/mutants/fourier_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/reduction_mutants.h"
#include "tests/mutants/structural_mutants.h"

namespace assay::mutants {
namespace {

TEST(AllClose, PassesTheReference) {
  EXPECT_FALSE(
      is_killed_customarily({"", make<Reference>, "matmul", "matmul.value"}));
  EXPECT_FALSE(is_killed_customarily(
      {"", make<Reference>, "reduce_sum:*:dtype=float64", "reduce_sum.value"}));
  EXPECT_FALSE(
      is_killed_customarily({"", make<Reference>, "fft", "fft.value"}));
  EXPECT_FALSE(is_killed_customarily(
      {"", make<Reference>, "matmul:*:dtype=int32", "matmul.value"}));
}

TEST(AllClose, KillsWhatIsGrosslyWrong) {
  EXPECT_TRUE(is_killed_customarily(
      {"", make<MatmulTransposesB>, "matmul", "matmul.value"}));
  EXPECT_TRUE(is_killed_customarily(
      {"", make<LosesTheLastTerm>, "reduce_sum", "reduce_sum.every_term"}));
  EXPECT_TRUE(
      is_killed_customarily({"", make<TakesTheOtherSign>, "fft", "fft.sign"}));
  EXPECT_TRUE(is_killed_customarily(
      {"", make<ClaimsButAnswersUnsupported>, "fft", "fft.value"}));
}

TEST(AllClose, IsBlindToLayoutsAndOperands) {
  EXPECT_FALSE(
      is_killed_customarily({"", make<TakesStridesForContiguous>, "reduce_sum",
                             "reduction.strided_operands"}));
  EXPECT_FALSE(is_killed_customarily(
      {"", make<WorksInAnOperand>, "reduce_sum", "reduction.operands_kept"}));
}

TEST(AllClose, TakesStructuralMutantsAlone) {
  const auto structural = [](std::string_view name, std::string_view clause) {
    return is_structural({name, make<Reference>, "", clause});
  };
  EXPECT_TRUE(structural("DropsTheTail", "matmul.every_term"));
  EXPECT_TRUE(structural("DropsTheTail", "fourier.axes"));
  EXPECT_FALSE(structural("DropsTheTail", "reduce_sum.accuracy"));
  EXPECT_FALSE(structural("DropsTheTail", "matmul.isolated_nan"));
  EXPECT_FALSE(structural("OneBeyondTheBound", "reduce_sum.value"));
  EXPECT_FALSE(structural("FftIsOffBySixtyFourRoundoffs", "fft.value"));
  bool has_matmul = false;
  for (const CustomaryVerdict& verdict : customary_verdicts()) {
    EXPECT_TRUE(is_structural(verdict.row));
    has_matmul = has_matmul || name_of(verdict.op) == "matmul";
  }
  EXPECT_TRUE(has_matmul);
}

}  // namespace
}  // namespace assay::mutants
