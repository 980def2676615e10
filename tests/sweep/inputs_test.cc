// Which cells can be swept, and how their inputs are numbered.
#include "sweep/inputs.h"

#include <gtest/gtest.h>

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
}

}  // namespace
}  // namespace assay
