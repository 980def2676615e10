// Tests ops on integers: wrapping, division, powers, and the policies on them.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr std::int64_t kMin64 = std::numeric_limits<std::int64_t>::min();

// Evaluates an op on 64-bit operands, which a double cannot hold.
std::int64_t on_int64(Op op, std::int64_t x, std::int64_t y) {
  const auto bits = [](std::int64_t value) {
    return Bits{static_cast<std::uint64_t>(value)};
  };
  return static_cast<std::int64_t>(bits_in(
      execute(call_of(op, {tensor_of_bits(DType::kInt64, bits(x)),
                           tensor_of_bits(DType::kInt64, bits(y))})))[0]);
}

TEST(ElementwiseIntegersTest, Wrap) {
  expect_same({-128, 126},
              binary("add"_op, DType::kInt8, {127, -128}, {1, -2}));
  expect_same({127, 255}, binary("sub"_op, DType::kUint8, {127, 0}, {0, 1}));
  expect_same({-127}, binary("sub"_op, DType::kInt8, {127}, {-2}));
  expect_same({-2, 1}, binary("mul"_op, DType::kInt4, {7, -7}, {2, -7}));
  expect_same({14}, binary("mul"_op, DType::kUint4, {6}, {5}));
  expect_same({-128, 127}, unary("neg"_op, DType::kInt8, {-128, -127}));
  expect_same({255, 0}, unary("neg"_op, DType::kUint8, {1, 0}));
  EXPECT_EQ(kMin64, on_int64("add"_op, kMin64 / 2, kMin64 / 2));
  EXPECT_EQ(std::numeric_limits<std::int64_t>::max(),
            on_int64("sub"_op, kMin64, 1));
  EXPECT_EQ(1, on_int64("mul"_op, std::numeric_limits<std::int64_t>::max(),
                        std::numeric_limits<std::int64_t>::max()));
}

TEST(ElementwiseIntegersTest, DivideTowardZero) {
  expect_same({2, -2, -2, 2, 0, -128},
              binary("div"_op, DType::kInt8, {7, -7, 7, -7, 5, -128},
                     {3, 3, -3, -3, 0, -1}));
  expect_same({127}, binary("div"_op, DType::kUint8, {255}, {2}));
  EXPECT_EQ(kMin64, on_int64("div"_op, kMin64, -1));
  EXPECT_EQ(0, on_int64("div"_op, kMin64, 0));
}

TEST(ElementwiseIntegersTest, RemainderHasTheSignOfTheDividend) {
  expect_same({1, -1, 1, -1, 0, 0},
              binary("mod"_op, DType::kInt16, {7, -7, 7, -7, 5, -32768},
                     {3, 3, -3, -3, 0, -1}));
  EXPECT_EQ(0, on_int64("mod"_op, kMin64, -1));
}

TEST(ElementwiseIntegersTest, ProfilesFloorAndTakeTheDivisorsSign) {
  const Profile floor = kNx.with("div.integer=floor"_policy);
  expect_same({2, -3, -3, 2, -2, -128},
              binary("div"_op, DType::kInt8, {7, -7, 7, -7, 6, -128},
                     {3, 3, -3, -3, -3, -1}, floor));
  const Profile divisor = kNx.with("mod.sign=divisor"_policy);
  expect_same({1, 2, -2, -1, 0, 0},
              binary("mod"_op, DType::kInt8, {7, -7, 7, -7, 6, -128},
                     {3, 3, -3, -3, -3, -1}, divisor));
  expect_same({1}, binary("mod"_op, DType::kUint8, {255}, {2}, divisor));
}

TEST(ElementwiseIntegersTest, ProfilesDecideDivisionByZero) {
  const Tensor x = tensor_of(DType::kInt32, Numbers{6, 6});
  const Tensor y = tensor_of(DType::kInt32, Numbers{3, 0});
  struct Row {
    Op op;
    Policy any, error;
    Policy of_the_other;  // which does not govern this op
  };
  const Row rows[] = {
      {"div"_op, "div.integer_zero=any"_policy, "div.integer_zero=error"_policy,
       "mod.integer_zero=error"_policy},
      {"mod"_op, "mod.integer_zero=any"_policy, "mod.integer_zero=error"_policy,
       "div.integer_zero=error"_policy}};
  for (const Row& row : rows) {
    const Call call = call_of(row.op, {x, y});
    EXPECT_TRUE(answer(call).freedom.empty());
    const Answer any = answer(call, kNx.with(row.any));
    EXPECT_EQ((std::vector<Freedom>{Freedom::kNone, Freedom::kAny}),
              any.freedom);
    Reference strict(kNx.with(row.error));
    EXPECT_EQ(StatusCode::kInvalid, strict.execute(call).status().code);
    EXPECT_TRUE(strict.execute(call_of(row.op, {x, x})).ok());
    EXPECT_TRUE(Reference(kNx.with(row.of_the_other)).execute(call).ok());
  }
}

TEST(ElementwiseIntegersTest, PowersAreExactModuloTheWidth) {
  expect_same({1, 1, 0, 81, 0, -8, 4},
              binary("pow"_op, DType::kInt8, {0, 5, 0, 3, 2, -2, -2},
                     {0, 0, 3, 4, 8, 3, 2}));
  expect_same(
      {1, 1, -1, 0, 0},
      binary("pow"_op, DType::kInt8, {1, -1, -1, 2, 0}, {-3, -2, -3, -1, -1}));
  EXPECT_EQ(-3, on_int64("pow"_op, -3, 1));
  EXPECT_EQ(kMin64, on_int64("pow"_op, 2, 63));
  EXPECT_EQ(0, on_int64("pow"_op, 2, 64));
  EXPECT_EQ(-1, on_int64("pow"_op, -1, kMin64 + 1));
  EXPECT_EQ(1, on_int64("pow"_op, -1, kMin64));
}

TEST(ElementwiseIntegersTest, ProfilesDecideNegativeExponents) {
  const Profile zero = kNx.with("pow.negative_exponent=zero"_policy);
  expect_same({0, 0, 1},
              binary("pow"_op, DType::kInt8, {1, -1, 1}, {-3, -2, 0}, zero));
  Reference strict(kNx.with("pow.negative_exponent=error"_policy));
  const Tensor x = tensor_of(DType::kInt32, Numbers{1, 2});
  const Tensor y = tensor_of(DType::kInt32, Numbers{3, -1});
  EXPECT_EQ(StatusCode::kInvalid,
            strict.execute(call_of("pow"_op, {x, y})).status().code);
  EXPECT_TRUE(strict.execute(call_of("pow"_op, {x, x})).ok());
}

TEST(ElementwiseIntegersTest, UnaryOps) {
  expect_same({0, 1, -1, 0, 0},
              unary("recip"_op, DType::kInt8, {0, 1, -1, 2, -3}));
  expect_same({0, 1, 0}, unary("recip"_op, DType::kUint8, {0, 1, 255}));
  expect_same({-128, 127, 5}, unary("abs"_op, DType::kInt8, {-128, -127, 5}));
  expect_same({255}, unary("abs"_op, DType::kUint8, {255}));
  expect_same({-1, 0, 1}, unary("sign"_op, DType::kInt4, {-8, 0, 7}));
  expect_same({0, 1}, unary("sign"_op, DType::kUint64, {0, 200}));
  for (Op op : {"trunc"_op, "ceil"_op, "floor"_op, "round"_op})
    expect_same({-128, 7}, unary(op, DType::kInt8, {-128, 7}));
  const auto open =
      answer(call_of("recip"_op, {tensor_of(DType::kInt8, Numbers{0, 1})}),
             kNx.with("recip.integer_zero=any"_policy));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny, Freedom::kNone}),
            open.freedom);
}

TEST(ElementwiseIntegersTest, Bits) {
  expect_same({-8, 5}, binary("xor"_op, DType::kInt4, {-1, 6}, {7, 3}));
  expect_same({-1, 7}, binary("or"_op, DType::kInt8, {-8, 6}, {7, 3}));
  expect_same({200}, binary("and"_op, DType::kUint8, {255}, {200}));
  expect_same({0, 1, 1, 0},
              binary("xor"_op, DType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1}));
  expect_same({0, 1, 1, 1},
              binary("or"_op, DType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1}));
  expect_same({0, 0, 0, 1},
              binary("and"_op, DType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1}));
}

}  // namespace
}  // namespace assay::test
