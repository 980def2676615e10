// Tests comparisons, max, min and where.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

const Numbers kX = {1, 2, 2, -0.0, kNan, kNan, -kInf};
const Numbers kY = {2, 1, 2, 0, 1, kNan, kInf};

TEST(ElementwiseOrderTest, ComparesReals) {
  for (DType dtype : {DType::kFloat16, DType::kFloat64, DType::kFloat8E5m2}) {
    expect_same({0, 0, 1, 1, 0, 0, 0}, binary("cmpeq"_op, dtype, kX, kY));
    expect_same({1, 1, 0, 0, 1, 1, 1}, binary("cmpne"_op, dtype, kX, kY));
    expect_same({1, 0, 0, 0, 0, 0, 1}, binary("cmplt"_op, dtype, kX, kY));
    expect_same({1, 0, 1, 1, 0, 0, 1}, binary("cmple"_op, dtype, kX, kY));
  }
}

TEST(ElementwiseOrderTest, ComparesIntegersBySign) {
  expect_same({1, 0}, binary("cmplt"_op, DType::kInt8, {-1, 1}, {1, -1}));
  expect_same({0, 1}, binary("cmplt"_op, DType::kUint8, {255, 1}, {1, 255}));
  expect_same({0, 1}, binary("cmple"_op, DType::kUint4, {15, 1}, {1, 15}));
  expect_same({1, 0}, binary("cmplt"_op, DType::kBool, {0, 1}, {1, 0}));
  // 2^63 and 2^63 - 1, which a double does not tell apart.
  const Tensor x = tensor_of_bits(DType::kUint64, {std::uint64_t{1} << 63});
  const Tensor y = tensor_of_bits(DType::kUint64, {~std::uint64_t{0} >> 1});
  expect_same({1}, numbers_in(execute(call_of("cmplt"_op, {y, x}))));
  expect_same({0}, numbers_in(execute(call_of("cmpeq"_op, {y, x}))));
}

TEST(ElementwiseOrderTest, ComparesComplexByParts) {
  const Tensor x = tensor_of(
      DType::kComplex64, ComplexNumbers{{1, 2}, {1, 2}, {kNan, 0}, {0, -0.0}});
  const Tensor y = tensor_of(
      DType::kComplex64, ComplexNumbers{{1, 2}, {1, 3}, {kNan, 0}, {-0.0, 0}});
  expect_same({1, 0, 0, 1}, numbers_in(execute(call_of("cmpeq"_op, {x, y}))));
  expect_same({0, 1, 1, 0}, numbers_in(execute(call_of("cmpne"_op, {x, y}))));
}

TEST(ElementwiseOrderTest, Extrema) {
  expect_same({2, 2, 2, -0.0, kNan, kNan, kInf},
              binary("max"_op, DType::kFloat32, kX, kY));
  expect_same({1, 1, 2, -0.0, kNan, kNan, -kInf},
              binary("min"_op, DType::kFloat32, kX, kY));
  expect_same({255}, binary("max"_op, DType::kUint8, {255}, {1}));
  expect_same({-1}, binary("min"_op, DType::kInt8, {-1}, {1}));
  expect_same({1, 0}, binary("max"_op, DType::kBool, {0, 0}, {1, 0}));
  const Call call = call_of("max"_op, {tensor_of(DType::kFloat32, kX),
                                       tensor_of(DType::kFloat32, kY)});
  const Freedom none = Freedom::kNone;
  EXPECT_EQ((std::vector<Freedom>{none, none, none, Freedom::kZeroSign, none,
                                  none, none}),
            answer(call).freedom);
  EXPECT_EQ((std::vector<Freedom>{none, none, none, Freedom::kZeroSign,
                                  Freedom::kAny, Freedom::kAny, none}),
            answer(call, kNx.with("max.nan=any"_policy)).freedom);
  expect_same({2, 2, 2, -0.0, 1, kNan, kInf},
              binary("max"_op, DType::kFloat32, kX, kY,
                     kNx.with("max.nan=ignore"_policy)));
}

TEST(ElementwiseOrderTest, WhereKeepsEveryBit) {
  const Tensor condition = tensor_of(DType::kBool, Numbers{1, 0});
  const Tensor x = tensor_of_bits(DType::kFloat32, {0x7fa0'0001, 1});
  const Tensor y = tensor_of_bits(DType::kFloat32, {2, 0xffa0'0002});
  EXPECT_EQ((Bits{0x7fa0'0001, 0xffa0'0002}),
            bits_in(execute(call_of("where"_op, {condition, x, y}))));
}

}  // namespace
}  // namespace assay::test
