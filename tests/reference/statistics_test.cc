// Tests the statistics family on calls that can be followed by hand, and
// against reduce_sum, reduce_max, argmax and abs.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Attributes axes_of_statistic(std::vector<std::int64_t> axes,
                             bool keepdims = false) {
  return Attributes().axes(std::move(axes)).keepdims(keepdims);
}

Numbers statistic(Op op, DType dtype, const Numbers& x, Shape shape,
                  std::vector<std::int64_t> axes) {
  return numbers_in(execute(call_of(op, {tensor_of(dtype, x, std::move(shape))},
                                    axes_of_statistic(std::move(axes)))));
}

// Returns the values, followed by the indices.
Numbers extremum(Op op, DType dtype, const Numbers& x, Shape shape,
                 std::int64_t axis, DType index = DType::kInt32) {
  const Call call = call_of(
      op, {tensor_of(dtype, x, std::move(shape))},
      Attributes().axis(axis).keepdims(false).set(
          AttributeKey::kIndexDType, {static_cast<std::int64_t>(index)}));
  execute(call);
  EXPECT_EQ(call.outs[1].dtype, index);
  Numbers found = numbers_in(call.outs[0]);
  for (double place : numbers_in(call.outs[1])) found.push_back(place);
  return found;
}

TEST(StatisticsTest, MeansDivideSums) {
  constexpr Op kMean = "mean"_op;
  const Numbers x = {1, 2, 3, 4, 5, 9};
  expect_same({2, 6}, statistic(kMean, DType::kFloat32, x, {2, 3}, {1}));
  expect_same({2.5, 3.5, 6}, statistic(kMean, DType::kFloat32, x, {2, 3}, {0}));
  expect_same({4}, statistic(kMean, DType::kFloat64, x, {2, 3}, {1, 0}));
  expect_same(x, statistic(kMean, DType::kFloat64, x, {2, 3}, {}));
  const Tensor nothing = *Reference().buffer(DType::kFloat16, {2, 0});
  expect_same(
      {kNan, kNan},
      numbers_in(execute(call_of(kMean, {nothing}, axes_of_statistic({1})))));
  expect_same({kInf}, statistic(kMean, DType::kFloat32, {1, kInf}, {2}, {0}));
  expect_same({kNan},
              statistic(kMean, DType::kFloat32, {-kInf, kInf}, {2}, {0}));
}

TEST(StatisticsTest, MeansAreRoundedOnce) {
  // In float16 a running sum of ones stops at 2048.
  expect_same({1}, statistic("mean"_op, DType::kFloat16, Numbers(4096, 1),
                             {4096}, {0}));
  expect_same({65504}, statistic("mean"_op, DType::kFloat16,
                                 {65504, 65504, 65504}, {3}, {0}));
  expect_same({1.0 / 3},
              statistic("mean"_op, DType::kFloat64, {1, 0, 0}, {3}, {0}));
}

TEST(StatisticsTest, MeansReportTermsScaleAndRoundings) {
  const Answer mean = answer(
      call_of("mean"_op, {tensor_of(DType::kFloat32, Numbers{1, -2, 3, -6})},
              axes_of_statistic({0})));
  EXPECT_EQ(mean.terms, std::vector<std::int64_t>{4});
  EXPECT_EQ(mean.scale, std::vector<double>{3});
  // ⌈log2 4⌉ + 128 roundings of the sum, a reciprocal and a product.
  EXPECT_EQ(mean.roundings, std::vector<std::int64_t>{132});
  const Answer vast = answer(call_of(
      "mean"_op, {tensor_of(DType::kFloat32, Numbers{3e38, 3e38, -3e38})},
      axes_of_statistic({0})));
  EXPECT_EQ(vast.freedom, std::vector<Freedom>{Freedom::kAny});
}

TEST(StatisticsTest, MeansOfIntegersTruncateTheExactSum) {
  constexpr Op kMean = "mean"_op;
  expect_same({2}, statistic(kMean, DType::kInt32, {1, 2, 5}, {3}, {0}));
  expect_same({-2}, statistic(kMean, DType::kInt32, {-1, -2, -5}, {3}, {0}));
  expect_same({127}, statistic(kMean, DType::kInt8, {127, 127, 127}, {3}, {0}));
  const Tensor most =
      tensor_of_bits(DType::kUint64, {~std::uint64_t{0}, ~std::uint64_t{0}});
  EXPECT_EQ(bits_in(execute(call_of(kMean, {most}, axes_of_statistic({0})))),
            Bits{~std::uint64_t{0}});
}

TEST(StatisticsTest, TruthIsBeingDifferentFromZero) {
  constexpr Op kAny = "any"_op;
  constexpr Op kAll = "all"_op;
  const Numbers x = {0, 0, 0, 5, -1, 2};
  expect_same({0, 1}, statistic(kAny, DType::kInt16, x, {2, 3}, {1}));
  expect_same({0, 1}, statistic(kAll, DType::kInt16, x, {2, 3}, {1}));
  expect_same({1, 1, 1}, statistic(kAny, DType::kInt16, x, {2, 3}, {0}));
  expect_same({0, 0, 0}, statistic(kAll, DType::kInt16, x, {2, 3}, {0}));
  expect_same({0, 0, 1}, statistic(kAny, DType::kBool, {0, 0, 1}, {3}, {}));
  expect_same({1}, statistic(kAll, DType::kFloat32, {kNan, 1}, {2}, {0}));
  expect_same({1}, statistic(kAny, DType::kFloat32, {kNan, 0}, {2}, {0}));
  expect_same({0}, statistic(kAny, DType::kFloat32, {-0.0, 0}, {2}, {0}));
  expect_same({1}, statistic(kAny, DType::kFloat32, {0x1p-149, 0}, {2}, {0}));
  const Tensor nothing = *Reference().buffer(DType::kBool, {1, 0});
  expect_same(
      {0},
      numbers_in(execute(call_of(kAny, {nothing}, axes_of_statistic({1})))));
  expect_same(
      {1},
      numbers_in(execute(call_of(kAll, {nothing}, axes_of_statistic({1})))));
}

TEST(StatisticsTest, MagnitudesHaveNoSign) {
  constexpr Op kMaxAbs = "max_abs"_op;
  expect_same({3, 7},
              statistic(kMaxAbs, DType::kInt8, {-3, 2, 1, -7}, {2, 2}, {1}));
  expect_same({0}, statistic(kMaxAbs, DType::kFloat32, {-0.0, -0.0}, {2}, {0}));
  expect_same({kNan},
              statistic(kMaxAbs, DType::kFloat32, {-9, kNan, 2}, {3}, {0}));
  expect_same({kInf},
              statistic(kMaxAbs, DType::kFloat64, {-kInf, 1}, {2}, {0}));
  expect_same({200}, statistic(kMaxAbs, DType::kUint16, {200, 3}, {2}, {0}));
  const Answer open =
      answer(call_of(kMaxAbs, {tensor_of(DType::kInt8, Numbers{-128, 127})},
                     axes_of_statistic({0})));
  EXPECT_EQ(open.freedom, std::vector<Freedom>{Freedom::kAny});
}

TEST(StatisticsTest, NothingHasNoExtremum) {
  const Tensor nothing = *Reference().buffer(DType::kInt32, {2, 0});
  const Call magnitude =
      call_of("max_abs"_op, {nothing}, axes_of_statistic({1}));
  EXPECT_EQ(Reference().execute(magnitude).status().code, StatusCode::kInvalid);
  const Call largest = call_of("max_with_index"_op, {nothing},
                               Attributes().axis(1).keepdims(false).set(
                                   AttributeKey::kIndexDType,
                                   {static_cast<std::int64_t>(DType::kInt32)}));
  EXPECT_EQ(Reference().execute(largest).status().code, StatusCode::kInvalid);
}

TEST(StatisticsTest, CrossProductsAreRightHanded) {
  const auto cross = [](DType dtype, const Numbers& a, const Numbers& b,
                        Shape shape, std::int64_t axis) {
    return numbers_in(execute(call_of(
        "cross"_op, {tensor_of(dtype, a, shape), tensor_of(dtype, b, shape)},
        Attributes().axis(axis))));
  };
  const auto kFloat = DType::kFloat32;
  expect_same({0, 0, 1}, cross(kFloat, {1, 0, 0}, {0, 1, 0}, {3}, 0));
  expect_same({-3, 6, -3}, cross(kFloat, {1, 2, 3}, {4, 5, 6}, {3}, 0));
  // Two vectors along the first axis: (1, 0, 0) × (0, 0, 1) and
  // (1, 2, 3) × (4, 5, 6).
  expect_same({0, -3, -1, 6, 0, -3}, cross(DType::kInt32, {1, 1, 0, 2, 0, 3},
                                           {0, 4, 0, 5, 1, 6}, {3, 2}, 0));
  expect_same({0, 0, -128 + 16},
              cross(DType::kInt8, {12, 0, 0}, {0, 12, 0}, {3}, 0));
  expect_same({kNan, kNan, 0}, cross(kFloat, {0, 0, kInf}, {0, 0, 1}, {3}, 0));
}

TEST(StatisticsTest, ExtremaComeWithTheirFirstPlace) {
  constexpr Op kMax = "max_with_index"_op;
  constexpr Op kMin = "min_with_index"_op;
  const Numbers x = {3, 9, 9, -4, -4, 0};
  for (DType index : {DType::kInt32, DType::kInt64, DType::kInt8}) {
    expect_same({9, 0, 1, 2},
                extremum(kMax, DType::kInt16, x, {2, 3}, 1, index));
    expect_same({3, -4, 0, 0},
                extremum(kMin, DType::kInt16, x, {2, 3}, 1, index));
  }
  expect_same({3, 9, 9, 0, 0, 0},
              extremum(kMax, DType::kFloat32, x, {2, 3}, 0));
  expect_same({kNan, 1},
              extremum(kMax, DType::kFloat32, {5, kNan, kNan, 7}, {4}, 0));
  expect_same({kNan, 1},
              extremum(kMin, DType::kFloat32, {5, kNan, -kInf}, {3}, 0));
  expect_same({-0.0, 1},
              extremum(kMax, DType::kFloat32, {-1, -0.0, 0}, {3}, 0));
  expect_same({0, 1}, extremum(kMin, DType::kFloat64, {1, 0, -0.0}, {3}, 0));
}

TEST(StatisticsTest, AgreesWithTheReductionsOfTheInterface) {
  Numbers x;
  for (int i = 0; i < 60; ++i) x.push_back((i * 37 + 11) % 29 - 14);
  const Tensor tensor = tensor_of(DType::kFloat64, x, {3, 4, 5});
  for (std::int64_t axis : {0, 1, 2}) {
    const Attributes along = Attributes().axes({axis}).keepdims(true);
    Numbers sums =
        numbers_in(execute(call_of("reduce_sum"_op, {tensor}, along)));
    const double count = static_cast<double>(
        tensor.view.shape()[static_cast<std::size_t>(axis)]);
    for (double& sum : sums) sum /= count;
    EXPECT_EQ(sums, numbers_in(execute(call_of("mean"_op, {tensor}, along))));
    const Tensor magnitudes = execute(call_of("abs"_op, {tensor}));
    EXPECT_EQ(
        numbers_in(execute(call_of("reduce_max"_op, {magnitudes}, along))),
        numbers_in(execute(call_of("max_abs"_op, {tensor}, along))));
    const Attributes search = Attributes().axis(axis).keepdims(false);
    for (bool is_max : {true, false}) {
      Numbers expected =
          numbers_in(execute(call_of(is_max ? "reduce_max"_op : "reduce_min"_op,
                                     {tensor}, axes_of_statistic({axis}))));
      for (double place : numbers_in(execute(
               call_of(is_max ? "argmax"_op : "argmin"_op, {tensor}, search))))
        expected.push_back(place);
      EXPECT_EQ(expected,
                extremum(is_max ? "max_with_index"_op : "min_with_index"_op,
                         DType::kFloat64, x, {3, 4, 5}, axis));
    }
  }
}

}  // namespace
}  // namespace assay::test
