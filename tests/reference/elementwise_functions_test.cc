// Tests special values of the functions on reals, and the residue of their
// answers. Their rounding is tested in correct_rounding_test.cc.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

const double kPi = std::acos(-1.0);

TEST(ElementwiseFunctionsTest, SpecialValues) {
  const DType f64 = DType::kFloat64;
  expect_same({1, 1, 0, kInf, kNan, kInf, 0},
              unary("exp"_op, f64, {0, -0.0, -kInf, kInf, kNan, 1000, -1000}));
  expect_same({-kInf, -kInf, 0, kInf, kNan, kNan},
              unary("log"_op, f64, {0, -0.0, 1, kInf, -1, kNan}));
  for (Op op : {"sin"_op, "tan"_op})
    expect_same({0, -0.0, kNan, kNan}, unary(op, f64, {0, -0.0, kInf, kNan}));
  expect_same({1, 1, kNan}, unary("cos"_op, f64, {0, -0.0, -kInf}));
  expect_same({0, -0.0, kNan, kNan, kPi / 2},
              unary("asin"_op, f64, {0, -0.0, 1.5, -kInf, 1}));
  expect_same({0, kNan, kPi}, unary("acos"_op, f64, {1, -1.5, -1}));
  expect_same({-0.0, kPi / 2, -kPi / 2},
              unary("atan"_op, f64, {-0.0, kInf, -kInf}));
  expect_same({-0.0, kInf, -kInf, kInf},
              unary("sinh"_op, f64, {-0.0, kInf, -kInf, 1000}));
  expect_same({1, kInf, kInf, kInf},
              unary("cosh"_op, f64, {-0.0, kInf, -kInf, -1000}));
  for (Op op : {"tanh"_op, "erf"_op})
    expect_same({-0.0, 1, -1, 1, kNan},
                unary(op, f64, {-0.0, kInf, -kInf, 100, kNan}));
  // pi/2 in float32 is the largest value that the range allows.
  expect_same({static_cast<double>(1.5707964f)},
              unary("atan"_op, DType::kFloat32, {kInf}));
  expect_same({kNan, 416}, unary("exp"_op, DType::kFloat8E4m3fn, {7, 6}));
}

TEST(ElementwiseFunctionsTest, LargeArgumentsAreReducedExactly) {
  // sin(10^22) = -0.85220084976713…, the classic of argument reduction.
  expect_same({-0.8522008497671888}, unary("sin"_op, DType::kFloat64, {1e22}));
  expect_same({0.523214785395139}, unary("cos"_op, DType::kFloat64, {1e22}));
}

TEST(ElementwiseFunctionsTest, Pow) {
  expect_same(
      {1, 1, 1, 1, kNan, kNan, kNan, -8, 4},
      binary("pow"_op, DType::kFloat64, {0, kNan, kInf, 1, kNan, 2, -8, -2, -2},
             {0, 0, -0.0, kNan, 1, kNan, 1.0 / 3, 3, 2}));
  expect_same({kInf, -kInf, kInf, 0, -0.0, 0, kInf, 1},
              binary("pow"_op, DType::kFloat64,
                     {0, -0.0, -0.0, kInf, -kInf, 0.5, 2, -1},
                     {-1, -1, -2, -1, -1, kInf, kInf, kInf}));
  expect_same({kInf, -kInf, 0, 0x1p-1074},
              binary("pow"_op, DType::kFloat64, {2, -2, 2, 2},
                     {1024, 1025, -2000, -1074}));
}

TEST(ElementwiseFunctionsTest, Atan2) {
  expect_same(
      {0, -0.0, kPi, -kPi, kPi / 2, -kPi / 2, kPi / 4, 3 * kPi / 4, kNan},
      binary("atan2"_op, DType::kFloat64,
             {0, -0.0, 0, -0.0, 1, -1, kInf, kInf, kNan},
             {1, 0, -1, -0.0, 0, -0.0, kInf, -kInf, 1}));
}

TEST(ElementwiseFunctionsTest, ResidueMeasuresTheExactValue) {
  const Answer exp = answer(
      call_of("exp"_op, {tensor_of(DType::kFloat32, Numbers{0, 1, -200})}));
  ASSERT_EQ(3u, exp.residue.size());
  EXPECT_EQ(0, exp.residue[0]);
  // e is between 2.71828174591064453125 and the next float32 after it.
  const double e = 2.718281828459045;
  EXPECT_NEAR((e - static_cast<double>(static_cast<float>(e))) / 0x1p-22,
              exp.residue[1], 1e-8);
  // exp(-200) = 1.3838965e-87, in units of 2^-149, above +0.
  EXPECT_NEAR(std::exp(-200.0) / 0x1p-149, exp.residue[2], 1e-50);
}

TEST(ElementwiseFunctionsTest, ResidueOfOverflow) {
  // exp(88.73) passes 2^128 a little, exp(1000) by far.
  const Answer exp = answer(call_of(
      "exp"_op, {tensor_of(DType::kFloat32, Numbers{88.7228394, 1000})}));
  expect_same({kInf, kInf}, numbers_in(exp.tensors[0]));
  EXPECT_GT(exp.residue[0], 0);
  EXPECT_LE(exp.residue[0], kInf);
  EXPECT_EQ(kInf, exp.residue[1]);
}

}  // namespace
}  // namespace assay::test
