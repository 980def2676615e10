// Tests which cells can be swept, and how their inputs are numbered.
#include "sweep/inputs.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/built_in_profiles.h"
#include "spec/op_table.h"

namespace assay {
namespace {

TEST(Inputs, CountEveryBitPatternOnce) {
  const auto exp = inputs_of("exp"_op, DType::kFloat32);
  ASSERT_TRUE(exp);
  EXPECT_EQ(std::uint64_t{1} << 32, exp->count());
  EXPECT_EQ(4096u, exp->block_count());
  EXPECT_EQ(0x3f800000u, exp->operand(0x3f800000, 0));
  const auto half = inputs_of("exp"_op, DType::kFloat16);
  EXPECT_EQ(65536u, half->count());
  EXPECT_EQ(1u, half->block_count());
  const auto add = inputs_of("add"_op, DType::kInt8);
  ASSERT_TRUE(add);
  EXPECT_EQ(65536u, add->count());
  EXPECT_EQ(0x12u, add->operand(0x1234, 0));
  EXPECT_EQ(0x34u, add->operand(0x1234, 1));
  const auto packed = inputs_of("mul"_op, DType::kInt4);
  ASSERT_TRUE(packed);
  EXPECT_EQ(256u, packed->count());
  EXPECT_EQ(0xau, packed->operand(0xab, 0));
  // A bool has two values.
  const auto both = inputs_of("and"_op, DType::kBool);
  ASSERT_TRUE(both);
  EXPECT_EQ(4u, both->count());
  EXPECT_EQ(1u, both->operand(2, 0));
  EXPECT_EQ(0u, both->operand(2, 1));
}

TEST(Inputs, HaveResultsOfTheirOwnDType) {
  EXPECT_EQ(DType::kBool, inputs_of("cmplt"_op, DType::kInt8)->result_dtype());
  EXPECT_EQ(DType::kInt8, inputs_of("max"_op, DType::kInt8)->result_dtype());
}

TEST(Inputs, AreOfSmallCellsOfTheTable) {
  EXPECT_FALSE(inputs_of("exp"_op, DType::kFloat64));
  EXPECT_FALSE(inputs_of("exp"_op, DType::kInt8));
  EXPECT_FALSE(inputs_of("add"_op, DType::kFloat16));
  EXPECT_TRUE(inputs_of("add"_op, DType::kFloat8E5m2));
  EXPECT_FALSE(inputs_of("reduce_sum"_op, DType::kInt8));
  EXPECT_FALSE(inputs_of("where"_op, DType::kInt8));
  EXPECT_FALSE(inputs_of("cast"_op, DType::kInt8));
}

// NumPy raises for a negative exponent, and a call of a sweep has many.
TEST(Inputs, AreRefusedWhereAProfileAnswersSomeWithAnError) {
  const auto refused = [](Op op, DType dtype, const Profile& profile) {
    return refused_inputs(*inputs_of(op, dtype), profile).has_value();
  };
  EXPECT_TRUE(refused("pow"_op, DType::kInt8, kNumpy));
  EXPECT_FALSE(refused("pow"_op, DType::kInt8, kNx));
  EXPECT_FALSE(refused("pow"_op, DType::kUint8, kNumpy));
  EXPECT_FALSE(refused("pow"_op, DType::kFloat8E5m2, kNumpy));
  EXPECT_FALSE(refused("div"_op, DType::kInt8, kNumpy));
  EXPECT_TRUE(refused("div"_op, DType::kInt8,
                      kNx.with("div.integer_zero=error"_policy)));
  const Profile strict_mod = kNx.with("mod.integer_zero=error"_policy);
  EXPECT_FALSE(refused("div"_op, DType::kInt8, strict_mod));
  EXPECT_TRUE(refused("mod"_op, DType::kInt8, strict_mod));
}

TEST(Inputs, OfASampleGoThroughAllBinades) {
  const auto sample = sampled_inputs_of("exp"_op, DType::kFloat64, 3, 7);
  ASSERT_TRUE(sample);
  EXPECT_EQ(3 * kRoundInputs, sample->count());
  EXPECT_EQ(1u, sample->block_count());
  std::set<std::uint64_t> binades;
  std::set<std::uint64_t> significands;  // of the binade of 1, in 16 strata
  std::set<std::uint64_t> signs;
  for (std::uint64_t input = 0; input < sample->count(); ++input) {
    const std::uint64_t bits = sample->operand(input, 0);
    binades.insert(bits >> 52 & 0x7ff);
    signs.insert(bits >> 63);
    if ((bits >> 52 & 0x7ff) == 1023) significands.insert(bits >> 48 & 0xf);
  }
  EXPECT_EQ(2047u, binades.size());
  EXPECT_FALSE(binades.contains(0x7ff));
  EXPECT_EQ(16u, significands.size());
  EXPECT_EQ(2u, signs.size());
}

TEST(Inputs, OfASampleFollowFromTheSeedAndTheRound) {
  const auto one = sampled_inputs_of("pow"_op, DType::kFloat32, 1, 7);
  const auto two = sampled_inputs_of("pow"_op, DType::kFloat32, 2, 7);
  const auto other = sampled_inputs_of("pow"_op, DType::kFloat32, 1, 8);
  int differing = 0;
  for (std::uint64_t input = 0; input < one->count(); ++input)
    for (int operand : {0, 1}) {
      EXPECT_EQ(one->operand(input, operand), two->operand(input, operand));
      differing +=
          one->operand(input, operand) != other->operand(input, operand);
      EXPECT_EQ(0u, one->operand(input, operand) >> 32);
    }
  EXPECT_GT(differing, 7000);
}

TEST(Inputs, OfASampleAreOfRealFloats) {
  EXPECT_TRUE(sampled_inputs_of("cmplt"_op, DType::kFloat16, 1, 0));
  EXPECT_FALSE(sampled_inputs_of("exp"_op, DType::kFloat8E5m2, 1, 0));
  EXPECT_FALSE(sampled_inputs_of("exp"_op, DType::kComplex128, 1, 0));
  EXPECT_FALSE(sampled_inputs_of("add"_op, DType::kInt64, 1, 0));
  EXPECT_FALSE(sampled_inputs_of("reduce_sum"_op, DType::kFloat64, 1, 0));
  EXPECT_FALSE(sampled_inputs_of("exp"_op, DType::kFloat64, 0, 0));
}

}  // namespace
}  // namespace assay
