// Casts between categories, at the ends of every range.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Call casting(const Tensor& x, DType to) {
  return call_of("cast"_op, {x}, {}, to);
}
Numbers cast(DType from, DType to, const Numbers& x,
             const Profile& profile = kNx) {
  return numbers_in(execute(casting(tensor_of(from, x), to), profile));
}

TEST(ConversionTest, FloatsToIntegers) {
  const Numbers x = {1.9,  -1.9, 127.9, 128,   -128.9,
                     -129, kNan, kInf,  -kInf, -0.0};
  expect_same({1, -1, 127, 127, -128, -128, 0, 127, -128, 0},
              cast(DType::kFloat64, DType::kInt8, x));
  expect_same({1, 0, 127, 128, 0, 0, 0, 255, 0, 0},
              cast(DType::kFloat64, DType::kUint8, x));
  expect_same({7, -8, 7, -7},
              cast(DType::kFloat16, DType::kInt4, {8, -9, kInf, -7.5}));
  expect_same({15, 0, 14},
              cast(DType::kBfloat16, DType::kUint4, {16, -1, 14.5}));
  const auto bits = [](DType to, const Numbers& values) {
    return bits_in(execute(casting(tensor_of(DType::kFloat64, values), to)));
  };
  const std::uint64_t top = std::uint64_t{1} << 63;
  EXPECT_EQ((Bits{top - 1, top, top, 0x7fff'ffff'ffff'fc00, top - 1}),
            bits(DType::kInt64,
                 {0x1p63, -0x1p63, -kInf, 0x1.fffffffffffffp62, kInf}));
  EXPECT_EQ((Bits{~std::uint64_t{0}, top, 0, 0xffff'ffff'ffff'f800}),
            bits(DType::kUint64, {0x1p64, 0x1p63, -5, 0x1.fffffffffffffp63}));
}

TEST(ConversionTest, OutOfRangeIsAPolicy) {
  const Call call = casting(
      tensor_of(DType::kFloat32, Numbers{1.5, 300, kNan, -129}), DType::kInt8);
  EXPECT_TRUE(answer(call).freedom.empty());
  EXPECT_EQ((std::vector<Freedom>{Freedom::kNone, Freedom::kAny, Freedom::kAny,
                                  Freedom::kAny}),
            answer(call, kNx.with("cast.out_of_range=any"_policy)).freedom);
}

TEST(ConversionTest, IntegersWrap) {
  expect_same({-128, 1, -1}, cast(DType::kInt32, DType::kInt8, {128, 257, -1}));
  expect_same({255}, cast(DType::kInt8, DType::kUint8, {-1}));
  expect_same({-8, 7}, cast(DType::kInt8, DType::kInt4, {8, -9}));
  expect_same({15}, cast(DType::kInt8, DType::kUint4, {-1}));
  EXPECT_EQ((Bits{~std::uint64_t{0}}),
            bits_in(execute(casting(tensor_of(DType::kInt4, Numbers{-1}),
                                    DType::kUint64))));
}

TEST(ConversionTest, IntegersToFloatsRoundOnce) {
  // 2^24 + 1 is a tie; 2^63 + 2^39 + 1 is just above one, which float64 hides.
  expect_same({0x1p24, 0x1p24 + 4},
              cast(DType::kInt32, DType::kFloat32, {0x1p24 + 1, 0x1p24 + 3}));
  const std::uint64_t above =
      (std::uint64_t{1} << 63) + (std::uint64_t{1} << 39) + 1;
  expect_same({0x1p63 + 0x1p40},
              numbers_in(execute(casting(
                  tensor_of_bits(DType::kUint64, {above}), DType::kFloat32))));
  expect_same({-0x1p63},
              numbers_in(execute(casting(
                  tensor_of_bits(DType::kInt64, {std::uint64_t{1} << 63}),
                  DType::kFloat32))));
  expect_same({kInf, 448, kNan},
              Numbers{cast(DType::kInt32, DType::kFloat16, {65520})[0],
                      cast(DType::kInt32, DType::kFloat8E4m3fn, {464})[0],
                      cast(DType::kInt32, DType::kFloat8E4m3fn, {465})[0]});
}

TEST(ConversionTest, FloatsToFloats) {
  // Just above a tie in float16 and beyond float32's precision.
  expect_same({1 + 0x1p-10, 1, kInf, 0x1p-24, -0.0, kNan},
              cast(DType::kFloat64, DType::kFloat16,
                   {1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-11, 65520, 0x1p-24,
                    -0x1p-26, kNan}));
  expect_same({448, kNan, kNan},
              cast(DType::kFloat32, DType::kFloat8E4m3fn, {464, 465, kInf}));
  expect_same({kInf, 57344},
              cast(DType::kFloat32, DType::kFloat8E5m2, {61440, 61439}));
}

TEST(ConversionTest, BoolAndComplex) {
  expect_same({1, 1, 0, 0, 1},
              cast(DType::kFloat32, DType::kBool, {kNan, -2, 0, -0.0, 1e-40}));
  expect_same({1, 0, 1}, cast(DType::kInt4, DType::kBool, {-8, 0, 1}));
  expect_same({0, 1}, cast(DType::kBool, DType::kBfloat16, {0, 1}));
  expect_same({0, 1}, cast(DType::kBool, DType::kInt4, {0, 1}));
  const Tensor z = tensor_of(
      DType::kComplex64,
      ComplexNumbers{{-1.5, 7}, {0, 2}, {300, kNan}, {0, -0.0}, {0, kNan}});
  expect_same({-1.5, 0, 300, 0, 0},
              numbers_in(execute(casting(z, DType::kFloat64))));
  expect_same({-1, 0, 127, 0, 0},
              numbers_in(execute(casting(z, DType::kInt8))));
  expect_same({1, 1, 1, 0, 1}, numbers_in(execute(casting(z, DType::kBool))));
  const auto to_complex = [](DType from, const Numbers& x) {
    return elements_of(execute(casting(tensor_of(from, x), DType::kComplex64)));
  };
  EXPECT_EQ((std::vector<ElementBits>{{0xbfc0'0000, 0}, {0x8000'0000, 0}}),
            to_complex(DType::kFloat16, {-1.5, -0.0}));
  EXPECT_EQ((std::vector<ElementBits>{{0xbf80'0000, 0}}),
            to_complex(DType::kInt4, {-1}));
  EXPECT_EQ((std::vector<ElementBits>{{0x3f80'0000, 0}}),
            to_complex(DType::kBool, {1}));
}

TEST(ConversionTest, TheSameDTypeKeepsEveryBit) {
  const Bits bits = {0x7fa0'0001, 0x8000'0000};
  EXPECT_EQ(bits, bits_in(execute(casting(tensor_of_bits(DType::kFloat32, bits),
                                          DType::kFloat32))));
}

// Every pair of dtypes takes 0 and 1 to 0 and 1.
TEST(ConversionTest, EveryPair) {
  for (const DTypeSpec& from : kDTypes)
    for (const DTypeSpec& to : kDTypes) {
      const Tensor y =
          execute(casting(tensor_of(from.dtype, Numbers{0, 1}), to.dtype));
      EXPECT_EQ(elements_of(tensor_of(to.dtype, Numbers{0, 1})), elements_of(y))
          << from.name << to.name;
      EXPECT_TRUE(Reference().claim({"cast"_op, "", from.dtype, to.dtype}));
    }
}

}  // namespace
}  // namespace assay::test
