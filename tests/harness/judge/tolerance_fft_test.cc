// Tests the bounds of the class fft against section 9 of the contract, computed
// by hand, and which elements are left open.
#include "harness/judge/tolerance_fft.h"

#include <gtest/gtest.h>

#include <cmath>

#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using Axes = std::vector<std::int64_t>;
using Values = std::vector<std::pair<double, double>>;

constexpr double kU64 = 0x1p-53;
constexpr double kU32 = 0x1p-24;
constexpr double kRealInf = HUGE_VAL;

std::vector<ElementBits> elements(DType dtype, const Values& values) {
  std::vector<ElementBits> list;
  for (const auto& [re, im] : values) {
    ElementBits bits{encode_real(format_of(dtype), re), 0};
    if (is_complex(dtype)) bits.im = encode_real(format_of(dtype), im);
    list.push_back(bits);
  }
  return list;
}

// Holds one transform with the result that is to be judged.
struct AskedTransform {
  Op op;
  DType dtype;
  Shape shape;
  Values x;
  DType result;
  Values y;
  Axes axes = {0};
  Axes sizes = {};
  Answer answer = {};
  Profile profile = kNx;

  SliceBounds bounds() const {
    Attributes attributes;
    attributes.axes(axes);
    if (op == "rfft"_op || op == "irfft"_op) attributes.dtype(result);
    if (!sizes.empty()) attributes.set(AttributeKey::kSizes, sizes);
    const Call call{op, {{dtype, View(shape), nullptr}}, attributes, {}};
    const Permitted permitted =
        permitted_answer(call, result, elements(result, y), answer,
                         {elements(dtype, x)}, profile);
    EXPECT_EQ(permitted.accuracy, Accuracy::kFft);
    EXPECT_TRUE(permitted.slices.has_value());
    return permitted.slices.value_or(SliceBounds{});
  }
};

void expect_bound(const std::vector<double>& bounds, double wanted) {
  ASSERT_EQ(bounds.size(), 1u);
  EXPECT_NEAR(bounds[0] / wanted, 1, 1e-12);
}

TEST(ToleranceFft, LengthsWithALargePrimeCountAsPadded) {
  for (std::int64_t n : {1, 2, 3, 5, 7, 11, 13, 16, 100, 120, 143, 169, 2187})
    EXPECT_EQ(padded_length(n), n);
  EXPECT_EQ(padded_length(17), 64);  // 2n - 1 = 33
  EXPECT_EQ(padded_length(34), 128);
  EXPECT_EQ(padded_length(31), 64);  // 61
  EXPECT_EQ(padded_length(127), 256);
  EXPECT_EQ(padded_length(1009), 2048);
}

// ‖x‖₂ = √(9 + 16 + 144) = 13, L = log2 3, N = 3.
TEST(ToleranceFft, IsTheFormulaOfTheContract) {
  const double levels = std::log2(3.0);
  const AskedTransform asked{"fft"_op,
                             DType::kComplex128,
                             {3},
                             {{3, 4}, {12, 0}, {0, 0}},
                             DType::kComplex128,
                             {{1, 1}, {-30, 40}, {0, 2}}};
  expect_bound(asked.bounds().l2, 4 * kU64 * levels * std::sqrt(3.0) * 13);
  expect_bound(asked.bounds().max, 8 * kU64 * levels * 50);
  EXPECT_EQ(asked.bounds().axes, Axes{0});

  AskedTransform narrow = asked;
  narrow.dtype = narrow.result = DType::kComplex64;
  expect_bound(narrow.bounds().max, 8 * kU32 * levels * 50);
}

// L is 1 at least, and that of 17 is log2 64.
TEST(ToleranceFft, LevelsFollowTheLength) {
  AskedTransform one{"fft"_op,   DType::kComplex128, {1},
                     {{0.5, 0}}, DType::kComplex128, {{0.5, 0}}};
  EXPECT_EQ(one.bounds().max[0], 8 * kU64 * 0.5 + 4 * 0x1p-1074);
  AskedTransform prime{
      "fft"_op,           DType::kComplex128, {17}, Values(17, {0.5, 0}),
      DType::kComplex128, Values(17, {2, 0})};
  expect_bound(prime.bounds().max, 8 * kU64 * 6 * 2);
  // Lengths 3 and 17 together: L = log2 3 + 6, N = 51.
  AskedTransform both{
      "fft"_op,           DType::kComplex128, {3, 17}, Values(51, {0.5, 0}),
      DType::kComplex128, Values(51, {2, 0}), {1, 0}};
  expect_bound(both.bounds().max, 8 * kU64 * (std::log2(3.0) + 6) * 2);
  expect_bound(both.bounds().l2, 4 * kU64 * (std::log2(3.0) + 6) * 51 * 0.5);
}

TEST(ToleranceFft, TinySlicesHaveAnAbsoluteTerm) {
  const double eta = 0x1p-149;
  AskedTransform zero{"fft"_op,          DType::kComplex64, {9},
                      Values(9, {0, 0}), DType::kComplex64, Values(9, {0, 0})};
  const double levels = std::log2(9.0);
  expect_bound(zero.bounds().l2, 4 * levels * 9 * eta);
  expect_bound(zero.bounds().max, 4 * levels * 3 * eta);
}

// The exact values are half an ulp away from the rounded ones.
TEST(ToleranceFft, BoundsReachFromTheRoundedValues) {
  AskedTransform asked{
      "rfft"_op,          DType::kFloat64, {3}, {{3, 0}, {4, 0}, {0.5, 0}},
      DType::kComplex128, {{4, 0}, {1, 1}}};
  const SliceBounds plain = asked.bounds();
  asked.answer.residue = {0.5, 0, 0, -0.5};  // 2^-51 and 2^-53
  const SliceBounds moved = asked.bounds();
  EXPECT_NEAR((moved.max[0] - plain.max[0]) / 0x1p-51, 1, 1e-9);
  EXPECT_NEAR((moved.l2[0] - plain.l2[0]) / std::sqrt(0x1p-102 + 0x1p-106), 1,
              1e-9);
}

TEST(ToleranceFft, EverySliceHasItsOwnBounds) {
  const AskedTransform asked{
      "fft"_op,
      DType::kComplex128,
      {3, 2},
      {{1, 0}, {100, 0}, {0.5, 0}, {0, 0}, {0, 0}, {0, 0}},
      DType::kComplex128,
      {{1, 0}, {100, 0}, {1, 0}, {100, 0}, {2, 0}, {100, 0}}};
  const SliceBounds bounds = asked.bounds();
  ASSERT_EQ(bounds.max.size(), 2u);
  EXPECT_NEAR(bounds.max[1] / bounds.max[0], 50, 1e-9);
}

TEST(ToleranceFft, MixedPairsHaveTheWiderUnit) {
  for (const auto& [from, to] : {std::pair{DType::kFloat32, DType::kComplex128},
                                 {DType::kFloat64, DType::kComplex64},
                                 {DType::kFloat32, DType::kComplex64}}) {
    const AskedTransform asked{"rfft"_op, from,
                               {3},       {{3, 0}, {4, 0}, {0.5, 0}},
                               to,        {{7.5, 0}, {1, 1}}};
    expect_bound(asked.bounds().max, 8 * kU32 * std::log2(3.0) * 7.5);
  }
  AskedTransform large{
      "rfft"_op,         DType::kFloat64,    {3}, Values(3, {1e38, 0}),
      DType::kComplex64, {{3e38, 0}, {0, 0}}};
  EXPECT_GT(large.bounds().max[0], 0);
  large.x[0] = {2e38, 0};  // the sum leaves float32's range
  EXPECT_EQ(large.bounds().max[0], -1);
  large.result = DType::kComplex128;
  EXPECT_GT(large.bounds().max[0], 0);
}

// s = 5: bins 0, 1 and 2 count once, twice and twice; s = 4: once, twice,
// once; s = 6 adds a bin of zeros. Ignored parts and cut bins count nothing.
TEST(ToleranceFft, IrfftTakesTheNormOfTheHermitianSpectrum) {
  AskedTransform asked{
      "irfft"_op,      DType::kComplex128, {3}, {{3, 1e9}, {0, 2}, {1, 7}},
      DType::kFloat64, Values(5, {1, 0}),  {0}, {5}};
  const auto l2 = [&](std::int64_t s) {
    asked.sizes = {s};
    asked.y = Values(static_cast<std::size_t>(s), {1, 0});
    return asked.bounds().l2;
  };
  const auto bound = [](double n, double norm) {
    return 4 * kU64 * std::log2(n) * std::sqrt(n) * norm;
  };
  expect_bound(l2(5), bound(5, std::sqrt(9.0 + 2 * 4 + 2 * 50)));
  expect_bound(l2(3), bound(3, std::sqrt(9.0 + 2 * 4)));
  expect_bound(l2(6), bound(6, std::sqrt(9.0 + 2 * 4 + 2 * 50)));
  asked.x[1] = {0.5, 2};  // lengths 2 and 4 are exact otherwise
  expect_bound(l2(4), bound(4, std::sqrt(9.0 + 2 * 4.25 + 1)));
  asked.x[0] = {3, std::nan("")};  // ignored
  expect_bound(l2(3), bound(3, std::sqrt(9.0 + 2 * 4.25)));
  asked.x[2] = {kRealInf, 0};  // cut
  expect_bound(l2(3), bound(3, std::sqrt(9.0 + 2 * 4.25)));
  EXPECT_EQ(l2(5)[0], -1);
}

TEST(ToleranceFft, ADividedInverseHasDividedBounds) {
  AskedTransform asked{"ifft"_op,
                       DType::kComplex128,
                       {3},
                       {{3, 4}, {12, 0}, {0, 0}},
                       DType::kComplex128,
                       {{2, 0}, {0, 0}, {0, 0}}};
  asked.profile = kNx.with("fft.norm=backward"_policy);
  const double levels = std::log2(3.0);
  expect_bound(asked.bounds().l2, 4 * kU64 * levels * std::sqrt(3.0) * 13 / 3);
  expect_bound(asked.bounds().max, 8 * kU64 * levels * 2);
  asked.op = "fft"_op;
  expect_bound(asked.bounds().l2, 4 * kU64 * levels * std::sqrt(3.0) * 13);
}

TEST(ToleranceFft, LeavesASliceOpenThatIsNotFinite) {
  const double largest = 0x1.fffffffffffffp+1023;
  for (double value : {std::nan(""), kRealInf, -kRealInf, largest}) {
    const AskedTransform asked{
        "fft"_op,
        DType::kComplex128,
        {2, 3},
        {{1, 0}, {value, 0}, {largest, 0}, {1, 0}, {2, 0}, {3, 0}},
        DType::kComplex128,
        {{value, 0}, {0, 0}, {0, 0}, {6, 0}, {0, 0}, {0, 0}},
        {1}};
    const SliceBounds bounds = asked.bounds();
    ASSERT_EQ(bounds.max.size(), 2u);
    EXPECT_EQ(bounds.max[0], -1) << value;
    EXPECT_EQ(bounds.l2[0], -1) << value;
    EXPECT_GT(bounds.max[1], 0) << value;
  }
}

TEST(ToleranceFft, LeavesRepeatedAndNoAxesOpen) {
  for (const Axes& axes : {Axes{}, Axes{0, 0}, Axes{0, 1, 0}}) {
    for (Op op : {"fft"_op, "irfft"_op}) {
      const bool real = op == "irfft"_op;
      const AskedTransform asked{op,
                                 DType::kComplex128,
                                 {2, 2},
                                 Values(4, {1, 0}),
                                 real ? DType::kFloat64 : DType::kComplex128,
                                 Values(4, {1, 0}),
                                 axes};
      for (double bound : asked.bounds().max) EXPECT_EQ(bound, -1);
    }
  }
}

TEST(ToleranceFft, SmallIntegersOfSmallLengthsAreExact) {
  const auto max = [](std::int64_t n, double x, DType dtype) {
    const AskedTransform asked{
        "fft"_op, dtype,
        {n},      Values(static_cast<std::size_t>(n), {x, -1}),
        dtype,    Values(static_cast<std::size_t>(n), {1, 0})};
    EXPECT_EQ(asked.bounds().max[0] == 0, asked.bounds().l2[0] == 0);
    return asked.bounds().max[0];
  };
  for (DType dtype : {DType::kComplex64, DType::kComplex128}) {
    for (std::int64_t n : {1, 2, 4}) EXPECT_EQ(max(n, 3, dtype), 0) << n;
    for (std::int64_t n : {3, 5, 8}) EXPECT_GT(max(n, 3, dtype), 0) << n;
    EXPECT_GT(max(4, 0.5, dtype), 0);
  }
  EXPECT_GT(max(4, 1e6, DType::kComplex64), 0);  // sums above 2^20
  EXPECT_EQ(max(4, 1e6, DType::kComplex128), 0);
}

}  // namespace
}  // namespace assay
