// Tests ops on reals: signed zeros, infinities, NaN, the rounding ops, mod and
// sign.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

const DType kEveryReal[] = {DType::kFloat16, DType::kFloat32, DType::kFloat64,
                            DType::kBfloat16, DType::kFloat8E5m2};

TEST(ElementwiseRealsTest, SignedZeros) {
  for (DType dtype : kEveryReal) {
    expect_same({-0.0, 0, 0, 0}, binary("add"_op, dtype, {-0.0, 0, -0.0, 1},
                                        {-0.0, -0.0, 0, -1}));
    expect_same({-0.0, 0, 0}, binary("sub"_op, dtype, {-0.0, 0, 2}, {0, 0, 2}));
    expect_same({-0.0, 0, -0.0},
                binary("mul"_op, dtype, {-0.0, -0.0, 0}, {3, -3, -1}));
    expect_same({kInf, -kInf, -0.0},
                binary("div"_op, dtype, {1, 1, -0.0}, {0, -0.0, 2}));
    expect_same({kInf, -kInf, 0, -0.0},
                unary("recip"_op, dtype, {0, -0.0, kInf, -kInf}));
    expect_same({-0.0, 0, -2}, unary("neg"_op, dtype, {0, -0.0, 2}));
    expect_same({0, 2, kInf}, unary("abs"_op, dtype, {-0.0, -2, -kInf}));
    expect_same({0, 0, -1, 1, kNan, -1},
                unary("sign"_op, dtype, {0, -0.0, -3, 3, kNan, -kInf}));
    expect_same({-0.0, kNan, kInf, kNan, 3},
                unary("sqrt"_op, dtype, {-0.0, -1, kInf, kNan, 9}));
  }
}

TEST(ElementwiseRealsTest, InfinitiesAndNan) {
  expect_same({kNan, kInf, kNan, -kInf},
              binary("add"_op, DType::kFloat32, {kInf, kInf, kNan, 1},
                     {-kInf, 1, 1, -kInf}));
  expect_same({kNan, kInf},
              binary("sub"_op, DType::kFloat32, {kInf, kInf}, {kInf, -kInf}));
  expect_same({kNan, -kInf},
              binary("mul"_op, DType::kFloat32, {0, kInf}, {kInf, -2}));
  expect_same({kNan, kNan, kInf, -0.0},
              binary("div"_op, DType::kFloat32, {0, kInf, kInf, 3},
                     {0, kInf, 2, -kInf}));
}

TEST(ElementwiseRealsTest, OverflowAndSubnormals) {
  expect_same({kInf, 65504},
              binary("add"_op, DType::kFloat16, {65504, 65504}, {16, 15.99}));
  // 448 + 16 is the tie between 448 and 480: to even; 448 + 18 is NaN.
  expect_same({448, kNan, kNan}, binary("add"_op, DType::kFloat8E4m3fn,
                                        {448, 448, 448}, {16, 18, 448}));
  expect_same({57344, kInf}, binary("add"_op, DType::kFloat8E5m2,
                                    {57344, 57344}, {3584, 4096}));
  expect_same({0x1p-149, 0, 0x1p-148}, binary("mul"_op, DType::kFloat32,
                                              {0x1p-100, 0x1p-100, 0x1.8p-100},
                                              {0x1p-49, 0x1p-50, 0x1p-49}));
  expect_same({0x1p-24}, binary("div"_op, DType::kFloat16, {0x1p-20}, {16}));
  expect_same({0x1p-127}, unary("recip"_op, DType::kFloat32, {0x1p127}));
  expect_same({kInf}, unary("recip"_op, DType::kFloat32, {0x1p-149}));
}

TEST(ElementwiseRealsTest, RoundingOps) {
  const Numbers x = {0.5,
                     -0.5,
                     2.5,
                     -2.5,
                     1.4999,
                     -0.2,
                     kInf,
                     kNan,
                     -0.0,
                     3,
                     0.49999999999999994};
  const DType f64 = DType::kFloat64;
  expect_same({0, -0.0, 2, -2, 1, -0.0, kInf, kNan, -0.0, 3, 0},
              unary("trunc"_op, f64, x));
  expect_same({1, -0.0, 3, -2, 2, -0.0, kInf, kNan, -0.0, 3, 1},
              unary("ceil"_op, f64, x));
  expect_same({0, -1, 2, -3, 1, -1, kInf, kNan, -0.0, 3, 0},
              unary("floor"_op, f64, x));
  expect_same({1, -1, 3, -3, 1, -0.0, kInf, kNan, -0.0, 3, 0},
              unary("round"_op, f64, x));
  expect_same({0, -0.0, 2, -2, 1, -0.0, kInf, kNan, -0.0, 3, 0},
              unary("round"_op, f64, x, kNx.with("round.half=even"_policy)));
  expect_same({2, 4, -2, -4, 1e300},
              unary("round"_op, f64, {1.5, 3.5, -1.5, -3.5, 1e300},
                    kNx.with("round.half=even"_policy)));
  expect_same({0, 8388609},
              unary("round"_op, DType::kFloat32, {0.49999997, 8388609}));
  expect_same({4503599627370497.0},
              unary("round"_op, f64, {4503599627370497.0}));
}

TEST(ElementwiseRealsTest, Mod) {
  expect_same({1, -1, 1, -1, 0, -0.0, -0.0},
              binary("mod"_op, DType::kFloat32, {7, -7, 7, -7, 6, -6, -0.0},
                     {3, 3, -3, -3, 3, 3, 5}));
  expect_same({kNan, kNan, 5, -5, kNan, kNan},
              binary("mod"_op, DType::kFloat32, {5, kInf, 5, -5, kNan, 5},
                     {0, 2, kInf, kInf, 1, kNan}));
  // 2^1023 mod 3 is 2: exact for every ratio.
  expect_same({2, 0x1p-1074 * 3},
              binary("mod"_op, DType::kFloat64, {0x1p1023, 0x1p-1074 * 13},
                     {3, 0x1p-1074 * 5}));
  const Profile divisor = kNx.with("mod.sign=divisor"_policy);
  expect_same({1, 2, -2, -1, 0, -0.0},
              binary("mod"_op, DType::kFloat32, {7, -7, 7, -7, -6, 6},
                     {3, 3, -3, -3, 3, -3}, divisor));
}

TEST(ElementwiseRealsTest, SignOfNanIsAPolicy) {
  expect_same({0, 1}, unary("sign"_op, DType::kFloat32, {kNan, 2},
                            kNx.with("sign.nan=zero"_policy)));
}

}  // namespace
}  // namespace assay::test
