// Tests the pointwise family against values that were computed by hand and
// against functions of the C library, and what its answers leave open.
#include <gtest/gtest.h>

#include <cmath>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr DType kSingle = DType::kFloat32;
constexpr DType kDouble = DType::kFloat64;

// Expects what the C library gives, which is right to a few ulp.
void expect_as_in_c(Op op, double (*f)(double), const Numbers& x) {
  const Numbers found = unary(op, kDouble, x);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(f(x[i]), found[i], 8e-16 * std::fabs(f(x[i])))
        << name_of(op) << " of " << x[i];
}

TEST(Pointwise, Log1p) {
  expect_same({0, -0.0, -kInf, kNan, kNan, kInf, kNan},
              unary("log1p"_op, kSingle, {0, -0.0, -1, -2, -kInf, kInf, kNan}));
  EXPECT_EQ(0x1p-80, unary("log1p"_op, kSingle, {0x1p-80})[0]);
  expect_as_in_c("log1p"_op, std::log1p,
                 {1e-300, -1e-9, 0.3, -0.41421356, -0.9999, 1, 1e5, 1e300});
}

TEST(Pointwise, InverseHyperbolicFunctions) {
  expect_same({0, -0.0, -kInf, kInf, kNan},
              unary("asinh"_op, kSingle, {0, -0.0, -kInf, kInf, kNan}));
  expect_as_in_c("asinh"_op, std::asinh,
                 {1e-300, -1e-9, 0.3, -1, 7, -1e5, 1e200, -1e308});
  expect_same({0, kNan, kNan, kNan, kInf, kNan},
              unary("acosh"_op, kSingle, {1, 0.5, -2, -kInf, kInf, kNan}));
  expect_as_in_c("acosh"_op, std::acosh,
                 {1 + 0x1p-52, 1.0001, 1.5, 2, 1e5, 1e200, 1e308});
  expect_same({0, -0.0, kInf, -kInf, kNan, kNan, kNan},
              unary("atanh"_op, kSingle, {0, -0.0, 1, -1, 1.5, -kInf, kNan}));
  expect_as_in_c("atanh"_op, std::atanh,
                 {1e-300, -1e-9, 0.3, -0.5, 0.999, -1 + 0x1p-53});
}

TEST(Pointwise, AreRoundedOnceFromTheExactValue) {
  for (double x : {0.7, 1.9, 0.02}) {
    const double rounded =
        numbers_in(tensor_of(DType::kFloat16, Numbers{x}))[0];
    EXPECT_EQ(
        numbers_in(tensor_of(DType::kFloat16, Numbers{std::log1p(rounded)}))[0],
        unary("log1p"_op, DType::kFloat16, {x})[0]);
  }
}

TEST(Pointwise, Hypot) {
  expect_same({5, 13, 1, 0, kInf, kNan},
              binary("hypot"_op, kSingle, {3, -5, 0, -0.0, -kInf, kNan},
                     {4, 12, -1, 0, 1, 2}));
  // The squares are out of range.
  EXPECT_EQ(5e300, binary("hypot"_op, kDouble, {3e300}, {-4e300})[0]);
  EXPECT_EQ(5 * 0x1p-1070,
            binary("hypot"_op, kDouble, {3 * 0x1p-1070}, {4 * 0x1p-1070})[0]);
  const Answer open = answer(
      call_of("hypot"_op, {tensor_of(kSingle, Numbers{kInf, kNan, 1}),
                           tensor_of(kSingle, Numbers{kNan, -kInf, kNan})}));
  EXPECT_EQ(
      (std::vector<Freedom>{Freedom::kAny, Freedom::kAny, Freedom::kNone}),
      open.freedom);
}

Call clamp_call(DType dtype, const Numbers& x, const Numbers& low,
                const Numbers& high) {
  Attributes attributes;
  if (!low.empty())
    attributes.element(AttributeKey::kLow,
                       elements_of(tensor_of(dtype, low))[0]);
  if (!high.empty())
    attributes.element(AttributeKey::kHigh,
                       elements_of(tensor_of(dtype, high))[0]);
  return call_of("clamp"_op, {tensor_of(dtype, x)}, attributes);
}

TEST(Pointwise, Clamp) {
  const Numbers x = {-kInf, -3, 1.5, 8, kInf, kNan};
  expect_same({-2, -2, 1.5, 4, 4, kNan},
              numbers_in(execute(clamp_call(kSingle, x, {-2}, {4}))));
  expect_same({-2, -2, 1.5, 8, kInf, kNan},
              numbers_in(execute(clamp_call(kSingle, x, {-2}, {}))));
  expect_same({-kInf, -3, 1.5, 4, 4, kNan},
              numbers_in(execute(clamp_call(kSingle, x, {}, {4}))));
  EXPECT_EQ((Numbers{-5, -5, 7, 9}),
            numbers_in(execute(
                clamp_call(DType::kInt8, {-128, -6, 7, 127}, {-5}, {9}))));
  const Tensor large = tensor_of_bits(DType::kUint64, {0, UINT64_MAX, 5});
  EXPECT_EQ((Bits{3, UINT64_MAX - 1, 5}),
            bits_in(execute(call_of(
                "clamp"_op, {large},
                Attributes()
                    .element(AttributeKey::kLow, {3, 0})
                    .element(AttributeKey::kHigh, {UINT64_MAX - 1, 0})))));
  const Answer zeros = answer(clamp_call(kSingle, {-0.0, -1, 2}, {0}, {1}));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kZeroSign, Freedom::kZeroSign,
                                  Freedom::kNone}),
            zeros.freedom);
  // The elements between the bounds keep their bits.
  const Bits subnormal = {1, 0x80000001};
  EXPECT_EQ(subnormal,
            bits_in(execute(call_of(
                "clamp"_op, {tensor_of_bits(kSingle, subnormal)},
                Attributes().element(AttributeKey::kHigh,
                                     {encode_real(kFormatFloat32, 1), 0})))));
}

TEST(Pointwise, BitwiseNot) {
  EXPECT_EQ((Numbers{-1, 0, 127, -8}),
            unary("bitwise_not"_op, DType::kInt8, {0, -1, -128, 7}));
  EXPECT_EQ((Numbers{255, 0}),
            unary("bitwise_not"_op, DType::kUint8, {0, 255}));
  EXPECT_EQ((Bits{UINT64_MAX}),
            bits_in(execute(call_of("bitwise_not"_op,
                                    {tensor_of_bits(DType::kUint64, {0})}))));
  EXPECT_EQ((Bits{1, 0}),
            bits_in(execute(call_of("bitwise_not"_op,
                                    {tensor_of_bits(DType::kBool, {0, 1})}))));
}

TEST(Pointwise, Shifts) {
  EXPECT_EQ((Numbers{6, -128, -2, 0}), binary("shift_left"_op, DType::kInt8,
                                              {3, 1, 127, -128}, {1, 7, 1, 1}));
  EXPECT_EQ((Numbers{-1, -4, 3, -1}), binary("shift_right"_op, DType::kInt8,
                                             {-1, -8, 7, -128}, {5, 1, 1, 7}));
  EXPECT_EQ((Numbers{127, 1}),
            binary("shift_right"_op, DType::kUint8, {255, 128}, {1, 7}));
  const Call top =
      call_of("shift_right"_op, {tensor_of_bits(DType::kUint64, {UINT64_MAX}),
                                 tensor_of_bits(DType::kUint64, {63})});
  EXPECT_EQ((Bits{1}), bits_in(execute(top)));
}

TEST(Pointwise, CountsBeyondTheWidthFollowTheProfile) {
  const Numbers x = {-8, -8, -8, -8};
  const Numbers counts = {-1, 8, 65, 3};
  const auto moved = [&](Op op, const Profile& profile) {
    return binary(op, DType::kInt8, x, counts, profile);
  };
  const Answer open =
      answer(call_of("shift_left"_op, {tensor_of(DType::kInt8, x),
                                       tensor_of(DType::kInt8, counts)}));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny, Freedom::kAny, Freedom::kAny,
                                  Freedom::kNone}),
            open.freedom);
  const Profile saturate = kNx.with("shift.count=saturate"_policy);
  EXPECT_EQ((Numbers{0, 0, 0, -64}), moved("shift_left"_op, saturate));
  EXPECT_EQ((Numbers{-1, -1, -1, -1}), moved("shift_right"_op, saturate));
  const Profile by_64 = kNx.with("shift.count=mask_64"_policy);
  EXPECT_EQ((Numbers{0, 0, -16, -64}), moved("shift_left"_op, by_64));
  EXPECT_EQ((Numbers{-1, -1, -4, -1}), moved("shift_right"_op, by_64));
  const Profile by_width = kNx.with("shift.count=mask_width"_policy);
  EXPECT_EQ((Numbers{0, -8, -16, -64}), moved("shift_left"_op, by_width));
  EXPECT_EQ((Numbers{-1, -8, -4, -1}), moved("shift_right"_op, by_width));
  const auto in_64_bits = [](Op op, std::uint64_t count) {
    const Call call =
        call_of(op, {tensor_of_bits(DType::kInt64, {UINT64_MAX - 7}),
                     tensor_of_bits(DType::kInt64, {count})});
    return bits_in(execute(call, kNx.with("shift.count=saturate"_policy)))[0];
  };
  EXPECT_EQ(0u, in_64_bits("shift_left"_op, 64));
  EXPECT_EQ(UINT64_MAX, in_64_bits("shift_right"_op, 64));
}

TEST(Pointwise, IsNanAndIsInf) {
  const Bits patterns = {0x7f800000, 0xff800000, 0x7f800001, 0xffc00000,
                         0x7f7fffff, 0,          0x7fffffff};
  const auto asked = [&](Op op) {
    return bits_in(execute(call_of(op, {tensor_of_bits(kSingle, patterns)})));
  };
  EXPECT_EQ((Bits{0, 0, 1, 1, 0, 0, 1}), asked("is_nan"_op));
  EXPECT_EQ((Bits{1, 1, 0, 0, 0, 0, 0}), asked("is_inf"_op));
}

}  // namespace
}  // namespace assay::test
